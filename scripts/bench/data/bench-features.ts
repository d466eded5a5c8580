import type { Connection } from 'mongoose';
import { Router } from 'express';
import { HOUR_MS } from '#shared/time-units.ts';
import { composeFeatures, type Features } from '#server/app/features.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import { parseEnv } from '#server/app/env/env.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import type { Drop, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { TEST_PROFILES } from '#server/testing/system/test-context.ts';
import { NO_JOBS } from '#server/testing/fakes/no-jobs.ts';

const UNLIMITED = '1000000000';
const REPORT_DEADLINE_MS = HOUR_MS;
const CREDITS = 1_000_000_000;

const OWNER = {
  email: 'ana@hark.example',
  displayName: 'Ana',
  companyName: '',
  mutedMails: [],
  emailConfirmed: true,
  streamId: 's',
};

/**
 * Composes the real features on a database, except for jobs, which are dropped, and providers: `place` gets each drop
 * in this process.
 */
export function composeBenchFeatures(
  connection: Connection,
  place: (drop: Drop) => void = () => undefined,
): Features {
  return composeFeatures({
    env: parseEnv({ DROPS_PER_MINUTE: UNLIMITED }),
    connection,
    clock: systemClock,
    log: createLogger('warn'),
    baseUrl: 'https://hark.example',
    providers: {
      carrier: inProcessCarrier(place),
      speech: mute,
      objects: { store: emptyStore, router: Router() },
      mailer: { send: nothing },
    },
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
      // A single slice: no other campaign is waiting.
      dropOptions: () => ({ reportDeadlineMs: REPORT_DEADLINE_MS, sliceMs: Infinity }),
      campaignsDeps: (make) => ({ ...make(), callingProfiles: TEST_PROFILES, preparationLeaseMs: 60_000 }),
    },
  });
}

/** Gives an account a plan and more credits than any bench spends. */
export async function fund(ledger: CreditLedger, streamId: string, start = new Date()): Promise<void> {
  const id = 'invoice';
  const period = { id, start };
  const source = { kind: 'invoice' as const, id };
  await ledger.execute(streamId, { type: 'grant', key: 'grant:1', plan: 'scale', source, period });
  await ledger.execute(streamId, { type: 'adjust', key: 'adjust:1', amount: CREDITS, reason: 'bench' });
}

const nothing = () => Promise.resolve();

/** Accepts every drop. */
function inProcessCarrier(place: (drop: Drop) => void): VoicemailCarrier {
  return {
    capabilities: { idempotencyKeys: true },
    account: 'bench',
    subscribe: nothing,
    async addMedia({ onCreated }) {
      await onCreated?.('media');
      return 'media';
    },
    deleteMedia: nothing,
    place(drop) {
      place(drop);
      return Promise.resolve({ kind: 'accepted', messageId: drop.attemptId });
    },
    parseCallback: () => undefined,
    parseSignedWebhook: () => undefined,
    close: () => undefined,
  };
}

const mute = {
  cloneVoice: () => Promise.resolve({ id: 'voice', isReady: true }),
  findVoices: () => Promise.resolve([]),
  deleteVoice: nothing,
  speak: () => Promise.resolve(Buffer.alloc(1)),
};

const emptyStore = {
  presignUpload: () => Promise.reject(new Error('nothing is uploaded here')),
  presignDownload: () => Promise.resolve(''),
  put: nothing,
  putStream: nothing,
  read: () => Promise.resolve(undefined),
  stream: () => Promise.resolve(undefined),
  stat: () => Promise.resolve(undefined),
  list: () => Promise.resolve([]),
  delete: nothing,
};
