import { join } from 'node:path';
import { pino } from 'pino';
import type { PlanId } from '#shared/plans.ts';
import type { CallingMode } from '#shared/schemas/calling/calling.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { systemClock, type Clock } from '#server/platform/lib/clock.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import type { DropOptions } from '#server/features/drops/drops-deps.ts';
import { NO_INSTRUMENTS } from '#server/platform/lib/observability/instruments.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { createJobs } from '#server/platform/work/jobs.ts';
import { type LocalCarrier } from '#server/emulators/carrier/carrier.ts';
import { createLocalObjects } from '#server/emulators/objects/local-objects.ts';
import { createLocalSpeech } from '#server/emulators/speech/speech.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import type { Mail, Mailer } from '#server/providers/mail/port.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import type { PreviewJobs } from '#server/features/voices/previews/preview-deps.ts';
import type { FoundVoice } from '#server/features/voices/api.ts';
import { contextOf, TEST_PROFILES } from './test-context.ts';
import { composeTestFeatures } from './test-features.ts';
import type { Features } from '#server/app/features.ts';
import { createBackgroundTasks } from '#server/platform/lib/concurrency/background-tasks.ts';

const log = pino({ level: 'silent' });

export const SECRET = 'callback-secret';

/** Job control of a worker that is never stopped. */
export const BUSY = { signal: new AbortController().signal, heartbeat: () => Promise.resolve() };

export interface NodeOptions {
  clock?: Clock;
  /** Skips the wait for calling hours unless it is `enforce`. */
  callingHours?: CallingMode;
  drops?: Partial<DropOptions>;
  mailer?: Mailer;
  metrics?: Metrics;
  /** Wraps the carrier. */
  carrier?: (real: VoicemailCarrier) => VoicemailCarrier;
  /** Wraps the speech provider. */
  speech?: (real: SpeechSynthesizer) => SpeechSynthesizer;
  /** Wraps the object store. */
  objects?: (real: ObjectStore) => ObjectStore;
  /** Wraps the dependencies of the campaign use cases. */
  deps?: (real: CampaignsDeps) => CampaignsDeps;
  /** Whether workers make its previews. By default it makes them itself, at once, so that a test knows which process does. */
  enqueuesPreviews?: boolean;
  /** Whether an account is being erased; none is by default. */
  isClosed?: (uid: string) => boolean;
  /** Since when an account is suspended; none is by default. */
  suspendedAt?: (uid: string) => Date | undefined;
}

/** One process of Hark with the campaign features, on its own connection. */
export type CampaignNode = Awaited<ReturnType<typeof startNode>>;

interface NodeParts {
  uri: string;
  local: LocalCarrier;
  origin: string;
  dataDir: string;
  options: NodeOptions;
  /** The first node of a system creates the indexes. */
  first: boolean;
}

