import type { Connection } from 'mongoose';
import { createIndexes } from '#server/app/database/indexes.ts';
import type { Features } from '#server/app/features.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import { NO_JOBS } from '#server/testing/fakes/no-jobs.ts';
import { TEST_PROFILES } from '#server/testing/system/test-context.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';

const CREDITS = 1_000_000_000;
const OWNER = {
  email: 'ana@hark.example',
  displayName: 'Ana',
  companyName: '',
  mutedMails: [],
  emailConfirmed: true,
  streamId: 's',
};

/** Runs `work` with the real features on a database with their indexes, without jobs. They cannot use providers. */
export async function withFeatures<Result>(
  connection: Connection,
  work: (features: Features) => Promise<Result>,
): Promise<Result> {
  const features = composeTestFeatures(connection, {
    providers: new Proxy({}, { get: () => ({}) }),
    overrides: {
      jobs: () => NO_JOBS,
      users: () => ({
        byUid: (uid) => Promise.resolve({ uid, ...OWNER }),
        streamIdOf: () => Promise.resolve(undefined),
      }),
      subscriptions: () => ({
        isSubscribed: () => Promise.resolve(true),
        isPastDue: () => Promise.resolve(false),
        periodStartOf: () => Promise.resolve(undefined),
      }),
      campaignVoices: () => ({
        ownership: () => Promise.resolve('own'),
        find: (_, id) => Promise.resolve({ kind: 'own', voice: { id, title: 'Ana', providerVoiceId: id } }),
      }),
      campaignsDeps: (make) => ({ ...make(), callingProfiles: TEST_PROFILES }),
    },
  });
  const { credits, drops, keys, stores, suppressions } = features;
  await createIndexes(credits, stores, keys, suppressions, drops);
  try {
    return await work(features);
  } finally {
    await credits.close();
  }
}

/** Gives an account a plan and more credits than any bench spends. Safe to run concurrently in several processes. */
export async function fund(ledger: CreditLedger, streamId: string): Promise<void> {
  const id = 'invoice';
  const source = { kind: 'invoice' as const, id };
  const period = { id, start: new Date(0) };
  await ledger.execute(streamId, { type: 'grant', key: 'grant:1', plan: 'scale', source, period });
  await ledger.execute(streamId, { type: 'adjust', key: 'adjust:1', amount: CREDITS, reason: 'bench' });
}
