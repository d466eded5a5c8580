import { expect, test } from 'vitest';
import { numberSections } from './export-numbers.ts';

type Stores = Parameters<typeof numberSections>;

const AT = new Date('2027-01-12T15:00:00Z');
const REMOVED = new Date('2027-01-13T15:00:00Z');

/** Exports a section of a list that is longer than a page, and of which the last row is `last`; returns that and where pages began. */
async function exported(name: string, row: { at: Date }, last: { at: Date }) {
  const pages: unknown[] = [];
  const page = (uid: string, { limit, ...range }: { after?: unknown; limit: number }) => {
    pages.push([uid, range]);
    return Promise.resolve(range.after === undefined ? Array<object>(limit).fill(row) : [last]);
  };
  const stores = [{ page }, { page }] as unknown as Stores;
  const found = numberSections(...stores).find((one) => one.name === name);
  const rows: object[] = [];
  for await (const one of found?.rows({ uid: 'u', streamId: 's' }) ?? []) rows.push(one);
  for (const one of rows) expect(Object.keys(one)).toEqual(found?.columns);
  return { first: rows[0], last: rows.at(-1), pages };
}

test('the list is exported to its last page, with where each number came from', async () => {
  const number = { phone: '12025550143', source: 'added', at: AT };
  const reported = { ...number, source: 'carrier report', campaignName: 'Spring', reason: 'Asked' };
  const { first, last, pages } = await exported('do-not-call', number, reported);
  const row = { phone: '12025550143', added_at: AT.toISOString() };
  expect(first).toEqual({ ...row, source: 'added', campaign_name: null, reason: null });
  expect(last).toEqual({ ...row, source: 'carrier report', campaign_name: 'Spring', reason: 'Asked' });
  expect(pages).toEqual([
    ['u', { digits: '', after: undefined }],
    ['u', { digits: '', after: { at: AT, key: '12025550143' } }],
  ]);
});

test('what was removed is exported with when, by whom, from where and why', async () => {
  const removal = { _id: 'r', phone: '12025550143', source: 'added', addedAt: AT, at: REMOVED };
  const bySession = { ...removal, viaApiKey: false, network: '192.0.2.1' };
  const byKey = { ...removal, viaApiKey: true, network: '192.0.2.2', reason: 'Signed up again' };
  const { first, last, pages } = await exported('do-not-call-removals', bySession, byKey);
  const times = { added_at: AT.toISOString(), removed_at: REMOVED.toISOString() };
  const row = { phone: '12025550143', source: 'added', ...times };
  expect(first).toEqual({ ...row, by: 'session', network: '192.0.2.1', reason: null });
  expect(last).toEqual({ ...row, by: 'API key', network: '192.0.2.2', reason: 'Signed up again' });
  expect(pages).toEqual([
    ['u', { after: undefined }],
    ['u', { after: { at: REMOVED, key: 'r' } }],
  ]);
});
