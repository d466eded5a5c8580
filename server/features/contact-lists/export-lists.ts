import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { iso, section } from '#server/platform/module/export-rows.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { contactOf } from './list-contact-store.ts';

/** Contacts exported at a time. */
const EXPORT_BATCH = 500;
/** More lists than a user can have. */
const ALL_LISTS = 1_000;

/** Returns the saved contact lists of an account, and their contacts. */
export function listSections({
  lists,
  contacts,
}: Pick<ContactListsDeps, 'lists' | 'contacts'>): ExportSection[] {
  return [
    section(
      'contact-lists',
      [
        ...['id', 'name', 'size', 'created_at', 'updated_at'],
        ...['consent_basis', 'consent_own_words', 'consent_obtained_at', 'consent_source'],
      ],
      async function* ({ uid }) {
        for (const { _id: id, name, size, consent, createdAt, updatedAt } of await lists.ofUser(
          uid,
          ALL_LISTS,
        )) {
          yield {
            id,
            name,
            size,
            created_at: iso(createdAt),
            updated_at: iso(updatedAt),
            consent_basis: consent.basis,
            consent_own_words: consent.own_words,
            consent_obtained_at: consent.obtained_at,
            consent_source: consent.source,
          };
        }
      },
    ),
    section(
      'list-contacts',
      ['list_id', 'list_name', ...CONTACT_COLUMNS.map(({ field }) => field), 'own_columns'],
      async function* ({ uid }) {
        for (const { _id, name } of await lists.ofUser(uid, ALL_LISTS)) {
          for await (const batch of contacts.stream(_id, EXPORT_BATCH))
            for (const { custom, ...contact } of batch.map(contactOf))
              yield { list_id: _id, list_name: name, ...contact, own_columns: JSON.stringify(custom ?? {}) };
        }
      },
    ),
  ];
}
