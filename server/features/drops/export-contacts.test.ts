import { expect, test } from 'vitest';
import { contactSections } from './export-contacts.ts';

type Deps = Parameters<typeof contactSections>[0];

const AT = new Date('2027-01-12T15:00:00Z');
const call = {
  phoneNumber: '12025550143',
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@x.example',
  company: 'Lee Ltd',
  status: 'failed',
  reason: 'busy',
  changedAt: AT,
};
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
    async *streamCalls(id: string) {
      if (id === 'last')
        yield await Promise.resolve([call, { ...call, reason: undefined, changedAt: undefined }]);
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

test('the contacts of all campaigns of an account are exported with what became of them', async () => {
  const person = {
    phone: '12025550143',
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@x.example',
    company: 'Lee Ltd',
  };
  const row = { campaign_id: 'last', campaign_name: 'Spring', ...person, result: 'failed' };
  expect(await exported('contacts')).toEqual([
    { ...row, reason: 'busy', changed_at: AT.toISOString() },
    { ...row, reason: null, changed_at: null },
  ]);
});

test('those that were left out are exported with the reason', async () => {
  expect(await exported('left-out-contacts')).toEqual([
    { campaign_id: 'last', campaign_name: 'Spring', ...leftOut },
  ]);
});
