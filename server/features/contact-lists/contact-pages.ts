import { NOT_A_CURSOR } from '#shared/schemas/list-cursor.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { searchedPrefix } from '#shared/contacts/phone-number.ts';
import { invalidParameter } from '#server/platform/lib/errors.ts';
import { readPage } from '#server/platform/lib/list-page.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { contactOf, searchName, type ContactPlace } from './list-contact-store.ts';

/** A number that is dialled, and a name. */
const PLACE = /^(\d{11}):(.*)$/s;

/**
 * Returns a page of the contacts of a list: by number for a search by number, otherwise by name. Throws INVALID_INPUT for a
 * cursor that no page returned.
 */
export async function contactPage(
  { contacts }: Pick<ContactListsDeps, 'contacts'>,
  listId: string,
  { search, cursor, limit }: { search: string; cursor?: string | null | undefined; limit: number },
): Promise<{ contacts: Contact[]; next: string | null }> {
  const after = placeOf(cursor);
  const number = searchedPrefix(search);
  const read = (count: number) =>
    number === undefined
      ? contacts.withName(listId, searchName(search), after, count)
      : contacts.withNumber(listId, number, after?.phone ?? '', count);
  const { rows, next } = await readPage(limit, read, cursorAt);
  return { contacts: rows.map(contactOf), next };
}

function cursorAt({ name, phone }: ContactPlace): string {
  return Buffer.from(`${phone}:${name}`).toString('base64url');
}

function placeOf(cursor: string | null | undefined): ContactPlace | undefined {
  if (!cursor) return undefined;
  const [whole, phone = '', name = ''] = PLACE.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (whole !== undefined) return { phone, name };
  throw invalidParameter('cursor', NOT_A_CURSOR);
}
