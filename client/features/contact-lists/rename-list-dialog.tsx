import { z } from 'zod';
import { listNameSchema, type ContactListView } from '#shared/schemas/contact-lists.ts';
import { trpc } from '#client/app/trpc.ts';
import { ListNameField } from '#client/domain/lists/list-name-field.tsx';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { saved } from '#client/kit/outcome.ts';

const nameForm = z.object({ name: listNameSchema });

/** Renames a list. */
export default function RenameListDialog({ list, onClose }: { list: ContactListView; onClose: () => void }) {
  const { contactLists } = trpc.useUtils();
  const form = useZodForm(nameForm, { name: list.name });
  const rename = trpc.contactLists.update.useMutation(
    saved({ done: 'The list was renamed.', refresh: () => contactLists.invalidate(), onClose }),
  );
  return (
    <MutationDialog
      size="sm"
      title="Rename the list"
      submitLabel="Save"
      busyText="Saving..."
      form={form}
      mutation={rename}
      inputOf={({ name }) => ({ id: list.id, name })}
      failed="The list could not be renamed. Please try again."
      onClose={onClose}
    >
      <ListNameField error={form.errorOf('name')} {...form.register('name')} />
    </MutationDialog>
  );
}