export async function startNode({ uri, local, origin, dataDir, options, first }: NodeParts) {
  const { clock = systemClock } = options;
  const connection = await connectDatabase(uri);
  const real = createDropCowboyCarrier({
    ...local,
    phoneLineId: 'local',
    callbackUrl: `${origin}/webhooks/carrier/${SECRET}`,
    clock: systemClock,
  });
  const carrier = options.carrier?.(real) ?? real;
  const speech = createLocalSpeech();
  const objects = await createLocalObjects({ folder: join(dataDir, 'objects'), publicUrl: origin, clock });
  const mails: Mail[] = [];
  const making = createBackgroundTasks(log);
  const ownPreviews: PreviewJobs = {
    make: async (userId) => {
      making.run('make previews', async () => void (await features.previews.make(userId, BUSY)));
    },
  };
  const features: Features = composeTestFeatures(connection, {
    clock,
    settings: {
      DATA_DIR: dataDir,
      DROPS_PER_MINUTE: '600000',
      CALLING_HOURS: options.callingHours ?? 'skip-waits',
    },
    callbackSecrets: [SECRET],
    ...(options.metrics && { instruments: { ...NO_INSTRUMENTS, metrics: options.metrics } }),
    providers: {
      carrier,
      speech: options.speech?.(speech) ?? speech,
      objects: { ...objects, store: options.objects?.(objects.store) ?? objects.store },
      mailer: options.mailer ?? { send: (mail) => Promise.resolve(void mails.push(mail)) },
    },
    overrides: {
      jobs: () => createJobs({ connection, log, clock: systemClock }),
      queues: (make) => ({ ...make(), ...(options.enqueuesPreviews !== true && { previews: ownPreviews }) }),
      subscriptions: () => ({
        isSubscribed: (uid) => Promise.resolve(!uid.startsWith('nobody')),
        isPastDue: () => Promise.resolve(false),
        periodStartOf: () => Promise.resolve(undefined),
      }),
      users: () => ({
        byUid: (uid) =>
          Promise.resolve(
            options.isClosed?.(uid) === true
              ? undefined
              : { ...userOf(uid), suspendedAt: options.suspendedAt?.(uid) },
          ),
        streamIdOf: () => Promise.resolve(''),
      }),
      campaignVoices: () => ({
        ownership: (uid, id) => Promise.resolve(voiceOwnership(uid, id)),
        find: (uid, id) => Promise.resolve(voiceNamed(uid, id)),
      }),
      dropOptions: () => ({ reportDeadlineMs: 20_000, retryDelaysMs: [20, 40, 80], ...options.drops }),
      subscribeToReports: () => () => Promise.resolve(),
      campaignsDeps(make) {
        const deps = { ...make(), callingProfiles: TEST_PROFILES, preparationLeaseMs: 60_000 };
        return options.deps?.(deps) ?? deps;
      },
    },
  });
  const { campaigns, contactLists, credits, drops, jobs, keys, previews, stores, suppressions } = features;
  if (first) await createIndexes(credits, stores, drops, keys, previews, suppressions, contactLists);
  const createCaller = createCallerFactory(campaigns.router);
  const createListCaller = createCallerFactory(suppressions.router);
  const createSavedListCaller = createCallerFactory(contactLists.router);
  const createPreviewCaller = createCallerFactory(previews.router);
  let working = false;
  return {
    connection,
    credits,
    campaigns,
    /** The switch that stops all calls. */
    stops: features.calling.stops,
    drops,
    deps: features.campaignsDeps,
    /** Dependencies of the engine's use cases, for tests that call them directly. */
    engine: drops.deps,
    jobs,
    carrier,
    stores,
    /** Mails sent by this process, unless the test provides a mailer. */
    mails,
    /** Campaign procedures called as a user. */
    as: (user: SignedInUser, idempotencyKey?: string) => createCaller(contextOf(user, idempotencyKey)),
    previews: {
      ...previews,
      sweep: () => Promise.all(previews.duties.map((duty) => duty.run(BUSY))),
      idle: () => making.idle(),
    },
    objects: features.drops.deps.objects,
    /** Preview procedures called as a user. */
    previewsOf: (user: SignedInUser, idempotencyKey?: string) =>
      createPreviewCaller(contextOf(user, idempotencyKey)),
    contactLists,
    /** Saved list procedures called as a user. */
    savedListsOf: (user: SignedInUser, idempotencyKey?: string) =>
      createSavedListCaller(contextOf(user, idempotencyKey)),
    /** Do-not-call list procedures called as a user. */
    listOf: (user: SignedInUser) => createListCaller(contextOf(user)),
    /** Creates a user who has just paid for a plan. */
    async subscriber(plan: PlanId = 'launch', name = newId()): Promise<SignedInUser> {
      const user = { uid: name, streamId: newId() };
      const source = { kind: 'invoice' as const, id: newId() };
      const period = { id: source.id, start: new Date() };
      await credits.ledger.execute(user.streamId, {
        type: 'grant',
        key: `grant:invoice:${source.id}`,
        plan,
        source,
        period,
      });
      return user;
    },
    async startWorker() {
      working = true;
      await jobs.start([...drops.jobs, ...contactLists.jobs, ...previews.jobs]);
      const run = async () => {
        await campaigns.sweep();
        await contactLists.sweep();
        await drops.handlers.scan();
      };
      await jobs.recur([{ name: 'scan', everyMs: 30_000, run }]);
    },
    async stopWorker() {
      working = false;
      drops.stop();
      await jobs.stop();
    },
    async stop() {
      if (working) await jobs.stop();
      drops.stop();
      real.close();
      await credits.close();
      await connection.close();
    },
  };
}

function userOf(uid: string) {
  const email = `${uid}@hark.example`;
  return {
    uid,
    email,
    displayName: 'Ana',
    companyName: 'Ana Roofing',
    mutedMails: [],
    emailConfirmed: true,
    streamId: '',
  };
}

/** `voice-of-<uid>` belongs to that user; other voices do not exist. */
function voiceOwnership(uid: string, id: string): FoundVoice['kind'] {
  if (!id.startsWith('voice-of-')) return 'unknown';
  return id === `voice-of-${uid}` ? 'own' : 'foreign';
}

function voiceNamed(uid: string, id: string): FoundVoice {
  const kind = voiceOwnership(uid, id);
  return kind === 'own'
    ? { kind, voice: { id, title: 'My voice', providerVoiceId: `provider-${uid}` } }
    : { kind };
}
