import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { iso, section } from './export-rows.ts';
import type { ExportSection } from '#server/features/account/export/export-section.ts';
import type { createContactListsFeature } from '#server/features/contact-lists/contact-lists-feature.ts';

/** The feature that holds saved contact lists. */
export interface ListFeatures {
  contactLists: Pick<ReturnType<typeof createContactListsFeature>, 'ofUser' | 'contactsOf'>;
}

/** Returns the saved contact lists of an account, and their contacts. */
export function listSections({ contactLists }: ListFeatures): ExportSection[] {
  return [
    section(
      'contact-lists',
      [
        ...['id', 'name', 'size', 'created_at', 'updated_at'],
        ...['consent_basis', 'consent_own_words', 'consent_obtained_at', 'consent_source'],
      ],
      async function* ({ uid }) {
        for (const { _id: id, name, size, consent, createdAt, updatedAt } of await contactLists.ofUser(uid)) {
          yield {
            ...{ id, name, size, created_at: iso(createdAt), updated_at: iso(updatedAt) },
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
        for (const { _id, name } of await contactLists.ofUser(uid)) {
          for await (const contacts of contactLists.contactsOf(_id))
            for (const { custom, ...contact } of contacts)
              yield { list_id: _id, list_name: name, ...contact, own_columns: JSON.stringify(custom ?? {}) };
        }
      },
    ),
  ];
}
