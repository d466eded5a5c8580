import { expect, test } from 'vitest';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import type { ContactDocument } from './contacts/contact-model.ts';
import { presentContact } from './contacts/present-contact.ts';
import { contactSections } from './export-contacts.ts';

type Deps = Parameters<typeof contactSections>[0];

const AT = new Date('2027-01-12T15:00:00Z');
const called = { at: AT, zone: 'America/New_York', from: '09:00', to: '20:00', rules: ['TCPA', 'Florida'] };
const fields = {
  id: '7',
  first_name: 'Ann',
  last_name: 'Lee',
  phone_number: '+1 202 555 0199',
  address1: '1 Main St',
  address2: 'Apt 4',
  city: 'Miami',
  state: 'FL',
  zipcode: '33101',
  country: 'US',
  email: 'ann@x.example',
  company_name: 'Lee Ltd',
  custom: { Balance: '$120', Doctor: 'Dr. Wu' },
};
const contactOf = (change: object) =>
  presentContact({ seq: 1, phone: '12025550143', preparationId: 'p', ...change } as ContactDocument);
const retried = contactOf({
  fields,
  status: 'failed',
  reason: 'busy',
  code: '4006',
  at: AT,
  called,
  outsideHours: true,
  earlier: [{ run: 1, called, reason: 'no answer' }],
});
const uncalled = contactOf({ fields: { phone_number: '2025550143' }, status: 'pending' });
const leftOut = { line: 7, phone: '12025550144', name: 'Bob', reason: 'duplicate' };

/** Exports a section of an account with more campaigns than a page has; returns its last rows and where pages began. */
async function exported(name: string) {
  const begins: unknown[] = [];
  const deps = {
    campaigns: {
      page: (uid: string, { after, limit }: { after?: unknown; limit: number }) => {
        begins.push([uid, after]);
        const campaign = { _id: 'c', name: 'Spring', dropDate: AT };
        return Promise.resolve(
          after === undefined ? Array(limit).fill(campaign) : [{ ...campaign, _id: 'last' }],
        );
      },
    },
    contacts: {
      async *stream(id: string) {
        if (id === 'last') yield await Promise.resolve([retried, uncalled]);
      },
    },
    leftOut: {
      async *stream(id: string) {
        if (id === 'last') yield await Promise.resolve([leftOut]);
      },
    },
  };
  const found = contactSections(deps as unknown as Deps).find((one) => one.name === name);
  const rows: object[] = [];
  for await (const row of found?.rows({ uid: 'u', streamId: 's' }) ?? []) rows.push(row);
  for (const row of rows) expect(Object.keys(row)).toEqual(found?.columns);
  expect(begins).toEqual([
    ['u', undefined],
    ['u', { at: AT, key: 'c' }],
  ]);
  return rows;
}

test('the contacts of all campaigns of an account are exported with every cell and all that became of them', async () => {
  const [first, second] = await exported('contacts');
  const campaign = { campaign_id: 'last', campaign_name: 'Spring' };
  const { custom, company_name: company, ...cells } = fields;
  expect(first).toMatchObject({
    ...campaign,
    ...cells,
    phone: '12025550143',
    company,
    own_columns: JSON.stringify(custom),
    result: 'failed',
    reason: 'busy',
    changed_at: AT.toISOString(),
    reason_code: '4006',
    called_at: AT.toISOString(),
    local_time: '2027-01-12 10:00',
    zone: 'America/New_York',
    hours: '09:00-20:00',
    rules: 'TCPA; Florida',
    outside_hours: true,
  });
  const { earlier_calls: earlier } = first as { earlier_calls: string };
  expect(JSON.parse(earlier)).toEqual([
    expect.objectContaining({ at: AT.toISOString(), zone: 'America/New_York', reason: 'no answer' }),
  ]);
  expect(second).toMatchObject({
    ...campaign,
    phone: '12025550143',
    phone_number: '2025550143',
    id: '',
    city: '',
    own_columns: '{}',
    result: 'pending',
    reason: null,
    changed_at: null,
    called_at: null,
    rules: null,
    earlier_calls: '[]',
  });
});

test('an exported contact begins with the columns that were exported before', () => {
  const { columns } = contactSections({} as Deps)[0] ?? expect.fail();
  expect(columns.slice(0, 10)).toEqual([
    ...['campaign_id', 'campaign_name', 'phone', 'first_name', 'last_name', 'email', 'company'],
    ...['result', 'reason', 'changed_at'],
  ]);
  const missing = CONTACT_COLUMNS.filter(({ field }) => !columns.includes(field)).map(({ field }) => field);
  // They are exported as `phone` and `company`.
  expect(missing).toEqual(['recommended_phone', 'company_name']);
});

test('those that were left out are exported with the reason', async () => {
  expect(await exported('left-out-contacts')).toEqual([
    { campaign_id: 'last', campaign_name: 'Spring', ...leftOut },
  ]);
});
