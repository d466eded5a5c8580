import { z } from 'zod';
import { templateNameSchema, type MessageTemplateView } from '#shared/schemas/campaigns/message-templates.ts';
import { trpc } from '#client/app/trpc.ts';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { saved } from '#client/kit/outcome.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';

const nameForm = z.object({ name: templateNameSchema });

/** Saves a message as a template, under a name of the user's choice. */
export function SaveTemplateDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { messageTemplates } = trpc.useUtils();
  const form = useZodForm(nameForm, { name: '' });
  const create = trpc.messageTemplates.create.useMutation(
    saved({
      done: ({ template }) => `${template.name} was saved.`,
      refresh: () => messageTemplates.list.invalidate(),
      onClose,
    }),
  );
  return (
    <MutationDialog
      title="Save as template"
      description="For your next campaigns."
      submitLabel="Save Template"
      busyText="Saving..."
      form={form}
      mutation={create}
      inputOf={({ name }) => ({ name, text })}
      failed="The template could not be saved. Please try again."
      onClose={onClose}
    >
      <Field label="Name" hint="For example Appointment reminder" error={form.errorOf('name')}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
    </MutationDialog>
  );
}

/** Gives a template another name. */
export function RenameTemplateDialog({
  template: { id, name },
  onClose,
}: {
  template: MessageTemplateView;
  onClose: () => void;
}) {
  const { messageTemplates } = trpc.useUtils();
  const form = useZodForm(nameForm, { name });
  const rename = trpc.messageTemplates.update.useMutation(
    saved({ done: 'Template renamed', refresh: () => messageTemplates.list.invalidate(), onClose }),
  );
  return (
    <MutationDialog
      title="Rename the template"
      submitLabel="Save Name"
      busyText="Saving..."
      form={form}
      mutation={rename}
      inputOf={(values) => ({ id, name: values.name })}
      failed="The name could not be saved. Please try again."
      onClose={onClose}
    >
      <Field label="Name" error={form.errorOf('name')}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
    </MutationDialog>
  );
}
