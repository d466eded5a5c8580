import type { Contact } from '#shared/contacts/contact-list.ts';
import { MAX_OWN_COLUMNS } from '#shared/contacts/columns/own-columns.ts';
import { formatPhone } from '#shared/formats.ts';
import { AppError, notFound, invalidField } from '#server/platform/lib/errors.ts';
import type { ListEdit, SavedList } from './contact-list-model.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { editList } from './list-edits.ts';
import { storedContact } from './list-contact-store.ts';
import { assertWithinLimits } from './list-limits.ts';

/**
 * Adds a contact, under the id of an edit. Throws ALREADY_EXISTS, naming the number, if the list has it, INVALID_INPUT for too
 * many own columns.
 */
export async function addContact(
  deps: ContactListsDeps,
  list: SavedList,
  contact: Contact,
  editId: string,
): Promise<void> {
  await assertWithinLimits(deps, list.userId, { lists: 0, contacts: 1 });
  const decide = async (current: SavedList) => {
    assertColumnsFit(current, contact);
    await assertNew(deps, list, contact.recommended_phone);
    return { remove: [], put: storedContact(contact), growth: 1 };
  };
  await editList(deps, list, decide, editId);
}

/** Returns whether the edit with this id has added a contact to a list. */
export async function wasAdded(
  { contacts, lists }: Pick<ContactListsDeps, 'contacts' | 'lists'>,
  { _id }: SavedList,
  phone: string,
  editId: string,
): Promise<boolean> {
  if ((await lists.find(_id))?.edit?.id === editId) return true;
  return (await contacts.find(_id, phone))?.edit === editId;
}

/**
 * Replaces the contact with a number. Throws NOT_FOUND if it is not on the list, ALREADY_EXISTS if another contact has the
 * new number, INVALID_INPUT for too many own columns.
 */
export async function correctContact(
  deps: ContactListsDeps,
  list: SavedList,
  phone: string,
  contact: Contact,
): Promise<void> {
  const put = storedContact(contact);
  await editList(deps, list, async (current) => {
    assertColumnsFit(current, contact);
    if ((await deps.contacts.find(list._id, phone)) === undefined) throw notFound('Contact');
    if (put.phone === phone) return { remove: [], put, growth: 0 };
    await assertNew(deps, list, put.phone);
    return { remove: [phone], put, growth: 0 };
  });
}

/** Removes contacts; returns how many of them were on the list. */
export async function removeContacts(
  deps: ContactListsDeps,
  list: SavedList,
  phones: readonly string[],
): Promise<number> {
  let removed = 0;
  await editList(deps, list, async (): Promise<Omit<ListEdit, 'id'> | undefined> => {
    const present = [...(await deps.contacts.among(list._id, phones))];
    removed = present.length;
    return removed === 0 ? undefined : { remove: present, growth: -removed };
  });
  return removed;
}

/** Throws INVALID_INPUT if a contact would give the list more own columns than it can have. */
function assertColumnsFit({ ownColumns }: SavedList, { custom = {} }: Contact): void {
  const added = Object.keys(custom).filter((name) => !ownColumns.includes(name));
  if (added.length === 0 || ownColumns.length + added.length <= MAX_OWN_COLUMNS) return;
  const text = `A list can have up to ${String(MAX_OWN_COLUMNS)} columns of its own.`;
  throw invalidField('contact.custom', text);
}

async function assertNew({ contacts }: ContactListsDeps, { _id }: SavedList, phone: string): Promise<void> {
  if ((await contacts.find(_id, phone)) === undefined) return;
  const text = `${formatPhone(phone)} is already on this list.`;
  throw new AppError('ALREADY_EXISTS', text, { fields: { 'contact.recommended_phone': text } });
}
