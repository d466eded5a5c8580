import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { PlanId } from '#shared/plans.ts';
import type { CallingMode } from '#shared/schemas/calling.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import { systemClock, type Clock } from '#server/lib/clock.ts';
import { connectDatabase } from '#server/composition/database.ts';
import { createIndexes } from '#server/composition/indexes.ts';
import type { DropOptions } from '#server/drops/drops-deps.ts';
import { serveReports } from '#server/testing/http/serve-reports.ts';
import { newId } from '#server/lib/ids.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { startLocalCarrier, type LocalCarrier } from '#server/emulators/carrier/carrier.ts';
import { createLocalObjects } from '#server/emulators/objects/local-objects.ts';
import { createLocalSpeech } from '#server/emulators/speech/speech.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import type { Mail, Mailer } from '#server/providers/mail/port.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import { createCallerFactory } from '#server/trpc/trpc.ts';
import type { FoundVoice } from '#server/voices/api.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { contextOf, TEST_PROFILES } from './test-context.ts';
import { composeTestFeatures } from './test-features.ts';

const log = pino({ level: 'silent' });
const SECRET = 'callback-secret';

export interface NodeOptions {
  clock?: Clock;
  /** Skips the wait for calling hours unless it is `enforce`. */
  callingHours?: CallingMode;
  drops?: Partial<DropOptions>;
  mailer?: Mailer;
  /** Wraps the carrier. */
  carrier?: (real: VoicemailCarrier) => VoicemailCarrier;
  /** Wraps the speech provider. */
  speech?: (real: SpeechSynthesizer) => SpeechSynthesizer;
  /** Wraps the object store. */
  objects?: (real: ObjectStore) => ObjectStore;
  /** Wraps the dependencies of the campaign use cases. */
  deps?: (real: CampaignsDeps) => CampaignsDeps;
}

/** One process of Hark with the campaign features, on its own connection. */
export type CampaignNode = Awaited<ReturnType<typeof startNode>>;

/** A call as recorded by the carrier. */
export interface CarrierRecord {
  attemptId: string;
  to: string;
  text: string;
  outcome: string;
  deliveries: number;
}

/**
 * Starts real components for campaigns: the embedded MongoDB, the ledger, the carrier emulator in its own process,
 * webhooks over HTTP, and any number of workers.
 */
export async function startTestSystem(carrierDelay = { min: 5, max: 30 }) {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-campaigns-'));
  const local = await startLocalCarrier({ dataDir, reportDelay: carrierDelay });
  const { server, origin, serve } = await startServer();
  const nodes: CampaignNode[] = [];
  return {
    database,
    /** `DATA_DIR` of its nodes. */
    dataDir,
    /** Origin for reports; a node must serve them. */
    origin,
    serve,
    async startNode(options: NodeOptions = {}): Promise<CampaignNode> {
      const first = nodes.length === 0;
      const node = await startNode({ uri: database.uri, local, origin, dataDir, options, first });
      if (nodes.length === 0) serve(node);
      nodes.push(node);
      return node;
    },
    /** Reports an attempt like the carrier's callback; returns the HTTP status. */
    async report(attemptId: string, code: number): Promise<number> {
      const response = await fetch(`${origin}/webhooks/carrier/${SECRET}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          drop_id: newId(),
          phone_number: '+12025550000',
          product_code: 'rvm',
          status: code === 0 ? 'success' : 'failure',
          reason: '',
          reason_code: code,
          dnc: code === 4016,
          foreign_id: attemptId,
        }),
      });
      return response.status;
    },
    /** Returns the carrier's calls for a campaign, by number. */
    async calls(campaignId: string): Promise<Map<string, CarrierRecord>> {
      const response = await fetch(`${local.baseUrl}/drops?campaign=${campaignId}`, {
        headers: { 'x-key': local.key, 'x-secret': local.secret },
      });
      const records = (await response.json()) as CarrierRecord[];
      return new Map(records.map((record) => [record.to.replace('+', ''), record]));
    },
    async stop() {
      for (const node of nodes) await node.stop();
      await new Promise((resolve) => server.close(resolve));
      await local.release();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

export type TestSystem = Awaited<ReturnType<typeof startTestSystem>>;

async function startServer() {
  let node: CampaignNode | undefined;
  const server = await serveReports(() => node?.drops.webhooks);
  return {
    server,
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    serve: (next: CampaignNode | undefined) => {
      node = next;
    },
  };
}

/** Job control of a worker that is never stopped. */
export const BUSY = { signal: new AbortController().signal, heartbeat: () => Promise.resolve() };

/** A carrier that accepts everything and never reports. */
export function silentCarrier(real: VoicemailCarrier): VoicemailCarrier {
  return { ...real, place: ({ attemptId }) => Promise.resolve({ kind: 'accepted', messageId: attemptId }) };
}

interface NodeParts {
  uri: string;
  local: LocalCarrier;
  origin: string;
  dataDir: string;
  options: NodeOptions;
  /** The first node of a system creates the indexes. */
  first: boolean;
}

async function startNode({ uri, local, origin, dataDir, options, first }: NodeParts) {
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
  const features = composeTestFeatures(connection, {
    clock,
    settings: {
      DATA_DIR: dataDir,
      DROPS_PER_MINUTE: '600000',
      CALLING_HOURS: options.callingHours ?? 'skip-waits',
    },
    callbackSecrets: [SECRET],
    providers: {
      carrier,
      speech: options.speech?.(speech) ?? speech,
      objects: { ...objects, store: options.objects?.(objects.store) ?? objects.store },
      mailer: options.mailer ?? { send: (mail) => Promise.resolve(void mails.push(mail)) },
    },
    overrides: {
      jobs: () => createJobs({ connection, log, clock: systemClock }),
      subscriptions: () => ({
        isSubscribed: (uid) => Promise.resolve(!uid.startsWith('nobody')),
        isPastDue: () => Promise.resolve(false),
        periodStartOf: () => Promise.resolve(undefined),
      }),
      users: () => ({
        byUid: (uid) => Promise.resolve(userOf(uid)),
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
    previews,
    objects: features.drops.deps.objects,
    /** Preview procedures called as a user. */
    previewsOf: (user: SignedInUser) => createPreviewCaller(contextOf(user)),
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
      await jobs.start({
        ...drops.handlers,
        advanceVoice: () => Promise.resolve(),
        buildList: features.contactLists.handlers.buildList,
        scan: async () => {
          await campaigns.sweep();
          await contactLists.sweep();
          await drops.handlers.scan();
        },
      });
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
  return { uid, email, displayName: 'Ana', companyName: 'Ana Roofing', emailConfirmed: true, streamId: '' };
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
