import { expect, test } from 'vitest';
import { absolute, compare, inRounds, isMet } from './bench.ts';
import type { Sample } from './sample.ts';

const say = (): void => undefined;

/** A contender that does 100 units in so many seconds each time, the first one to warm up. */
function taking(...seconds: number[]): () => Promise<Sample> {
  return () => Promise.resolve({ units: 100, seconds: seconds.shift() ?? 0, time: {} });
}

test('contenders are compared with the first one per round, after a warm-up', async () => {
  const contenders = [
    { name: 'limit', portion: taking(9, 1, 2, 10) },
    { name: 'ours', goal: { atLeast: 2 }, portion: taking(9, 0.25, 1, 10) },
  ];
  const results = await compare('work', contenders, { say, rounds: 3 });
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
  const results = await compare(
    'work',
    [
      { name: 'limit', portion: portion(0.5) },
      { name: 'ours', timeGoal: { atMost: 2 }, portion: portion(1.25) },
    ],
    { say, rounds: 2 },
  );
  expect(results.map(({ contender, ratio, goal }) => [contender, ratio.value, goal])).toEqual([
    ['limit', 1, undefined],
    ['ours', 1, undefined],
    ['ours: processor time', 1.75, { atMost: 2 }],
  ]);
  expect(results[1]?.processorTime?.value).toBe(1.75);
});

test('figures of rounds without a baseline have rows of their own', async () => {
  let round = 0;
  const { row } = await inRounds('alone', () => Promise.resolve((round += 1)), { rounds: 3 });
  const goal = { atMost: 5 };
  expect(row('twice', (value) => 2 * value, goal)).toMatchObject({
    bench: 'alone',
    contender: 'twice',
    ratio: { value: 4, low: 2, high: 6 },
    rounds: 3,
    goal,
  });
});

test('a comparison whose time is over ends after two rounds', async () => {
  const contenders = [{ name: 'limit', portion: taking() }];
  const [result] = await compare('work', contenders, { say, rounds: 9, limit: 0 });
  expect(result?.rounds).toBe(2);
});

test('a goal is a lower or an upper bound', () => {
  const result = absolute('b', 'c', 1);
  expect(isMet({ ...result, goal: { atLeast: 1 } })).toBe(true);
  expect(isMet({ ...result, goal: { atLeast: 1.1 } })).toBe(false);
  expect(isMet({ ...result, goal: { atMost: 1 } })).toBe(true);
  expect(isMet({ ...result, goal: { atMost: 0.9 } })).toBe(false);
  expect(isMet(result)).toBeNull();
});
