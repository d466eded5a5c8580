import { createIndexes } from '#server/app/database/indexes.ts';
import type { PlanId } from '#shared/plans.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { runBuilt } from '#server/testing/crash/run-built.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';

/** The only user of the database. */
export const EMAIL = 'Ann@example.com';

/** `npm run credits` on a database of its own. */
export interface CreditsCommandTest {
  database: TestDatabase;
  /** The user's stream, which begins with the credits of the Launch plan. */
  streamId: string;
  /** Inserts a paid invoice that billing has granted credits for. */
  insertInvoice(id: string, plan: PlanId): Promise<void>;
  /** Runs `npm run credits -- …` in its own process. */
  credits(...args: string[]): ReturnType<typeof runBuilt>;
}

/** Builds Hark, and makes a database with one user. */
export async function startCreditsCommand(): Promise<CreditsCommandTest> {
  const { credits: script } = await buildHark();
  const database = await testDatabase();
  const streamId = newId();
  const { connection } = database;
  const insertInvoice = async (id: string, plan: PlanId): Promise<void> => {
    const paid = { streamId, plan, planTotal: 1, reason: 'first', status: 'paid', outcome: 'granted' };
    await connection.collection<{ _id: string }>('billing_invoices').insertOne({ _id: id, ...paid });
  };
  const { credits } = composeTestFeatures(connection);
  await createIndexes(credits);
  await connection
    .collection<Record<string, string> & { _id: string }>('users')
    .insertOne({ _id: 'ann', email: EMAIL, emailLower: EMAIL.toLowerCase(), streamId });
  await insertInvoice('in_1', 'launch');
  const start = new Date('2026-11-01T00:00:00Z');
  await credits.ledger.execute(streamId, {
    type: 'grant',
    key: 'grant:invoice:in_1',
    plan: 'launch',
    source: { kind: 'invoice', id: 'in_1' },
    period: { id: 'in_1', start },
  });
  await credits.close();
  return {
    database,
    streamId,
    insertInvoice,
    credits: (...args) => runBuilt(script, database.uri, args),
  };
}
