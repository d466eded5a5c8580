import { useState } from 'react';
import { listNameSchema, type ContactListView } from '#shared/schemas/contact-lists.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { ListNameField } from './list-name-field.tsx';

/** Renames a list. */
export default function RenameListDialog({ list, onClose }: { list: ContactListView; onClose: () => void }) {
  const utils = trpc.useUtils();
  const [name, setName] = useState(list.name);
  const [problem, setProblem] = useState<string>();
  const rename = trpc.contactLists.update.useMutation({
    async onSuccess() {
      toast.success('The list was renamed.');
      await utils.contactLists.invalidate();
      onClose();
    },
    onError(error) {
      setProblem(errorText(error, 'The list could not be renamed. Please try again.'));
    },
  });
  return (
    <FormDialog
      size="sm"
      title="Rename the list"
      submitLabel="Save"
      busyText="Saving..."
      busy={rename.isPending}
      onClose={onClose}
      onSubmit={() => {
        const checked = listNameSchema.safeParse(name);
        setProblem(checked.error?.issues[0]?.message);
        if (checked.success) rename.mutate({ id: list.id, name: checked.data });
      }}
    >
      <ListNameField name={name} error={problem} onName={setName} />
    </FormDialog>
  );
}
