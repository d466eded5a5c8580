import { expect, test } from 'vitest';
import { OpeningMemory, remember } from './remembered.ts';

test('a value is computed once for each key, and again once a full memory is emptied', () => {
  const memory = new Map<string, number>();
  let computed = 0;
  const valueOf = (key: string) => remember(memory, key, () => ++computed);
  expect(['a', 'b', 'a'].map(valueOf)).toEqual([1, 2, 1]);
  for (let key = memory.size; key < 20_000; key += 1) valueOf(String(key));
  expect([memory.size, valueOf('a')]).toEqual([20_000, 1]);
  valueOf('one more');
  expect(memory.size).toBe(1);
});

test('openings are remembered by hours, class and day, 200,000 days at most', () => {
  const memory = new OpeningMemory();
  let computed = 0;
  const compute = () => {
    computed += 1;
    return [{ from: computed, to: computed }];
  };
  const keys = [
    ['9-17', 'FL', 1],
    ['9-18', 'FL', 1],
    ['9-17', 'AL', 1],
    ['9-17', 'FL', 2],
  ] as const;
  const read = () => keys.map(([hours, window, day]) => memory.ofDay(hours, window, day, compute)[0]?.from);
  expect(read()).toEqual([1, 2, 3, 4]);
  expect(read()).toEqual([1, 2, 3, 4]);
  for (let day = 3; day < 200_000 - 1; day += 1) memory.ofDay('9-17', 'FL', day, compute);
  expect([computed, read()]).toEqual([200_000, [1, 2, 3, 4]]);
  memory.ofDay('9-17', 'FL', -1, compute);
  expect(read()).toEqual([200_002, 200_003, 200_004, 200_005]);
});
