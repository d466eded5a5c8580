import { formatCount, formatPhone } from '#shared/formats.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import { trpc } from '#client/app/trpc.ts';
import { ConfirmMutation } from '#client/kit/confirm-mutation.tsx';
import { confirmed } from '#client/kit/outcome.ts';

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
  const remove = trpc.contactLists.removeContacts.useMutation(
    confirmed<{ removed: number }>({
      onDone: onRemoved,
      done: ({ removed }) =>
        one === undefined
          ? `${formatCount(removed, 'contact')} removed from the list.`
          : `${who} was removed from the list.`,
      failed: `${one === undefined ? 'The contacts' : 'The contact'} could not be removed. Please try again.`,
      refresh: () => utils.contactLists.invalidate(),
      onClose,
    }),
  );
  return (
    <ConfirmMutation
      mutation={remove}
      input={{ id: list.id, phones: contacts.map((contact) => contact.recommended_phone) }}
      onClose={onClose}
      danger
      title={`Remove ${who}?`}
      description={`${one === undefined ? 'They' : formatPhone(one.recommended_phone)} will not be on “${list.name}” any more. Campaigns that were made from the list keep their contacts.`}
      confirmLabel="Remove"
    />
  );
}
