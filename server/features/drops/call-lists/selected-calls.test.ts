import { expect, test } from 'vitest';
import type { ContactDocument, ContactModel } from '../contacts/contact-model.ts';
import type { CallQuery } from '#shared/schemas/campaigns/call-query.ts';
import { CallListStore, type CallEntry } from './call-list-store.ts';
import type { CallsOf } from './calls-of.ts';
import { readSelected } from './selected-calls.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute));
const entry = (seq: number, fields: Partial<CallEntry>) =>
  ({ seq, phone: `1202555${String(9_000 - seq)}`, fields: { first_name: 'Ann' }, ...fields }) as CallEntry;
/** Five calls that a search finds, each in several ways. */
const FOUND = [
  entry(1, { status: 'success', at: at(3) }),
  entry(2, { status: 'pending', fields: { first_name: 'Bea' } }),
  entry(3, { status: 'failed', at: at(1) }),
  entry(4, {
    status: 'success',
    at: at(2),
    fields: { first_name: 'Ann', last_name: 'Lee' },
  }),
  entry(5, { status: 'pending', at: at(0) }),
];
const store = { entries: () => Promise.resolve([...FOUND]) } as unknown as CallListStore;

function read(query: Partial<CallQuery>, offset: number, size: number, from = store) {
  const selection = {
    calls: { id: 'c' } as CallsOf,
    query: { search: 'a', sort: 'list', direction: 'asc', ...query } as CallQuery,
    lacksKeys: { success: false, failed: false },
    isSmall: false,
  };
  return readSelected(from, selection, { offset, after: undefined, size });
}

test.each([1, 2, 3, 5, 6])(
  'each call is on one page of %d, and the last page says that it is',
  async (size) => {
    const seqs: number[] = [];
    for (let next: number | null | undefined; next !== null;) {
      const page = await read({}, seqs.length, size);
      expect(page.seqs).not.toEqual([]);
      expect(page.matching).toEqual({ count: 5, exact: true });
      seqs.push(...page.seqs);
      ({ next } = page);
      if (next !== null) expect(next).toBe(seqs.at(-1));
    }
    expect(seqs).toEqual([1, 2, 3, 4, 5]);
  },
);

test.each<[CallQuery['sort'], CallQuery['direction'], number[]]>([
  ['list', 'desc', [5, 4, 3, 2, 1]],
  ['number', 'asc', [5, 4, 3, 2, 1]],
  ['name', 'asc', [1, 3, 5, 4, 2]],
  ['name', 'desc', [2, 4, 5, 3, 1]],
  // Calls without a result come last in both directions.
  ['date', 'asc', [3, 4, 1, 2, 5]],
  ['date', 'desc', [1, 4, 3, 2, 5]],
])('calls are ordered by %s %s', async (sort, direction, expected) => {
  expect((await read({ sort, direction }, 0, 10)).seqs).toEqual(expected);
});

test('a filter leaves out calls of another status', async () => {
  expect((await read({ status: 'success' }, 0, 10)).seqs).toEqual([1, 4]);
  expect((await read({ status: 'failed' }, 0, 10)).seqs).toEqual([3]);
});

/** A collection of these calls, whose queries return the fields that they name. */
function collectionOf(calls: readonly Partial<ContactDocument>[]): ContactModel {
  const find = (_where: object, fields: Record<string, number>) => {
    const named = new Set(Object.keys(fields).map((field) => field.split('.')[0]));
    const rows = calls.map((call) =>
      Object.fromEntries(Object.entries(call).filter(([key]) => named.has(key))),
    );
    const query = {
      hint: () => query,
      limit: () => query,
      lean: () => query,
      exec: () => Promise.resolve(rows),
    };
    return query;
  };
  return { find } as unknown as ContactModel;
}

test('a search finds those who failed for a reason, also where too many did for all to be read', async () => {
  const failed = (seq: number, code: string, reason: string) =>
    entry(seq, { status: 'failed', code, reason, at: at(seq) });
  const calls = collectionOf([
    failed(1, '4005', 'No answer'),
    failed(2, '4006', 'Busy'),
    failed(3, '9', 'New'),
  ]);
  const found = async (reason: CallQuery['reason']) =>
    (await read({ reason }, 0, 10, new CallListStore(calls))).seqs;
  expect([await found('4005'), await found('4006'), await found('other')]).toEqual([[1], [2], [3]]);
});
