import type { Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_STATUSES } from '#shared/campaign-lifecycle.ts';
import { SORT_DIRECTIONS } from '#shared/campaign-order.ts';
import { CALL_SORTS, callQueryFields } from '#shared/schemas/campaigns/call-query.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { examinedBy, recordCommands } from '#server/testing/database/query-plans.ts';
import { addCalls, countersOf, listsOver, manyCalls } from './call-lists-harness.ts';
import type { ContactDocument } from '../contacts/contact-model.ts';
import type { CallLists } from './call-lists.ts';
import type { CallsOf } from './calls-of.ts';
import { ROWS_PER_ANCHOR } from './page-anchors.ts';

const CALLS = 100_000;
const RARE_AMONG = 20_000;
/** Different texts of one code. */
const VARIOUS = 5_000;
const SIZE = 5;
/** One in six calls is pending, and as many are sending: the rarest among all. */
const SHARE = 6;

let database: TestDatabase;
let connection: Connection;
let recorder: ReturnType<typeof recordCommands>;
let lists: CallLists;
let campaign: CallsOf;
/** A campaign of which nearly all calls have failed. */
let rare: CallsOf;
/** A campaign of which each call has failed for a reason of its own, with a code that is not known. */
let various: CallsOf;

beforeAll(async () => {
  database = await testDatabase();
  const uri = new URL(database.uri);
  uri.searchParams.set('monitorCommands', 'true');
  connection = await connectDatabase(uri.href);
  const rows = manyCalls('large', CALLS);
  lists = await listsOver(connection, rows);
  campaign = countersOf('large', rows);
  const mostlyFailed = manyCalls('rare', RARE_AMONG, ['failed']);
  mostlyFailed.splice(-1, 1, ...manyCalls('rare', RARE_AMONG, ['success']).slice(-1));
  await addCalls(connection, mostlyFailed);
  rare = countersOf('rare', mostlyFailed);
  const ofTheirOwn = manyCalls('various', RARE_AMONG, ['failed']).map((row): ContactDocument => ({
    ...row,
    code: '9999',
    reason: `Line ${String(row.seq % VARIOUS)}`,
    resultKey: 'other',
  }));
  await addCalls(connection, ofTheirOwn);
  various = countersOf('various', ofTheirOwn);
  recorder = recordCommands(connection);
}, 240_000);

afterAll(async () => {
  await connection.close();
  await database.stop();
});

/** Returns the keys and documents that the database examines for a page. */
async function costOf(
  query: object,
  page: number,
  of = campaign,
): Promise<{ keys: number; documents: number }> {
  recorder.take();
  await lists.page(of, { query: callQueryFields.parse(query), page, size: SIZE });
  const costs = await Promise.all(recorder.take().map((sent) => examinedBy(connection, sent)));
  return costs.reduce((sum, cost) => ({
    keys: sum.keys + cost.keys,
    documents: sum.documents + cost.documents,
  }));
}

const FILTERS = [{}, ...CALL_STATUSES.map((status) => ({ status })), { reason: '4006' }];
const QUERIES = FILTERS.flatMap((filter) =>
  CALL_SORTS.flatMap((sort) => SORT_DIRECTIONS.map((direction) => ({ ...filter, sort, direction }))),
);

describe('of 100,000 calls', () => {
  it.each(QUERIES.map((query) => [JSON.stringify(query), query] as const))(
    'a page costs no more than its rows, and a known place: %s',
    async (_, query) => {
      const first = await costOf(query, 1);
      // Up to 1,000 calls are counted by their keys.
      expect(first.keys).toBeLessThan(1_500);
      expect(first.documents).toBeLessThan(1_500);

      // The jump finds the places of the pages before it.
      await costOf(query, 2_000);
      const again = await costOf(query, 1_999);
      expect(again.keys).toBeLessThan(1_500 + 2 * SHARE * ROWS_PER_ANCHOR);
      const isCovered = !('status' in query) || query.status === 'failed';
      if (isCovered && query.sort !== 'status') expect(again.documents).toBeLessThan(1_500);
    },
  );

  it.each(SORT_DIRECTIONS)(
    'sorted by status (%s) costs no more where hardly any was delivered',
    async (direction) => {
      const { keys, documents } = await costOf({ sort: 'status', direction }, 1, rare);
      expect(keys).toBeLessThan(1_500);
      expect(documents).toBeLessThan(1_500);
    },
  );

  it.each([{}, { status: 'failed' }, { reason: 'other' }, { reason: '4006' }])(
    'a page of %j costs no more where the carrier gave thousands of texts',
    async (filter) => {
      for (const sort of CALL_SORTS)
        for (const page of [1, 2]) {
          const { keys, documents } = await costOf({ ...filter, sort }, page, various);
          expect({ sort, keys: keys < 1_500 }).toEqual({ sort, keys: true });
          expect({ sort, documents: documents < 100 }).toEqual({ sort, documents: true });
        }
    },
  );

  it.each(['a', 'an', 'ana l', '200', '(200) 00', 'z', '%', '🎉'])(
    'a search for %s reads a bounded number of calls',
    async (search) => {
      for (const filter of [{}, { status: 'failed' }, { reason: '4006', sort: 'date' }]) {
        const { keys, documents } = await costOf({ ...filter, search }, 1);
        const most = 'sort' in filter || 'status' in filter ? 8_000 : 2_000;
        expect(keys).toBeLessThan(most);
        expect(documents).toBeLessThan(most);
      }
    },
  );
});
