import { expect, test } from 'vitest';
import type { CallListStore } from './call-list-store.ts';
import type { CallsOf } from './calls-of.ts';
import { countMatching, MAX_SELECTED, rareSuccesses } from './matching-calls.ts';

type Filter = Parameters<typeof rareSuccesses>[2];

const COMPLETE = { success: false, failed: false };

/** Returns how many failed calls a list says there are, of which 7 can be counted and so many are in the counter. */
function failedCalls(progress: CallsOf['progress'], failed: number) {
  const store = { count: () => Promise.resolve(7) } as unknown as CallListStore;
  const calls = { id: 'c1', total: 9_000, delivered: 0, failed, progress } as CallsOf;
  return countMatching(store, calls, { status: 'failed', sort: 'list' }, COMPLETE);
}

test('while calls are made few are counted one by one, as their counter lags behind', async () => {
  expect(await failedCalls('some', 5)).toEqual({ count: 7, exact: true });
});

test('many calls, and those of a campaign that has ended, are in the counter', async () => {
  expect(await failedCalls('some', 2_000)).toEqual({ count: 2_000, exact: true });
  expect(await failedCalls('all', 5)).toEqual({ count: 5, exact: true });
});

test('few delivered calls of a list by status are named, many are not, nor those of a filter', async () => {
  const asked: unknown[] = [];
  const named = (delivered: number, filter: Partial<Filter>) => {
    const entries = (_equal: unknown, _index: unknown, limit: number, ofAll: boolean) => {
      asked.push([limit, ofAll]);
      return Promise.resolve(Array.from({ length: Math.min(delivered, limit) }, (_, n) => ({ seq: n + 1 })));
    };
    const store = { entries } as unknown as CallListStore;
    return rareSuccesses(store, 'c1', { sort: 'status', ...filter }, COMPLETE);
  };
  expect(await named(3, {})).toEqual([1, 2, 3]);
  expect(await named(MAX_SELECTED, {})).toHaveLength(MAX_SELECTED);
  expect(await named(MAX_SELECTED + 1, {})).toBeUndefined();
  expect(asked).toEqual(Array(3).fill([MAX_SELECTED + 1, true]));
  const filters: Partial<Filter>[] = [{ sort: 'date' }, { status: 'success' }, { reason: '4006' }];
  for (const filter of filters) expect(await named(3, filter)).toBeUndefined();
  expect(asked).toHaveLength(3);
});
