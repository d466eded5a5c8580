import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { NO_JOBS } from '#server/testing/fakes/no-jobs.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

/** Where due work waits, and the field that a claim moves ahead. */
const DUE: [collection: string, field: string, others?: object][] = [
  ['account_deletions', 'dueAt'],
  ['account_exports', 'dueAt'],
  ['billing_accounts', 'cardCheckAt', { liveSubscriptionId: 's' }],
  ['billing_auto_purchases', 'dueAt'],
  ['billing_mails', 'dueAt'],
  ['contact_lists', 'dueAt'],
  ['queued_mails', 'dueAt'],
  ['webhook_cursors', 'dueAt'],
  ['webhook_endpoints', 'mailDueAt'],
];

test('a duty of a worker that stops begins nothing more', async () => {
  const past = new Date(0);
  const of = (collection: string) => database.connection.collection<{ _id: string }>(collection);
  for (const [collection, field, others] of DUE)
    await of(collection).insertOne({ _id: 'due', [field]: past, ...others });
  // Those of a worker that stops are not used.
  const providers = new Proxy({}, { get: () => ({}) });
  const features = composeTestFeatures(database.connection, {
    providers,
    overrides: { jobs: () => NO_JOBS },
  });
  const stopped = { signal: AbortSignal.abort(), heartbeat: () => Promise.resolve() };
  const duties = features.modules().flatMap((module) => module.duties ?? []);
  await Promise.allSettled(duties.map((duty) => duty.run(stopped)));
  const begun: string[] = [];
  for (const [collection, field] of DUE)
    if ((await of(collection).countDocuments({ _id: 'due', [field]: past })) === 0) begun.push(collection);
  expect(begun).toEqual([]);
});
