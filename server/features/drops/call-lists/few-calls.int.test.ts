import { afterAll, beforeAll, expect, test } from 'vitest';
import { callQueryFields, type CallQuery } from '#shared/schemas/campaigns/call-query.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import type { ContactDocument } from '../contacts/contact-model.ts';
import { presentContact } from '../contacts/present-contact.ts';
import {
  CALL_FILTERS,
  CALL_QUERIES,
  countersOf,
  expectedCalls,
  listsOver,
  manyCalls,
  partlyOlder,
} from './call-lists-harness.ts';
import type { CallLists } from './call-lists.ts';
import { callMatcher } from './call-matcher.ts';

/** The long test reads lists of many calls; these are read in the same ways. */
const CAMPAIGNS: readonly (readonly [string, ContactDocument[]])[] = [
  ['running', manyCalls('running', 60)],
  ['final', manyCalls('final', 61, ['success', 'success', 'failed'])],
  ['partly of an older version', partlyOlder(manyCalls('older', 62, ['success', 'failed', 'failed']))],
];
const SIZE = 5;
/** Every order is among them, each with and without a filter. */
const SOME_QUERIES = CALL_QUERIES.filter((_, at) => at % 7 === 0);

let database: TestDatabase;
let lists: CallLists;

beforeAll(async () => {
  database = await testDatabase();
  lists = await listsOver(
    database.connection,
    CAMPAIGNS.flatMap(([, rows]) => rows),
  );
});
afterAll(() => database.stop());

const asked = (query: Partial<Record<keyof CallQuery, unknown>>) => callQueryFields.parse(query);
const listOf = (rows: ContactDocument[]) => {
  const calls = countersOf(rows[0]?.campaignId ?? '', rows);
  return async (query: CallQuery, page = 1, size = SIZE) => {
    const { contacts, ...rest } = await lists.page(calls, { query, page, size });
    return { ...rest, numbers: contacts.map(({ number }) => number) };
  };
};

test.each(CAMPAIGNS)(
  'the calls of a campaign that is %s are the same by page, from the end and by cursor',
  async (_, rows) => {
    const list = listOf(rows);
    for (const query of rows === CAMPAIGNS[0]?.[1] ? CALL_QUERIES : SOME_QUERIES) {
      const all = expectedCalls(rows, query);
      const last = Math.max(1, Math.ceil(all.length / SIZE));
      for (const page of new Set([Math.ceil(last / 2) + 1, last])) {
        const numbers = all.slice((page - 1) * SIZE, page * SIZE);
        const found = await list(query, page);
        expect({ query, page, ...found, next: found.next === null }).toEqual({
          query,
          page,
          numbers,
          next: page >= last,
          matching: { count: all.length, exact: true },
        });
      }
      const { next, ...first } = await list(query);
      expect({ query, numbers: first.numbers }).toEqual({ query, numbers: all.slice(0, SIZE) });
      if (next === null) continue;
      const rest = await list(asked({ ...query, cursor: next }), 1, 100);
      expect({ query, rest: rest.numbers }).toEqual({ query, rest: all.slice(SIZE) });
    }
  },
);

test.each([
  ['ana', ({ fields }: ContactDocument) => fields.first_name === 'Ana'],
  ['  MARY   ann ', ({ fields }: ContactDocument) => fields.first_name === 'Mary ann'],
  ['smith', ({ fields }: ContactDocument) => fields.last_name?.startsWith('Smith') === true],
  [
    'mary ann smith',
    ({ fields }: ContactDocument) =>
      fields.first_name === 'Mary ann' && fields.last_name?.startsWith('Smith') === true,
  ],
  ['(200) 0', ({ phone }: ContactDocument) => phone.startsWith('12000')],
  ['.*', ({ fields }: ContactDocument) => fields.last_name === '.*'],
])('a search for %j finds those whose number or name begins with it', async (search, matches) => {
  for (const [, rows] of CAMPAIGNS)
    for (const query of SOME_QUERIES) {
      const wanted = new Set(rows.filter(matches).map(({ seq }) => seq));
      const all = expectedCalls(rows, query).filter((seq) => wanted.has(seq));
      const { numbers, matching } = await listOf(rows)(asked({ ...query, search }), 1, 100);
      expect({ query, numbers, matching }).toEqual({
        query,
        numbers: all,
        matching: { count: all.length, exact: true },
      });
    }
});

test('an export has the calls of the lists', async () => {
  for (const [, rows] of CAMPAIGNS)
    for (const filter of [
      ...CALL_FILTERS,
      { search: 'zoë lopez' },
      { search: '(200) 0', status: 'failed' },
    ] as const) {
      const { numbers } = await listOf(rows)(asked(filter), 1, 100);
      const exported = rows.map(presentContact).filter(callMatcher(filter));
      expect({ filter, exported: exported.map(({ number }) => number) }).toEqual({
        filter,
        exported: numbers,
      });
    }
});
