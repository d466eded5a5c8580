import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SettlementScheduler } from './settlement-scheduler.ts';

const SETTLE_AFTER_MS = 3_000;

/** A scheduler, and what it has scheduled. `hasOpen` says whether calls are outstanding, `total` how many contacts there are. */
function scheduling(change: { total?: number; hasOpen?: boolean } = {}) {
  const world = { total: 100_000, hasOpen: true, ...change };
  const [settled, warnings, checked]: [string[], unknown[], unknown[][]] = [[], [], []];
  const failing = { find: false, settle: false };
  const scheduler = new SettlementScheduler({
    settleAfterMs: SETTLE_AFTER_MS,
    campaigns: {
      find: () =>
        failing.find ? Promise.reject(new Error('down')) : Promise.resolve({ total: world.total }),
    },
    calls: {
      has: (...asked: unknown[]) => {
        checked.push(asked);
        return Promise.resolve(world.hasOpen);
      },
    },
    jobs: {
      settle: (id: string) => {
        settled.push(id);
        return failing.settle ? Promise.reject(new Error('down')) : Promise.resolve();
      },
    },
    log: { warn: (fields: unknown) => warnings.push(fields) },
  } as unknown as ConstructorParameters<typeof SettlementScheduler>[0]);
  return { scheduler, world, settled, warnings, checked, failing };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a thousand reports are settled at once, and those after them anew', async () => {
  const { scheduler, settled } = scheduling();
  scheduler.note('a', 999);
  await pass(0);
  expect(settled).toEqual([]);
  scheduler.note('a', 1);
  expect(settled).toEqual(['a']);
  scheduler.note('a', 1);
  await pass(SETTLE_AFTER_MS - 1);
  expect(settled).toEqual(['a']);
  await pass(1);
  expect(settled).toEqual(['a', 'a']);
});

test.each([
  [0, 200],
  [40, 200],
  [41, 205],
  [599, 2_995],
  [100_000, SETTLE_AFTER_MS],
])('reports of a campaign of %i contacts are settled after %i ms', async (total, wait) => {
  const { scheduler, settled } = scheduling({ total });
  scheduler.note('a', 1);
  await pass(wait - 1);
  scheduler.note('a', 1);
  expect(settled).toEqual([]);
  await pass(1);
  expect(settled).toEqual(['a']);
  await pass(10 * SETTLE_AFTER_MS);
  expect(settled).toEqual(['a']);
});

test('the last report of a campaign is settled as soon as no call is outstanding, which is asked once a moment', async () => {
  const { scheduler, world, settled, checked } = scheduling();
  for (let reports = 0; reports < 5; reports += 1) scheduler.note('a', 1);
  await pass(50);
  expect(checked).toEqual([['a', ['pending', 'claimed', 'placed']]]);
  world.hasOpen = false;
  scheduler.note('a', 1);
  await pass(49);
  expect(settled).toEqual([]);
  await pass(1);
  expect(settled).toEqual(['a']);
  await pass(SETTLE_AFTER_MS);
  expect([settled, checked.length]).toEqual([['a'], 2]);
});

test('campaigns wait for themselves', async () => {
  const { scheduler, settled } = scheduling();
  scheduler.note('a', 1);
  await pass(1_000);
  scheduler.note('b', 999);
  await pass(SETTLE_AFTER_MS - 1_000);
  expect(settled).toEqual(['a']);
  await pass(1_000);
  expect(settled).toEqual(['a', 'b']);
});

test('a stop settles all that waits, and leaves no timer', async () => {
  const { scheduler, settled } = scheduling();
  scheduler.note('a', 1);
  await pass(1);
  // Its contacts are not counted yet.
  scheduler.note('b', 1);
  scheduler.stop();
  expect(settled).toEqual(['a', 'b']);
  await pass(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('what cannot be asked or scheduled is logged, and the scan finds it', async () => {
  const { scheduler, settled, warnings, failing } = scheduling();
  failing.find = true;
  failing.settle = true;
  scheduler.note('a', 1);
  await pass(0);
  scheduler.stop();
  await pass(0);
  expect(settled).toEqual(['a']);
  expect(warnings).toMatchObject([{ campaignId: 'a' }, { campaignId: 'a' }]);
});
