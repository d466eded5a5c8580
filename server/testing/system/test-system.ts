import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { pino } from 'pino';
import type { PlanId } from '#shared/plans.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import { createCampaignsFeature, createCampaignStores } from '#server/campaigns/campaigns-feature.ts';
import { systemClock, type Clock } from '#server/lib/clock.ts';
import { connectDatabase } from '#server/composition/database.ts';
import { createCreditsFeature } from '#server/credits/credits-feature.ts';
import type { DropOptions } from '#server/drops/drops-deps.ts';
import { createDropsDeps } from '#server/drops/create-drops-deps.ts';
import { createDropsFeature } from '#server/drops/drops-feature.ts';
import { errorHandler } from '#server/http/error-response.ts';
import { newId } from '#server/lib/ids.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { startLocalCarrier, type LocalCarrier } from '#server/emulators/carrier/carrier.ts';
import { createLocalObjects } from '#server/emulators/objects/local-objects.ts';
import { createLocalSpeech } from '#server/emulators/speech/speech.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import { createRequestKeys } from '#server/request-keys/request-key-store.ts';
import { createSuppressionsFeature } from '#server/suppressions/suppressions-feature.ts';
import type { Mail, Mailer } from '#server/providers/mail/port.ts';
import type { Context, SignedInUser } from '#server/trpc/context.ts';
import { createCallerFactory } from '#server/trpc/trpc.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';

const log = pino({ level: 'silent' });
const SECRET = 'callback-secret';

export interface NodeOptions {
  clock?: Clock;
  drops?: Partial<DropOptions>;
  mailer?: Mailer;
  /** Puts something between the engine and the carrier. */
  carrier?: (real: VoicemailCarrier) => VoicemailCarrier;
  /** Puts something between the engine and the speech provider. */
  speech?: (real: SpeechSynthesizer) => SpeechSynthesizer;
  /** Puts something between the engine and the object store. */
  objects?: (real: ObjectStore) => ObjectStore;
  /** Puts something between the use cases of campaigns and what they work with. */
  deps?: (real: CampaignsDeps) => CampaignsDeps;
}

/** One process of Hark as far as campaigns go: its features on a connection of its own. */
export type CampaignNode = Awaited<ReturnType<typeof startNode>>;

/** What a test sees of one call at the carrier. */
export interface CarrierRecord {
  attemptId: string;
  to: string;
  text: string;
  outcome: string;
  deliveries: number;
}

/**
 * Everything that campaigns need, real: the embedded MongoDB, the ledger, the local carrier in its own process,
 * webhooks over HTTP, and as many workers as the test starts.
 */
