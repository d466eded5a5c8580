import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIndexes } from '#server/app/database/indexes.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { createRateLimiter, modelOfCounts, type RateLimiter } from './rate-limiter.ts';

const COUNTS = { model: 'TestCounts', collection: 'test_counts' };
const LIMIT = { name: 'guess', attempts: 5, seconds: 3_600 };

let database: Awaited<ReturnType<typeof testDatabase>>;
let other: Awaited<ReturnType<typeof connectDatabase>>;
/** The limiters of two processes. */
let limiters: [RateLimiter, RateLimiter];

beforeAll(async () => {
  database = await testDatabase();
  other = await connectDatabase(database.uri);
  await createIndexes({ models: [modelOfCounts(database.connection, COUNTS)] });
  const limiterOf = (connection: typeof other) => createRateLimiter(connection, COUNTS.collection, LIMIT);
  limiters = [limiterOf(database.connection), limiterOf(other)];
});
afterAll(async () => {
  await other.close();
  await database.stop();
});

const endWindow = (key: string) =>
  database.connection
    .collection(COUNTS.collection)
    .updateOne({ key: `guess:${key}` }, { $set: { expire: new Date(Date.now() - 1_000) } });

/** Takes 50 attempts at once, in both processes; returns how many are allowed. */
async function allowed(key: string): Promise<number> {
  const waits = await Promise.all(
    Array.from({ length: 50 }, (_, index) => limiters[index % 2 === 0 ? 0 : 1].take(key)),
  );
  return waits.filter((wait) => wait === 0).length;
}

test('of 50 attempts at once exactly the limit is allowed, in the first window and in those after it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const key = `user-${String(round)}`;
    expect(await allowed(key)).toBe(5);
    await endWindow(key);
    expect(await allowed(key)).toBe(5);
    expect(await allowed(key)).toBe(0);
  }
});

test('an attempt that is taken back makes room for one, and only while it counts', async () => {
  const [limiter] = limiters;
  await limiter.take('back');
  await limiter.reward('back');
  expect(await allowed('back')).toBe(5);
  await endWindow('back');
  await limiter.reward('back');
  expect(await allowed('back')).toBe(5);
  await limiter.clear('back');
  await limiter.reward('back');
  expect(await allowed('back')).toBe(5);
});
