import { Types, type Connection } from 'mongoose';
import { createIndexes } from '#server/app/database/indexes.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { callReasonKey, resultKeyOf } from '#shared/call-reasons.ts';
import { ANYWHERE } from '#shared/calling/window-class.ts';
import { CALL_STATUSES } from '#shared/campaign-lifecycle.ts';
import { SORT_DIRECTIONS } from '#shared/campaign-order.ts';
import { CALL_SORTS, callQueryFields, type CallQuery } from '#shared/schemas/campaigns/call-query.ts';
import {
  createContactModel,
  FINAL_STATES,
  type CallState,
  type ContactDocument,
} from '../contacts/contact-model.ts';
import { ContactStore } from '../contacts/contact-store.ts';
import { shownStatus } from '../contacts/present-contact.ts';
import { CallListStore } from './call-list-store.ts';
import { createCallLists } from './call-lists.ts';
import type { CallsOf } from './calls-of.ts';

const FIRST = ['Ana', 'Anna', 'Bo', 'Élise', 'Mary ann', 'O’neil', '100% real', 'Zoë', '漢字', '🎉 party'];
const LAST = ['Lee', 'Lopez', 'Smith', 'Smithson', 'De la cruz', '“quoted”', '.*', 'Ångström'];
const REASONS = [
  ['4006', 'Busy'],
  ['4002', 'Mailbox full'],
  ['', 'suppressed'],
  ['9999', 'Something new'],
] as const;
const STATES: readonly CallState[] = ['success', 'success', 'failed', 'pending', 'claimed', 'placed'];
const BATCH = 10_000;
const BEGAN = Date.UTC(2026, 10, 20, 9);

/** The same numbers in every run: the test fails again as it failed before. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns the calls of a campaign in every state, or in those given. */
export function manyCalls(
  campaignId: string,
  count: number,
  states: readonly CallState[] = STATES,
): ContactDocument[] {
  const random = sequence(count);
  return Array.from({ length: count }, (_, index): ContactDocument => {
    const status = states[random(states.length)] ?? 'pending';
    const [code, reason] = REASONS[random(REASONS.length)] ?? REASONS[0];
    const isFinal = FINAL_STATES.some((state) => state === status);
    return {
      _id: new Types.ObjectId(),
      campaignId,
      seq: index + 1,
      preparationId: 'create',
      run: 1,
      status,
      ...(isFinal ? { settlement: 1 } : { unsettled: true }),
      // Not in the order of the list.
      phone: String(12_000_000_000 + ((index * 7_919) % 1_000_003)),
      fields: {
        first_name: FIRST[random(FIRST.length)] ?? '',
        ...(random(20) > 0 && { last_name: LAST[random(LAST.length)] ?? '' }),
      },
      ...(status !== 'pending' && { at: new Date(BEGAN + random(count) * 10) }),
      ...(status === 'failed' && resultOf(status, code, reason)),
      ...(status === 'success' && resultOf(status, '0', '')),
    };
  });
}

function resultOf(status: 'success' | 'failed', code: string, reason: string) {
  return { code, reason, resultKey: resultKeyOf({ status, code, reason }) };
}

/** Returns calls of which every second was ended by an older version, which stored no key of the result. */
export function partlyOlder(rows: readonly ContactDocument[]): ContactDocument[] {
  return rows.map(({ resultKey, ...row }, index) => ({
    ...row,
    ...(index % 2 === 0 && resultKey !== undefined && { resultKey }),
  }));
}

/** Returns the campaign of these calls with its counters. */
export function countersOf(id: string, rows: readonly ContactDocument[]): CallsOf {
  const count = (state: CallState) => rows.filter(({ status }) => status === state).length;
  const [delivered, failed] = [count('success'), count('failed')];
  const progress = delivered + failed === rows.length ? 'all' : 'some';
  return { id, userId: 'u', total: rows.length, delivered, failed, progress, revision: '1' };
}

/** Stores calls in batches. */
export async function addCalls(connection: Connection, rows: readonly ContactDocument[]): Promise<void> {
  const { collection } = createContactModel(connection);
  for (let at = 0; at < rows.length; at += BATCH) await collection.insertMany(rows.slice(at, at + BATCH));
}

/** Stores calls with the indexes of the product. Returns their lists. */
export async function listsOver(connection: Connection, rows: readonly ContactDocument[]) {
  const model = createContactModel(connection);
  await createIndexes({ models: [model] });
  await addCalls(connection, rows);
  const contacts = new ContactStore(model, () => ANYWHERE);
  return createCallLists({ store: new CallListStore(model), contacts, clock: systemClock });
}

/** One of each kind of filter. */
export const CALL_FILTERS = [
  {},
  ...CALL_STATUSES.map((status) => ({ status })),
  { reason: '4006' },
  { status: 'failed', reason: 'other' },
  { status: 'success', reason: '4006' },
  { reason: 'suppressed' },
  { reason: '4019' },
] as const;

/** Returns which of these calls a query lists, by their numbers, without any index. */
export function expectedCalls(
  rows: readonly ContactDocument[],
  { status, reason, sort, direction }: CallQuery,
): number[] {
  const matching = rows.filter(
    (row) =>
      (status === undefined || shownStatus(row.status) === status) &&
      (reason === undefined || (row.status === 'failed' && callReasonKey(row) === reason)),
  );
  const sign = direction === 'asc' ? 1 : -1;
  const bytes = (text = '') => Buffer.from(text);
  const isFinal = ({ status: state }: ContactDocument) => state === 'success' || state === 'failed';
  const keys: Record<CallQuery['sort'], (a: ContactDocument, b: ContactDocument) => number> = {
    list: () => 0,
    number: (a, b) => (a.phone < b.phone ? -1 : 1),
    name: (a, b) =>
      bytes(a.fields.first_name).compare(bytes(b.fields.first_name)) ||
      bytes(a.fields.last_name).compare(bytes(b.fields.last_name)),
    status: (a, b) =>
      CALL_STATUSES.indexOf(shownStatus(a.status)) - CALL_STATUSES.indexOf(shownStatus(b.status)),
    date: (a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0),
  };
  const compare = (a: ContactDocument, b: ContactDocument) => sign * (keys[sort](a, b) || a.seq - b.seq);
  if (sort !== 'date') return matching.sort(compare).map(({ seq }) => seq);
  // Calls that are not final have no date yet.
  const open = matching.filter((row) => !isFinal(row)).sort((a, b) => a.seq - b.seq);
  return [...matching.filter(isFinal).sort(compare), ...open].map(({ seq }) => seq);
}

/** Each filter in each order. */
export const CALL_QUERIES = CALL_FILTERS.flatMap((filter) =>
  CALL_SORTS.flatMap((sort) =>
    SORT_DIRECTIONS.map((direction) => callQueryFields.parse({ ...filter, sort, direction })),
  ),
);
