import { setMaxListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { MINUTE_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createRateSlotModel, RateSlotStore } from './rate-slot-store.ts';

const BEGIN = 1_800_000_000_000;
const BURST_MS = 1_000;
const never = new AbortController().signal;
setMaxListeners(0, never);

let database: TestDatabase;
let connections: Connection[];

beforeAll(async () => {
  database = await testDatabase();
  connections = await Promise.all([1, 2, 3].map(() => connectDatabase(database.uri)));
  const model = createRateSlotModel(database.connection);
  await model.init();
  await model.createIndexes();
});

afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await database.stop();
});

/** Processes that share a limit, each with its own connection, on one clock that does not advance. */
function processesAt(time: { now: number }, limit: string, perMinute: number, passes: number[]) {
  return connections.map((connection) =>
    createRateLimiter({
      limit,
      perMinute,
      slots: new RateSlotStore(createRateSlotModel(connection)),
      now: () => time.now,
      wait(ms) {
        passes.push(time.now + Math.max(0, ms));
        return Promise.resolve(true);
      },
    }),
  );
}

/** Returns the maximum number of passes within any window of this length. */
function mostWithin(passes: readonly number[], ms: number): number {
  const times = [...passes].sort((a, b) => a - b);
  let first = 0;
  return times.reduce((most, time, last) => {
    while ((times[first] ?? time) <= time - ms) first += 1;
    return Math.max(most, last - first + 1);
  }, 0);
}

describe('a rate limit over several processes', () => {
  it.each([
    ['high', 60_000, 900],
    ['low', 30, 20],
  ])('holds for their sum: a %s one of %i a minute', async (name, perMinute, each) => {
    const passes: number[] = [];
    const processes = processesAt({ now: BEGIN }, name, perMinute, passes);
    await Promise.all(
      processes.flatMap((limiter) => Array.from({ length: each }, () => limiter.pass(never))),
    );
    expect(passes.length).toBe(3 * each);
    // Each slot went to one process, and no two are closer than the limit allows.
    const interval = 60_000 / perMinute;
    expect(new Set(passes.map((time) => Math.round((time - BEGIN) / interval))).size).toBe(3 * each);
    expect(mostWithin(passes, 60_000)).toBeLessThanOrEqual(perMinute);
    expect(Math.max(...passes)).toBeLessThanOrEqual(BEGIN + 60_000 * ((3 * each) / perMinute + 0.1));
  });

  it('allows one burst of a second for all processes together', async () => {
    const passes: number[] = [];
    const time = { now: BEGIN };
    const processes = processesAt(time, 'idle', 600, passes);
    await Promise.all(processes.map((limiter) => limiter.pass(never)));
    time.now += 3_600_000;
    passes.length = 0;
    await Promise.all(processes.flatMap((limiter) => Array.from({ length: 20 }, () => limiter.pass(never))));
    const atOnce = passes.filter((passed) => passed === time.now);
    expect(atOnce.length).toBeLessThanOrEqual(600 * (BURST_MS / MINUTE_MS) + 1);
  });

  it('is not blocked by a process whose clock was hours ahead', async () => {
    const passes: number[] = [];
    const ahead = processesAt({ now: BEGIN + 5 * 3_600_000 }, 'clocks', 600, []);
    await ahead[0]?.pass(never);
    const [right] = processesAt({ now: BEGIN }, 'clocks', 600, passes);
    await right?.pass(never);
    expect(passes).toEqual([BEGIN]);
  });
});
