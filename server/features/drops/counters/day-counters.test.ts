import { expect, test } from 'vitest';
import type { DayCounterDocument } from '#server/features/drops/settlement/day-counter-store.ts';
import type { SettlementDocument } from '#server/features/drops/settlement/settlement-store.ts';
import { checkDays } from './day-counters.ts';

type Deps = Parameters<typeof checkDays>[0];

const [MONDAY, TUESDAY] = ['2026-11-16', '2026-11-17'];
const settlement = (n: number, day: string, delivered: number, failed: number) =>
  ({
    campaignId: 'c1',
    n,
    day,
    delivered,
    failed,
    hours: { '1-09': { delivered, failed } },
  }) as unknown as SettlementDocument;
const counter = (day: string, delivered: number, failed: number, seen: Record<string, number>) =>
  ({
    day,
    delivered,
    failed,
    hours: { '1-09': { delivered, failed } },
    seen,
  }) as unknown as DayCounterDocument;

function checked(stored: DayCounterDocument[], settlements: SettlementDocument[], lastSettlement: number) {
  const written: [string, unknown, unknown?][] = [];
  const days = {
    listAll: () => Promise.resolve(stored),
    isUnchanged: (day: DayCounterDocument) => Promise.resolve(day.day === MONDAY),
    has: (id: string) => Promise.resolve(id === `ana:${MONDAY}`),
    correct: (...args: [unknown, unknown]) => Promise.resolve(written.push(['corrected', ...args]) > 0),
    restore: (document: unknown) => Promise.resolve(written.push(['restored', document]) > 0),
  };
  async function* streamOf<T>(...values: T[]) {
    yield* await Promise.resolve(values);
  }
  const deps = {
    days,
    campaigns: { streamOf: () => streamOf({ _id: 'c1', lastSettlement }) },
    settlements: { stream: () => streamOf(...settlements) },
  } as unknown as Deps;
  return { checks: checkDays(deps, 'ana'), written };
}

test('a day is what its settlements make, and a wrong counter is named with what is stored and counted', async () => {
  const stored = [counter(MONDAY, 5, 2, { c1: 2 }), counter(TUESDAY, 1, 0, { c1: 3 })];
  const settlements = [
    settlement(1, MONDAY, 3, 1),
    settlement(2, MONDAY, 2, 0),
    settlement(3, TUESDAY, 1, 0),
  ];
  const { checks, written } = checked(stored, settlements, 3);
  const [monday, tuesday] = await checks;
  expect(monday?.differences).toEqual([
    { counter: 'failed', stored: 2, counted: 1 },
    { counter: 'hours.1-09.failed', stored: 2, counted: 1 },
  ]);
  expect(tuesday?.differences).toEqual([]);
  expect([await monday?.isUnchanged(), await tuesday?.isUnchanged()]).toEqual([true, false]);
  await monday?.correct();
  const hours = { '1-09': { delivered: 5, failed: 1 } };
  expect(written).toEqual([['corrected', stored[0], { delivered: 5, failed: 1, hours }]]);
});

test('a settlement counts once its campaign or the day has seen it', async () => {
  const settlements = [settlement(1, MONDAY, 3, 1), settlement(2, MONDAY, 2, 0)];
  const differences = async (seen: number, last: number) => {
    const { checks } = checked([counter(MONDAY, 5, 1, { c1: seen })], settlements, last);
    return (await checks)[0]?.differences.map(({ counter: name, counted }) => [name, counted]);
  };
  expect(await differences(2, 1)).toEqual([]);
  expect(await differences(1, 2)).toEqual([]);
  expect(await differences(1, 1)).toEqual([
    ['delivered', 3],
    ['hours.1-09.delivered', 3],
  ]);
});

test('a day without a counter gets one, unless it was made meanwhile', async () => {
  const { checks, written } = checked([], [settlement(1, TUESDAY, 3, 1)], 1);
  const [tuesday] = await checks;
  expect(tuesday?.differences.map(({ counter: name, stored }) => [name, stored])).toEqual([
    ...[
      ['delivered', 0],
      ['failed', 0],
      ['hours.1-09.delivered', 0],
      ['hours.1-09.failed', 0],
    ],
  ]);
  expect(await tuesday?.isUnchanged()).toBe(true);
  await tuesday?.correct();
  const hours = { '1-09': { delivered: 3, failed: 1 } };
  const document = { _id: `ana:${TUESDAY}`, userId: 'ana', day: TUESDAY, delivered: 3, failed: 1, hours };
  expect(written).toEqual([['restored', { ...document, seen: { c1: 1 } }]]);
});
