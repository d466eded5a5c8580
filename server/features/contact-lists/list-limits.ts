import { MAX_CONTACT_LISTS, MAX_LISTED_CONTACTS } from '#shared/limits.ts';
import type { SavedList } from './contact-list-model.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { limitReached } from './present-list.ts';

/**
 * Throws LIMIT_REACHED if a user would have too many lists or contacts with `more`. Lists that are being stored count with
 * all their contacts, so that of several concurrent requests each counts the others.
 */
export async function assertWithinLimits(
  { lists }: Pick<ContactListsDeps, 'lists'>,
  userId: string,
  more: { lists: number; contacts: number },
): Promise<void> {
  const owned = await lists.ofUser(userId, MAX_CONTACT_LISTS + 1);
  if (owned.length + more.lists > MAX_CONTACT_LISTS)
    throw limitReached('You can have up to {most} contact lists.', MAX_CONTACT_LISTS);
  const contacts = owned.reduce((sum, list) => sum + countedSize(list), 0);
  if (contacts + more.contacts > MAX_LISTED_CONTACTS)
    throw limitReached('Your contact lists can have up to {most} contacts together.', MAX_LISTED_CONTACTS);
}

function countedSize({ size, reserved }: SavedList): number {
  return Math.max(size, reserved);
}
