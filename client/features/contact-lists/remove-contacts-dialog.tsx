import { formatCount, formatPhone } from '#shared/formats.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

interface RemoveContactsDialogProps {
  list: ContactListView;
  /** At least one. */
  contacts: readonly ContactInput[];
  onRemoved?: (() => void) | undefined;
  onClose: () => void;
}

/** Removes contacts from a list. */
export default function RemoveContactsDialog({
  list,
  contacts,
  onRemoved,
  onClose,
}: RemoveContactsDialogProps) {
  const utils = trpc.useUtils();
  const [one] = contacts.length === 1 ? contacts : [];
  const who =
    one === undefined ? formatCount(contacts.length, 'contact') : `${one.first_name} ${one.last_name}`.trim();
  const remove = trpc.contactLists.removeContacts.useMutation({
    async onSuccess({ removed }) {
      const text =
        one === undefined
          ? `${formatCount(removed, 'contact')} removed from the list.`
          : `${who} was removed from the list.`;
      toast.success(text);
      onRemoved?.();
      await utils.contactLists.invalidate();
    },
    onError(error) {
      toast.error(
        errorText(
          error,
          `${one === undefined ? 'The contacts' : 'The contact'} could not be removed. Please try again.`,
        ),
      );
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      danger
      title={`Remove ${who}?`}
      description={`${one === undefined ? 'They' : formatPhone(one.recommended_phone)} will not be on “${list.name}” any more. Campaigns that were made from the list keep their contacts.`}
      confirmLabel="Remove"
      cancelLabel="Cancel"
      busy={remove.isPending}
      onConfirm={() => {
        remove.mutate({ id: list.id, phones: contacts.map((contact) => contact.recommended_phone) });
      }}
    />
  );
}
