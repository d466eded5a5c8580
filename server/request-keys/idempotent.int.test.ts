import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { runIdempotent, type IdempotentWork } from './idempotent.ts';
import { createRequestKeys } from './request-keys.ts';

const AFTER_LEASE_MS = 61_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

/** A key whose first try has been silent for longer than its lease, and requests under the same key. */
async function silentTry() {
  const clock = createTestClock();
  const { requestKeys } = createRequestKeys(database.connection);
  const request = { uid: newId(), key: 'k', digest: 'd' };
  const work = (change: Partial<IdempotentWork<string, string>>): IdempotentWork<string, string> => ({
    ids: 'second',
    perform: (ids) => Promise.resolve(`done by ${ids}`),
    recall: () => Promise.resolve(undefined),
    withdraw: () => Promise.resolve(true),
    ...change,
  });
  const ask = (change: Partial<IdempotentWork<string, string>>) =>
    runIdempotent({ requestKeys, clock }, request, work(change));
  await new Promise<void>((begun) => {
    const perform = () => {
      begun();
      return new Promise<string>(() => undefined);
    };
    void ask({ ids: 'first', perform });
  });
  clock.advance(AFTER_LEASE_MS);
  return { ask };
}

it('a silent try is withdrawn under its own ids before another takes its place', async () => {
  const { ask } = await silentTry();
  const steps: string[] = [];
  const answer = await ask({
    withdraw: (ids) => {
      steps.push(`withdraw ${ids}`);
      return Promise.resolve(true);
    },
    perform: (ids) => {
      steps.push(`perform ${ids}`);
      return Promise.resolve('done');
    },
  });
  expect([answer, ...steps]).toEqual(['done', 'withdraw first', 'perform second']);
});

it('a silent try that had an effect after all keeps its place, and nothing is done twice', async () => {
  const { ask } = await silentTry();
  const performed: string[] = [];
  const asked = ask({
    withdraw: () => Promise.resolve(false),
    perform: (ids) => {
      performed.push(ids);
      return Promise.resolve('done');
    },
  });
  await expect(asked).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(performed).toEqual([]);
  await expect(ask({ recall: () => Promise.resolve('done by first') })).resolves.toBe('done by first');
});

it('of two requests that find a silent try at once, one takes its place', async () => {
  const { ask } = await silentTry();
  const performed: string[] = [];
  const bothWithdrew = deferred();
  let withdrawn = 0;
  const repeat = (ids: string) =>
    ask({
      ids,
      withdraw: async () => {
        withdrawn += 1;
        if (withdrawn === 2) bothWithdrew.resolve();
        await bothWithdrew.promise;
        return true;
      },
      perform: (own) => {
        performed.push(own);
        return Promise.resolve(`done by ${own}`);
      },
    });
  const answers = await Promise.allSettled([repeat('second'), repeat('third')]);
  expect(performed).toHaveLength(1);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
