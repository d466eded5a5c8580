import { expect, test } from 'vitest';
import { HOUR_MS, SECOND_MS } from '#shared/time-units.ts';
import { MAX_WINDOWS } from '#server/features/drops/contacts/call-store.ts';
import { isWithinHours } from './calling-times.ts';
import { PendingWindows } from './pending-windows.ts';

const NOW = new Date('2027-01-12T15:00:00Z');

type Deps = ConstructorParameters<typeof PendingWindows>[0];

/** Window classes with the time for which each is open yet; closed ones have none. */
function depsOf(windows: ReadonlyMap<string, number | undefined>): Deps {
  const openUntil = (window: string) => {
    const left = windows.get(window);
    return left === undefined ? undefined : new Date(NOW.getTime() + left);
  };
  const known = {
    calls: { listWindows: () => Promise.resolve([...windows.keys()]) },
    calendar: { mode: 'enforce', openUntil },
    clock: { now: () => NOW },
    options: { claimLeaseMs: 5 * SECOND_MS },
  };
  return known as unknown as Deps;
}

async function claimable(windows: ReadonlyMap<string, number | undefined>) {
  const pending = new PendingWindows(depsOf(windows));
  await pending.read({ id: 'campaign' });
  return pending.claimable({ callingHours: null });
}

test('of many classes in different states those that close first are claimed', async () => {
  const open = Array.from(
    { length: MAX_WINDOWS + 50 },
    (_, n) => [`open ${String(n)}`, (500 - n) * HOUR_MS] as const,
  );
  const { windows } = await claimable(new Map<string, number | undefined>([['closed', undefined], ...open]));
  const first = open.slice(50).map(([window]) => window);
  expect(windows).toEqual(first.reverse());
});

test('where all are open every call is read, and those of a class that appeared since are left', async () => {
  const { windows, includes } = await claimable(new Map([['New York', HOUR_MS]]));
  expect(windows).toBeUndefined();
  expect([includes('New York'), includes('Chicago')]).toEqual([true, false]);
});

test('a class that closes before a claim could be placed is left', async () => {
  const { windows } = await claimable(
    new Map([
      ['soon', 9 * SECOND_MS],
      ['later', 10 * SECOND_MS],
    ]),
  );
  expect(windows).toEqual(['later']);
});

test.each([
  [SECOND_MS, false],
  [SECOND_MS + 1, true],
  [undefined, false],
])('with %s ms until it closes, a call may be requested: %s', (left, may) => {
  const deps = depsOf(new Map([['New York', left]]));
  expect(isWithinHours(deps, { callingHours: null }, 'New York')).toBe(may);
});
