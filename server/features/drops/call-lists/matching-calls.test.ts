import { expect, test } from 'vitest';
import type { CallListStore } from './call-list-store.ts';
import type { CallsOf } from './calls-of.ts';
import { countMatching } from './matching-calls.ts';

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
