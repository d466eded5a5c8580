import { suppressionAddInput } from '#shared/schemas/calling/suppressions.ts';
import { trpc } from '#client/app/trpc.ts';
import { addedText } from '#client/domain/calls/do-not-call.tsx';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { useRefreshSuppressions } from './use-suppressions.ts';

const numberForm = suppressionAddInput.pick({ phone: true });

/** Adds one number to the do-not-call list. */
export default function AddNumberDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshSuppressions();
  const form = useZodForm(numberForm, { phone: '' });
  const add = trpc.suppressions.add.useMutation({
    async onSuccess({ phone, added }) {
      (added ? toast.success : toast.info)(addedText(phone, added));
      onClose();
      await refresh();
    },
  });
  return (
    <MutationDialog
      size="sm"
      title="Add a number"
      description="Your campaigns will skip it, including those already scheduled."
      submitLabel="Add Number"
      busyText="Adding..."
      form={form}
      mutation={add}
      inputOf={(values) => values}
      failed="The number could not be added. Please try again."
      onClose={onClose}
    >
      <Field
        label="Phone Number"
        hint="US or Canada, for example +1 (202) 555-0143"
        error={form.errorOf('phone')}
      >
        <TextInput type="tel" autoComplete="off" {...form.register('phone')} />
      </Field>
    </MutationDialog>
  );
}
