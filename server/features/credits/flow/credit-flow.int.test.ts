import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreditFlowDay } from '#shared/schemas/billing/credits.ts';
import { daysInput } from '#shared/schemas/analytics.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { readEvent, type CreditEvent } from '#server/features/credits/events.ts';
import {
  createCreditEventModel,
  storedEvents,
  streamRange,
} from '#server/features/credits/stream/credit-event-store.ts';
import { adjustBy, campaign, grantOf, refundOf } from '#server/features/credits/testing/given.ts';
import { anyCommand } from '#server/features/credits/testing/arbitrary-commands.ts';
import {
  createLedgerIndexes,
  stoppedClock,
  testLedger,
} from '#server/features/credits/testing/test-ledger.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createCreditDayModel, createCreditDayStore, type CreditDayStore } from './credit-day-store.ts';
import { creditFlow, type CreditFlowDeps } from './credit-flow.ts';
import { createDaySumsStore } from './day-sums-store.ts';

const START = Date.parse('2026-10-01T22:00:00Z');

let database: TestDatabase;
let events: ReturnType<typeof createDaySumsStore>;
let days: CreditDayStore;
const clock = stoppedClock(new Date(START));

beforeAll(async () => {
  database = await testDatabase();
  const { connection } = database;
  await createLedgerIndexes(connection);
  events = createDaySumsStore(createCreditEventModel(connection));
  days = createCreditDayStore(createCreditDayModel(connection));
});
afterAll(async () => {
  await database.stop();
});

const flowOf = (streamId: string, range?: { from: string; to: string }, deps: Partial<CreditFlowDeps> = {}) =>
  creditFlow({ days, events, clock, ...deps }, streamId, range);

/** Executes commands, each some hours after the one before. Returns the stream. */
async function streamOf(
  commands: readonly { command: Parameters<typeof adjustBy>[0] | object; hours: number }[],
) {
  const streamId = newId();
  const ledger = testLedger(database.connection, { clock });
  let at = START;
  for (const { command, hours } of commands) {
    at += hours * 3_600_000;
    clock.set(new Date(at));
    await ledger.execute(streamId, command as never);
  }
  await ledger.close();
  return streamId;
}

async function eventsOf(streamId: string): Promise<CreditEvent[]> {
  const stored = storedEvents(createCreditEventModel(database.connection));
  return (await stored.find(streamRange(streamId)).sort({ _id: 1 }).toArray()).map(readEvent);
}

/** What the days of a range must be, one event after the other. */
function expectedDays(all: readonly CreditEvent[], from: string, to: string): CreditFlowDay[] {
  const expected: CreditFlowDay[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    const until = all.findLast((event) => event.at.toISOString().slice(0, 10) <= day);
    const sum = (...types: string[]) =>
      all
        .filter((event) => event.at.toISOString().startsWith(day) && types.includes(event.type))
        .reduce((total, { amount }) => total + amount, 0);
    expected.push({
      day,
      granted: sum('grant'),
      held: sum('hold'),
      deducted: sum('deduct'),
      released: sum('release'),
      adjusted: sum('adjust', 'refund'),
      balance: until?.balance.available ?? 0,
      on_hold: until?.balance.held ?? 0,
      debt: until?.balance.debt ?? 0,
    });
  }
  return expected;
}

test('each day has what its events did and the balance after them', async () => {
  const { hold, deduct, release } = campaign('c1');
  const streamId = await streamOf([
    { command: grantOf('launch'), hours: 0 },
    { command: hold(9), hours: 1 },
    { command: deduct(4), hours: 24 },
    { command: release('rest'), hours: 1 },
    { command: adjustBy(-50), hours: 48 },
    { command: refundOf(-20_000), hours: 1 },
  ]);
  const nothing = { granted: 0, held: 0, deducted: 0, released: 0, adjusted: 0 };
  expect(await flowOf(streamId, { from: '2026-09-30', to: '2026-12-31' })).toEqual({
    complete: true,
    days: [
      { day: '2026-09-30', ...nothing, balance: 0, on_hold: 0, debt: 0 },
      { ...nothing, day: '2026-10-01', granted: 20_000, held: 450, balance: 19_550, on_hold: 450, debt: 0 },
      { ...nothing, day: '2026-10-02', deducted: 200, balance: 19_550, on_hold: 250, debt: 0 },
      { ...nothing, day: '2026-10-03', released: 250, balance: 19_800, on_hold: 0, debt: 0 },
      { ...nothing, day: '2026-10-04', balance: 19_800, on_hold: 0, debt: 0 },
      { ...nothing, day: '2026-10-05', adjusted: -20_050, balance: 0, on_hold: 0, debt: 250 },
    ],
  });
});