export async function startTestSystem(carrierDelay = { min: 5, max: 30 }) {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-campaigns-'));
  const local = await startLocalCarrier({ dataDir, reportDelay: carrierDelay });
  const { server, origin, serve } = await startServer();
  const nodes: CampaignNode[] = [];
  return {
    database,
    /** Where reports arrive; a node must serve them. */
    origin,
    serve,
    async startNode(options: NodeOptions = {}): Promise<CampaignNode> {
      const node = await startNode({ uri: database.uri, local, origin, dataDir, options });
      if (nodes.length === 0) serve(node);
      nodes.push(node);
      return node;
    },
    /** Reports an attempt as the carrier's callback does; answers the HTTP status. */
    async report(attemptId: string, code: number): Promise<number> {
      const answer = await fetch(`${origin}/webhooks/carrier/${SECRET}`, {
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
      return answer.status;
    },
    /** What the carrier did for a campaign, by number. */
    async calls(campaignId: string): Promise<Map<string, CarrierRecord>> {
      const answer = await fetch(`${local.baseUrl}/drops?campaign=${campaignId}`, {
        headers: { 'x-key': local.key, 'x-secret': local.secret },
      });
      const records = (await answer.json()) as CarrierRecord[];
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
  const app = express();
  let node: CampaignNode | undefined;
  app.use('/webhooks', (req, res, next) => {
    if (node === undefined) res.status(503).end();
    else node.drops.webhooks(req, res, next);
  });
  app.use(errorHandler(log));
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => {
      resolve(listening);
    });
  });
  return {
    server,
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    serve: (next: CampaignNode | undefined) => {
      node = next;
    },
  };
}

/** A worker that is not asked to stop. */
export const BUSY = { signal: new AbortController().signal, heartbeat: () => Promise.resolve() };

/** A carrier that takes everything and never reports. */
export function silentCarrier(real: VoicemailCarrier): VoicemailCarrier {
  return { ...real, place: ({ attemptId }) => Promise.resolve({ kind: 'accepted', messageId: attemptId }) };
}

interface NodeParts {
  uri: string;
  local: LocalCarrier;
  origin: string;
  dataDir: string;
  options: NodeOptions;
}

async function startNode({ uri, local, origin, dataDir, options }: NodeParts) {
  const { clock = systemClock } = options;
  const connection = await connectDatabase(uri);
  const credits = createCreditsFeature({ connection, clock, log });
  const jobs = createJobs({ connection, log, clock: systemClock });
  const stores = createCampaignStores({ connection, clock });
  const keys = createRequestKeys(connection);
  const subscriptions = {
    isSubscribed: (uid: string) => Promise.resolve(!uid.startsWith('nobody')),
    periodStartOf: () => Promise.resolve(undefined),
  };
  const suppressions = createSuppressionsFeature({ connection, clock, subscriptions });
  const real = createDropCowboyCarrier({
    ...local,
    phoneLineId: 'local',
    callbackUrl: `${origin}/webhooks/carrier/${SECRET}`,
    clock: systemClock,
  });
  const carrier = options.carrier?.(real) ?? real;
  const speech = createLocalSpeech();
  const folder = join(dataDir, 'objects');
  const { store } = await createLocalObjects({ folder, publicUrl: origin, clock });
  const mails: Mail[] = [];
  const dropsOptions = {
    connection,
    campaigns: stores.runs,
    doNotCall: suppressions.doNotCall,
    carrier,
    synthesizer: options.speech?.(speech) ?? speech,
    objects: options.objects?.(store) ?? store,
    ledger: credits.ledger,
    jobs: jobs.queue,
    notices: stores.notices,
    owners: {
      byUid: (uid: string) =>
        Promise.resolve({ email: `${uid}@hark.example`, displayName: 'Ana', emailConfirmed: true }),
    },
    mailer: options.mailer ?? { send: (mail: Mail) => Promise.resolve(void mails.push(mail)) },
    publicUrl: 'https://hark.example',
    clock,
    log,
    callbackSecrets: [SECRET],
    renewSigningSecrets: () => Promise.resolve(),
    dropsPerMinute: 600_000,
    options: { reportDeadlineMs: 20_000, retryDelaysMs: [20, 40, 80], ...options.drops },
  };
  const drops = createDropsFeature(dropsOptions);
  const deps: CampaignsDeps = {
    ...stores,
    requestKeys: keys.requestKeys,
    contacts: drops.contacts,
    engine: drops.engine,
    ledger: credits.ledger,
    voices: {
      ownership: (uid, id) => Promise.resolve(voiceOwnership(uid, id)),
      find: (uid, id) => Promise.resolve(voiceNamed(uid, id)),
    },
    subscriptions,
    clock,
    realTime: clock,
    log,
    spoolDir: join(dataDir, 'spool'),
    preparationLeaseMs: 60_000,
  };
  const campaigns = createCampaignsFeature(options.deps?.(deps) ?? deps);
  const models = [
    ...credits.models,
    ...stores.models,
    ...drops.models,
    ...keys.models,
    ...suppressions.models,
  ];
  await Promise.all(models.map((model) => model.createIndexes()));
  const createCaller = createCallerFactory(campaigns.router);
  const createListCaller = createCallerFactory(suppressions.router);
  let working = false;
  return {
    connection,
    credits,
    campaigns,
    drops,
    deps,
    /** What the engine's use cases work with, for tests that call them one by one. */
    engine: createDropsDeps(dropsOptions).deps,
    jobs,
    carrier,
    stores,
    /** What was mailed by this process, where the test brings no mailer of its own. */
    mails,
    /** The procedures of campaigns, as a user calls them. */
    as: (user: SignedInUser, idempotencyKey?: string) => createCaller(contextOf(user, idempotencyKey)),
    /** The user's do-not-call list. */
    listOf: (user: SignedInUser) => createListCaller(contextOf(user, undefined)),
    /** A user who has just paid for a plan. */
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
        scan: async () => {
          await campaigns.sweep();
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

/** `voice-of-<uid>` belongs to that user; anything else does not exist. */
function voiceOwnership(uid: string, id: string) {
  if (!id.startsWith('voice-of-')) return undefined;
  return id === `voice-of-${uid}` ? 'own' : 'foreign';
}

function voiceNamed(uid: string, id: string) {
  const ownership = voiceOwnership(uid, id);
  if (ownership !== 'own') return ownership;
  return { id, title: 'My voice', providerVoiceId: `provider-${uid}` };
}

export function contextOf(user: SignedInUser, idempotencyKey: string | undefined): Context {
  const unused = () => Promise.reject(new Error('not used here'));
  return {
    user,
    stillSignedIn: () => Promise.resolve(true),
    client: { network: '127.0.0.1', onThisMachine: true },
    bodyBytes: 0,
    idempotencyKey,
    session: {
      signIn: unused,
      signOut: unused,
      expiresAt: null,
      rememberRegistration: unused,
      registration: null,
    },
  };
}
