import { expect, test } from 'vitest';
import { createRun, isMet } from './bench.ts';
import type { Sample } from './sample.ts';

const runOf = (settings: Parameters<typeof createRun>[1]) => createRun(() => undefined, settings);

/** A contender that does 100 units in so many seconds each time, the first one to warm up. */
function taking(...seconds: number[]): () => Promise<Sample> {
  return () => Promise.resolve({ units: 100, seconds: seconds.shift() ?? 0, time: {} });
}

test('contenders are compared with the first one per round, after a warm-up', async () => {
  const contenders = [
    { name: 'limit', portion: taking(9, 1, 2, 10) },
    { name: 'ours', goal: { atLeast: 2 }, portion: taking(9, 0.25, 1, 10) },
  ];
  const { compare, results } = runOf({ rounds: 3 });
  await compare('work', contenders);
  expect(results).toMatchObject([
    { bench: 'work', contender: 'limit', ratio: { value: 1, low: 1, high: 1 }, rounds: 3 },
    {
      bench: 'work',
      contender: 'ours',
      ratio: { value: 2, low: 1, high: 4 },
      rounds: 3,
      goal: { atLeast: 2 },
    },
  ]);
});

test('a goal for processor time has a row of its own', async () => {
  const portion = (database: number) => (): Promise<Sample> =>
    Promise.resolve({ units: 1, seconds: 1, time: { bench: 0.5, database } });
  const { compare, results } = runOf({ rounds: 2 });
  await compare('work', [
    { name: 'limit', portion: portion(0.5) },
    { name: 'ours', timeGoal: { atMost: 2 }, portion: portion(1.25) },
  ]);
  expect(results.map(({ contender, ratio, goal }) => [contender, ratio.value, goal])).toEqual([
    ['limit', 1, undefined],
    ['ours', 1, undefined],
    ['ours: processor time', 1.75, { atMost: 2 }],
  ]);
  expect(results[1]?.processorTime?.value).toBe(1.75);
});

test('figures of rounds without a baseline have rows of their own', async () => {
  let round = 0;
  const { inRounds, results } = runOf({});
  const { row } = await inRounds('alone', () => Promise.resolve((round += 1)), 3);
  const goal = { atMost: 5 };
  row('twice', (value) => 2 * value, goal);
  expect(results).toMatchObject([
    { bench: 'alone', contender: 'twice', ratio: { value: 4, low: 2, high: 6 }, rounds: 3, goal },
  ]);
});

test('a figure that the system does not tell has no row', () => {
  const { absolute, results } = runOf({});
  absolute('memory', 'peak, MB', Number.NaN);
  expect(results).toEqual([]);
});

test('a comparison whose time is over ends after two rounds', async () => {
  const contenders = [{ name: 'limit', portion: taking(9, 1, 1) }];
  const { compare, results } = runOf({ rounds: 9, limit: 0 });
  await compare('work', contenders);
  expect(results[0]?.rounds).toBe(2);
});

test('a goal is a lower or an upper bound', () => {
  const result = { ratio: { value: 1, low: 1, high: 1 } };
  expect(isMet({ ...result, goal: { atLeast: 1 } })).toBe(true);
  expect(isMet({ ...result, goal: { atLeast: 1.1 } })).toBe(false);
  expect(isMet({ ...result, goal: { atMost: 1 } })).toBe(true);
  expect(isMet({ ...result, goal: { atMost: 0.9 } })).toBe(false);
  expect(isMet(result)).toBeNull();
});
