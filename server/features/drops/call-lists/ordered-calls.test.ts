import { expect, test } from 'vitest';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { CallListStore, ScanPart } from './call-list-store.ts';
import type { CallsOf, Matching } from './calls-of.ts';
import { valuesOf } from './keyset.ts';
import { manyCalls } from './call-lists-harness.ts';
import { OrderedCalls } from './ordered-calls.ts';
import { PageAnchors } from './page-anchors.ts';

const CALLS = 2_600;
const SIZE = 10;
const [FIRST, SECOND] = [1_100, 2_200];
type Calls = ReturnType<typeof manyCalls>;

const inOrder = (calls: Calls) => calls.toSorted((one, other) => (one.phone < other.phone ? -1 : 1));

/** Reads the calls from memory in the order of their numbers. */
function storeOf(calls: Calls): CallListStore {
  const part = ({ after, ascending }: ScanPart) => {
    const [phone] = after ?? [];
    const ordered = ascending ? inOrder(calls) : inOrder(calls).reverse();
    if (phone === undefined) return ordered;
    return ordered.filter((call) => (ascending ? call.phone > String(phone) : call.phone < String(phone)));
  };
  return {
    read: (of: ScanPart, limit: number) => Promise.resolve(part(of).slice(0, limit)),
    leap(of: ScanPart, count: number) {
      const passed = part(of).slice(0, count);
      const last = passed.length === count ? passed.at(-1) : undefined;
      return Promise.resolve(last ? { after: valuesOf(last, of.scan.keys) } : { passed: passed.length });
    },
  } as unknown as CallListStore;
}

interface ListOptions {
  list?: string;
  direction?: 'asc' | 'desc';
  matching?: Matching;
}

/** A process that keeps the places of pages; a page is read of the calls as they are then. */
function pages() {
  const [anchors, clock] = [new PageAnchors(), createTestClock()];
  const pageOf = async (
    calls: Calls,
    offset: number,
    { list = 'l', direction = 'asc', matching, ...more }: Partial<CallsOf> & ListOptions = {},
  ) => {
    const of = {
      id: 'c',
      userId: 'u',
      progress: 'all',
      revision: '1',
      total: calls.length,
      ...more,
    } as CallsOf;
    const ordered = new OrderedCalls(
      { store: storeOf(calls), anchors, clock },
      { calls: of, query: { sort: 'number', direction }, lacksKeys: { success: false, failed: false }, list },
    );
    const { rows } = await ordered.page({
      offset,
      after: undefined,
      size: SIZE,
      matching: matching ?? { count: calls.length, exact: true },
    });
    return rows.map(({ phone }) => phone);
  };
  return { pageOf, clock };
}
const rowsAt = (calls: Calls, offset: number) =>
  inOrder(calls)
    .slice(offset, offset + SIZE)
    .map(({ phone }) => phone);

const calls = manyCalls('c', CALLS);
/** The same without the first rows: every place lies elsewhere. */
const fewer = inOrder(calls).slice(70);

test.each<[string, Partial<CallsOf> & ListOptions]>([
  ['of another revision, as after a retry', { revision: '2' }],
  ['of another account', { userId: 'v' }],
  ['of another list', { list: 'm' }],
])('places of pages are not used for a list %s', async (_, other) => {
  const { pageOf } = pages();
  for (const offset of [FIRST, SECOND]) {
    expect(await pageOf(calls, offset)).toEqual(rowsAt(calls, offset));
    expect(await pageOf(fewer, offset, other)).toEqual(rowsAt(fewer, offset));
    expect(await pageOf(calls, offset)).toEqual(rowsAt(calls, offset));
  }
});

test('places counted from the end are not used for those from the beginning', async () => {
  const { pageOf } = pages();
  const many = manyCalls('c', 2 * CALLS);
  const offsets = [FIRST, many.length - FIRST - SIZE - 3, SECOND, many.length - SECOND - SIZE - 3];
  for (const offset of offsets) expect(await pageOf(many, offset)).toEqual(rowsAt(many, offset));
});

test('places are found again after 30 seconds while calls are made, and kept until then', async () => {
  const { pageOf, clock } = pages();
  const running = { progress: 'some' } as const;
  expect(await pageOf(calls, FIRST, running)).toEqual(rowsAt(calls, FIRST));
  clock.advance(30_000);
  expect(await pageOf(fewer, FIRST, running)).toEqual(rowsAt(calls, FIRST));
  clock.advance(1);
  expect(await pageOf(fewer, FIRST, running)).toEqual(rowsAt(fewer, FIRST));
});

test.each<[string, Partial<CallsOf> & ListOptions]>([
  ['is known only in part', { matching: { count: SECOND, exact: false } }],
  ['still moves', { progress: 'some', matching: { count: SECOND, exact: true } }],
])('pages are not counted from an end that %s', async (_, known) => {
  const { pageOf } = pages();
  for (const offset of [FIRST + 1, SECOND - SIZE])
    expect(await pageOf(calls, offset, known)).toEqual(rowsAt(calls, offset));
});
