import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERASURE_ORDER } from '#server/features/account/deletion/erasure-order.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { NO_JOBS } from '#server/testing/fakes/no-jobs.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';

/** The steps that have run when the request to delete an account has its response. */
const AT_ONCE = ['access', 'API keys', 'list of erasures'];

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

test('what a module holds of an account is erased in the order, what gives access at once', () => {
  // Nothing is sent or stored.
  const providers = new Proxy({}, { get: () => ({}) });
  const features = composeTestFeatures(database.connection, {
    providers,
    overrides: { jobs: () => NO_JOBS },
  });
  const steps = features.modules().flatMap(({ erasure = [] }) => erasure);
  expect(steps.map(({ name }) => name).sort()).toEqual([...ERASURE_ORDER].sort());
  expect(steps.filter(({ atOnce }) => atOnce).map(({ name }) => name)).toEqual(
    expect.arrayContaining(AT_ONCE),
  );
  expect(steps.filter(({ atOnce }) => atOnce)).toHaveLength(AT_ONCE.length);
});