test('of random streams, the days add up to the changes of the balance, in slices and from any day on', async () => {
  const sequence = fc.array(fc.record({ command: anyCommand, hours: fc.nat({ max: 30 }) }), {
    minLength: 1,
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(
      sequence,
      fc.nat({ max: 20 }),
      fc.integer({ min: 1, max: 7 }),
      async (commands, late, slice) => {
        const streamId = await streamOf(commands);
        const all = await eventsOf(streamId);
        const today = clock.now().toISOString().slice(0, 10);
        const from = new Date(START + late * DAY_MS).toISOString().slice(0, 10);
        let flow = await flowOf(streamId, { from, to: today }, { slice });
        while (!flow.complete) flow = await flowOf(streamId, { from, to: today }, { slice });

        expect(flow.days).toEqual(from > today ? [] : expectedDays(all, from, today));
        for (const [index, day] of flow.days.entries()) {
          const before = flow.days[index - 1];
          if (before === undefined) continue;
          const worth = ({ balance, debt }: CreditFlowDay) => balance - debt;
          const change = day.granted + day.released + day.adjusted - day.held;
          expect(worth(day) - worth(before)).toBe(change);
          expect(day.on_hold - before.on_hold).toBe(day.held - day.deducted - day.released);
        }
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);

const HELD = [
  { command: grantOf('dominate'), hours: 0 },
  ...Array.from({ length: 12 }, (_, n) => ({ command: campaign(`c${String(n)}`).hold(2), hours: 9 })),
];

test('events that come later are added to their day', async () => {
  const streamId = await streamOf(HELD.slice(0, 2));
  await flowOf(streamId);
  const ledger = testLedger(database.connection, { clock });
  await ledger.execute(streamId, campaign('later').hold(3));
  await ledger.close();
  const { days: shown } = await flowOf(streamId);
  expect(shown.at(-1)).toEqual(expectedDays(await eventsOf(streamId), '2026-10-02', '2026-10-02')[0]);
  expect(shown).toHaveLength(30);
});

test('a process that dies after any write, and two at once, add nothing twice', async () => {
  const expected = async (streamId: string) => ({
    complete: true,
    days: expectedDays(await eventsOf(streamId), '2026-10-01', '2026-10-06'),
  });
  const range = { from: '2026-10-01', to: '2026-10-07' };
  for (let writes = 0; writes < 6; writes += 1) {
    const streamId = await streamOf(HELD);
    let left = writes;
    const dying: CreditDayStore = {
      ...days,
      save: (...args) => (left-- > 0 ? days.save(...args) : Promise.reject(new Error('killed'))),
    };
    await flowOf(streamId, range, { days: dying, slice: 5 }).catch(() => undefined);
    const [one, other] = await Promise.all([
      flowOf(streamId, range, { slice: 5 }),
      flowOf(streamId, range, { slice: 4 }),
    ]);
    expect(one).toEqual(await expected(streamId));
    expect(other).toEqual(one);
    expect(await flowOf(streamId, range)).toEqual(one);
  }
});

test('a process that saves a day late, and dies then, takes nothing from what another has added up', async () => {
  const streamId = await streamOf(HELD);
  const range = { from: '2026-10-01', to: '2026-10-07' };
  let saves = 0;
  const late: CreditDayStore = {
    ...days,
    save: async (...args) => {
      saves += 1;
      // The first event of the second day, which has others.
      if (saves < 2) return days.save(...args);
      await flowOf(streamId, range);
      await days.save(...args);
      throw new Error('killed');
    },
  };
  await expect(flowOf(streamId, range, { days: late, slice: 1 })).rejects.toThrow('killed');
  expect((await flowOf(streamId, range)).days).toEqual(
    expectedDays(await eventsOf(streamId), '2026-10-01', '2026-10-06'),
  );
});

test('of a long stream, one call adds up a bounded number of events and says that some are left', async () => {
  const streamId = await streamOf(HELD);
  const range = { from: '2026-10-01', to: '2026-10-07' };
  const first = await flowOf(streamId, range, { slice: 1 });
  expect(first.complete).toBe(false);
  expect(first.days.at(-1)?.day).toBe('2026-10-03');
  expect((await flowOf(streamId, { from: '2026-10-06', to: '2026-10-07' }, { slice: 1 })).complete).toBe(
    false,
  );
  expect((await flowOf(streamId, range, { slice: 1 })).complete).toBe(true);
});

test('a user without events, and a range in the future, have no flow', async () => {
  clock.set(new Date('2026-11-20T10:00:00Z'));
  const { days: none } = await flowOf(newId());
  expect(none.every(({ balance, granted }) => balance === 0 && granted === 0)).toBe(true);
  expect(await flowOf(newId(), { from: '2027-01-01', to: '2027-02-01' })).toEqual({
    days: [],
    complete: true,
  });
});

test.each([
  [{ from: '2026-11-20', to: '2026-11-19' }, 'to'],
  [{ from: '2025-11-19', to: '2026-11-20' }, 'from'],
  [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
  [{ from: '2026-11-20', to: 'today' }, 'to'],
])('the range %o is refused and names its field', (range, field) => {
  expect(daysInput.safeParse(range).error?.issues[0]?.path).toEqual([field]);
});
