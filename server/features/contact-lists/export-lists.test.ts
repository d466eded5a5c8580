import { expect, test } from 'vitest';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { contactEnding } from '#server/testing/system/campaign-drafts.ts';
import { listSections } from './export-lists.ts';
import { storedContact } from './list-contact-store.ts';

type Deps = Parameters<typeof listSections>[0];

const CREATED = new Date('2027-01-12T15:00:00Z');
const UPDATED = new Date('2027-01-13T15:00:00Z');
const list = {
  _id: 'l',
  name: 'Spring',
  size: 2,
  createdAt: CREATED,
  updatedAt: UPDATED,
  consent: { basis: 'other', own_words: 'They asked', obtained_at: '2026-02-01', source: 'Shop' },
};
const ana = { ...contactEnding('0143'), city: 'Austin', custom: { pet: 'Rex' } };
const bo = contactEnding('0144');

async function exported(name: string) {
  const deps = {
    lists: { ofUser: (uid: string) => Promise.resolve(uid === 'u' ? [list, { ...list, _id: 'm' }] : []) },
    contacts: {
      async *stream(id: string) {
        if (id !== 'l') return;
        yield await Promise.resolve([storedContact(ana)]);
        yield [storedContact(bo)];
      },
    },
  } as unknown as Deps;
  const found = listSections(deps).find((one) => one.name === name);
  const rows: object[] = [];
  for await (const row of found?.rows({ uid: 'u', streamId: 's' }) ?? []) rows.push(row);
  for (const row of rows) expect(Object.keys(row).sort()).toEqual(found?.columns.toSorted());
  return rows;
}

test('the lists of an account are exported with their times and their consent', async () => {
  const row = {
    name: 'Spring',
    size: 2,
    created_at: CREATED.toISOString(),
    updated_at: UPDATED.toISOString(),
    consent_basis: 'other',
    consent_own_words: 'They asked',
    consent_obtained_at: '2026-02-01',
    consent_source: 'Shop',
  };
  expect(await exported('contact-lists')).toEqual([
    { id: 'l', ...row },
    { id: 'm', ...row },
  ]);
});

test('the contacts of each list are exported with every cell and their own columns', async () => {
  const rows = await exported('list-contacts');
  const of = { list_id: 'l', list_name: 'Spring' };
  const { custom, ...cells } = ana;
  const empty = Object.fromEntries(CONTACT_COLUMNS.map(({ field }) => [field, '']));
  expect(rows).toEqual([
    { ...empty, ...of, ...cells, own_columns: JSON.stringify(custom) },
    { ...empty, ...of, ...bo, own_columns: '{}' },
  ]);
});
