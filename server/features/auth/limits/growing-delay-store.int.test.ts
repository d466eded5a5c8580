import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createIndexes } from '#server/app/database/indexes.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createAttemptModel, type AttemptLimiter } from './attempt-store.ts';
import { createGrowingDelay } from './growing-delay-store.ts';

let database: TestDatabase;
let clock: ReturnType<typeof createTestClock>;
let attempts: AttemptLimiter;
beforeAll(async () => {
  database = await testDatabase();
  await createIndexes({ models: [createAttemptModel(database.connection)] });
});
afterAll(() => database.stop());
beforeEach(async () => {
  await database.connection.collection('auth_attempts').deleteMany({});
  clock = createTestClock(new Date('2026-11-20T09:30:00Z'));
  const delay = { name: 'test', free: 3, firstSeconds: 2, longestSeconds: 10, forgottenAfterSeconds: 60 };
  attempts = createGrowingDelay(database.connection, clock, delay);
});

/** Returns how many seconds each of some attempts has to wait, which it does. */
async function waits(count: number, subject = 'ana'): Promise<number[]> {
  const seconds: number[] = [];
  while (seconds.length < count) {
    const wait = await attempts.take(subject);
    clock.advance(wait * 1_000);
    if (wait > 0) expect(await attempts.take(subject)).toBe(0);
    seconds.push(wait);
  }
  return seconds;
}

test('a few attempts are free, and each after them waits twice as long, up to the longest', async () => {
  expect(await waits(7)).toEqual([0, 0, 0, 2, 4, 8, 10]);
  expect(await waits(1, 'bob')).toEqual([0]);
});

test('an attempt that comes too early is not counted', async () => {
  await waits(3);
  for (const _ of [1, 2, 3]) expect(await attempts.take('ana')).toBe(2);
  clock.advance(2_000);
  expect(await attempts.take('ana')).toBe(0);
  expect(await attempts.take('ana')).toBe(4);
});

test('attempts are forgotten after a time, or at once when they are cleared', async () => {
  await waits(5);
  await attempts.clear('bob');
  expect(await attempts.take('ana')).toBeGreaterThan(0);
  await attempts.clear('ana');
  expect(await waits(4)).toEqual([0, 0, 0, 2]);
  clock.advance(60_000);
  expect(await waits(1)).toEqual([0]);
});

test('an attempt that was taken back does not count, and of parallel ones each is counted', async () => {
  await waits(3);
  await attempts.reward('ana');
  expect(await waits(2)).toEqual([0, 2]);
  const parallel = await Promise.all([1, 2, 3, 4, 5].map(() => attempts.take('bob')));
  expect(parallel.filter((wait) => wait === 0)).toHaveLength(3);
});
