import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { runIdempotent, type IdempotentWork } from './idempotent.ts';
import { createIdempotencyKeys } from './idempotency-key-store.ts';

const AFTER_LEASE_MS = 61_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

/** A key whose first attempt has outlived its lease without a result, and requests under the same key. */
async function expiredAttempt() {
  const clock = createTestClock();
  const { idempotencyKeys } = createIdempotencyKeys(database.connection);
  const request = { uid: newId(), key: 'k', digest: 'd' };
  const work = (change: Partial<IdempotentWork<string, string>>): IdempotentWork<string, string> => ({
    idsSchema: z.string(),
    resultSchema: z.string(),
    ids: 'second',
    perform: (ids) => Promise.resolve(`done by ${ids}`),
    lookup: () => Promise.resolve({ kind: 'none' }),
    cancel: () => Promise.resolve(true),
    ...change,
  });
  const send = (change: Partial<IdempotentWork<string, string>>) =>
    runIdempotent({ idempotencyKeys, clock }, request, work(change));
  await new Promise<void>((started) => {
    const perform = () => {
      started();
      return new Promise<string>(() => undefined);
    };
    void send({ ids: 'first', perform });
  });
  clock.advance(AFTER_LEASE_MS);
  return { send };
}

it('an expired attempt is canceled under its own ids before another replaces it', async () => {
  const { send } = await expiredAttempt();
  const steps: string[] = [];
  const result = await send({
    cancel: (ids) => {
      steps.push(`cancel ${ids}`);
      return Promise.resolve(true);
    },
    perform: (ids) => {
      steps.push(`perform ${ids}`);
      return Promise.resolve('done');
    },
  });
  expect([result, ...steps]).toEqual(['done', 'cancel first', 'perform second']);
});

it('an expired attempt that has taken effect is not replaced, and nothing is performed twice', async () => {
  const { send } = await expiredAttempt();
  const performed: string[] = [];
  const sent = send({
    cancel: () => Promise.resolve(false),
    perform: (ids) => {
      performed.push(ids);
      return Promise.resolve('done');
    },
  });
  await expect(sent).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(performed).toEqual([]);
  await expect(
    send({ lookup: () => Promise.resolve({ kind: 'done', result: 'done by first' }) }),
  ).resolves.toBe('done by first');
});

it('of two concurrent requests that find an expired attempt, exactly one replaces it', async () => {
  const { send } = await expiredAttempt();
  const performed: string[] = [];
  const bothCanceled = deferred();
  let canceled = 0;
  const repeat = (ids: string) =>
    send({
      ids,
      cancel: async () => {
        canceled += 1;
        if (canceled === 2) bothCanceled.resolve();
        await bothCanceled.promise;
        return true;
      },
      perform: (own) => {
        performed.push(own);
        return Promise.resolve(`done by ${own}`);
      },
    });
  const results = await Promise.allSettled([repeat('second'), repeat('third')]);
  expect(performed).toHaveLength(1);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
