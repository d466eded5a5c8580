import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { Router } from 'express';
import type { AdjustableClock } from '#server/lib/clock.ts';
import { composeFeatures, type Features } from './features.ts';
import { composeProviders, type Providers } from './providers.ts';
import { startClockSync, type ClockSync } from '#server/lib/database-clock.ts';
import { openDatabase, type Database } from './database.ts';
import { allowsLocalPages, type Env } from '#server/env.ts';
import { createHttpApp } from '#server/http/app.ts';
import { createClientApp, createDevClientApp, type ClientApp } from '#server/http/client-app.ts';
import { createDocsRouter } from '#server/http/docs/docs-router.ts';
import { createSessionIndexes, sessionCookieName } from '#server/http/sessions/sessions.ts';
import type { Logger } from '#server/lib/log.ts';
import { deriveSecrets, masterSecrets, type Secrets } from '#server/lib/secrets.ts';
import { reserveDemo, seedDemo, seedDemoList, type SeedOptions } from '#server/seed/seed-demo.ts';
import type { AppRouter } from '#server/trpc/app-router.ts';

export interface CompositionOptions {
  env: Env;
  log: Logger;
  clock: AdjustableClock;
  /** The public base URL, without a trailing slash. */
  baseUrl: string;
  /** The base URL for the emulators and the seed on this machine, which bypass any proxy or tunnel. */
  ownUrl: string;
  /** False to serve only the API, so that the client need not be built. */
  pages?: boolean;
  /** True for a process that only creates demo data: it runs only its own campaigns and receives no signed webhooks. */
  seedOnly?: boolean;
}

/** A composed process of any role. */
export interface Composition {
  app: RequestListener;
  /** The root router. */
  appRouter: AppRouter;
  /** Starts to run campaigns; resolves when the worker runs. */
  startWorker(): Promise<void>;
  /** Stops the worker: finishes the current batch and releases its jobs. */
  stopWorker(): Promise<void>;
  /** Releases the carrier; a local one first sends its pending reports, so webhooks must still be served. */
  releaseCarrier(): Promise<void>;
  /** Ends all open event streams, so that the server can close. */
  closeStreams(): void;
  /** Starts the periodic sweeps that only one process of a system runs. */
  startSweeps(): void;
  /** Creates the demo account in an empty database or completes it; returns it if this call did so. */
  seedDemo(): Promise<{ email: string; password: string } | undefined>;
  /** Creates demo data on request, in any database. */
  seed: {
    /** Reserves the campaigns of the demo account until `account` resolves; throws if another process holds them. */
    reserve(): Promise<void>;
    /** Creates or completes the demo account and returns it. */
    account(): Promise<{ email: string; password: string }>;
    /** Adds a scheduled campaign to the demo account; returns false if it already exists. */
    list(contacts: number): Promise<boolean>;
  };
  /** Closes all parts, the database last. */
  close(): Promise<void>;
}

/** Builds the system from the settings. The only place that selects adapters. */
export async function compose(options: CompositionOptions): Promise<Composition> {
  const { env, log, clock, baseUrl, ownUrl, seedOnly = false } = options;
  const onLost = (error: Error): void => {
    log.fatal({ err: error }, 'a sidecar process exited and cannot be restarted');
    process.kill(process.pid, 'SIGTERM');
  };
  const database = await openDatabase(env, { lost: onLost });
  const { connection } = database;
  const clockSync = await startClockSync({ connection, clock, log });
  const secrets = await masterSecrets(env);
  const callbackSecrets = deriveSecrets(secrets, 'carrier callback');
  const providers = await composeProviders({
    env,
    connection,
    clock,
    realTime: clock.real,
    log,
    baseUrl,
    ownUrl,
    callbackSecret: callbackSecrets[0],
    onLost,
  });
  const features = composeFeatures({
    env,
    connection,
    clock,
    realTime: clock.real,
    clockCheck: clockSync,
    seedOnly,
    log,
    baseUrl,
    callbackSecrets,
    providers,
  });
  await Promise.all([
    createSessionIndexes(connection),
    ...[...providers.models, ...features.models].map((model) => model.createIndexes()),
  ]);
  if (env.HARK_ROLE !== 'worker' && !seedOnly) await features.subscribeToCarrier();
  const seeding: SeedOptions = {
    baseUrl: ownUrl,
    clock,
    confirm: (payment) => providers.confirmLocally(payment),
    reservation: features.reservation,
    verify: (email) => features.verifyAddress(email),
    record: () => providers.speech.speak('demo', 'This is how Ana sounds on your voicemail.'),
  };
  const app = await composeHttp({ ...options, database, providers, features, secrets, clockSync });
  return {
    app,
    appRouter: features.appRouter,
    startWorker: () => features.startWorker(),
    stopWorker: () => features.stopWorker(),
    releaseCarrier: () => providers.releaseCarrier(),
    closeStreams: () => {
      features.closeStreams();
    },
    startSweeps: () => {
      providers.start();
      features.startSweeps();
    },
    seedDemo: () => (isAllLocal(env) ? seedOnce(database, seeding) : Promise.resolve(undefined)),
    seed: {
      reserve: () => reserveDemo(seeding),
      account: () => seedDemo(seeding),
      list: (contacts) => seedDemoList(seeding, contacts),
    },
    close: async () => {
      await clockSync.stop();
      await features.close();
      await providers.close();
      await database.close();
    },
  };
}

async function composeHttp(parts: {
  env: Env;
  log: Logger;
  clock: AdjustableClock;
  baseUrl: string;
  database: Database;
  providers: Providers;
  features: Features;
  secrets: Secrets;
  clockSync: ClockSync;
  pages?: boolean;
}): Promise<RequestListener> {
  const { env, features, providers, pages = true } = parts;
  return createHttpApp({
    connection: parts.database.connection,
    clock: parts.clock,
    isClockInSync: () => parts.clockSync.isAccurate(),
    log: parts.log,
    appRouter: features.appRouter,
    // API keys cannot be created yet.
    findApiKey: () => Promise.resolve(null),
    sessionSecrets: deriveSecrets(parts.secrets, 'session cookie'),
    publicOrigin: env.PUBLIC_URL,
    trustProxy: env.TRUST_PROXY,
    dev: env.HARK_DEV,
    // Signed object URLs begin with the base URL, even if the browser uses another name of this machine.
    objectOrigins: [new URL(parts.baseUrl).origin],
    webhooks: features.webhooks,
    local: allowsLocalPages(env) ? providers.localPages : undefined,
    objects: env.local.objects ? providers.objects.router : undefined,
    docs: createDocsRouter(features.appRouter, sessionCookieName(env.PUBLIC_URL)),
    client: await (pages ? createClient(env) : NO_PAGES),
  });
}

const NO_PAGES: ClientApp = { files: Router(), pages: Router() };

function createClient({ HARK_DEV }: Env): Promise<ClientApp> {
  return HARK_DEV ? createDevClientApp(join(ROOT, 'client')) : createClientApp(join(ROOT, 'dist', 'client'));
}

/** The project folder: two levels above this file and also above the bundle in `dist/server/`. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The demo needs test cards, numbers and voices of the emulators, and must not cost money. */
function isAllLocal({ local: { database: _any, mail: _its, ...others } }: Env): boolean {
  return Object.values(others).every((local) => local);
}

/** Seeds a database once; an interrupted seed is resumed. */
async function seedOnce(
  { connection }: Database,
  seeding: SeedOptions,
): Promise<{ email: string; password: string } | undefined> {
  const seeds = connection.collection<{ _id: string; done: boolean }>('seeds');
  const seed = await seeds.findOne({ _id: 'demo' });
  const empty = (await connection.collection('users').countDocuments({}, { limit: 1 })) === 0;
  if (seed?.done === true || (seed === null && !empty)) return undefined;
  await seeds.updateOne({ _id: 'demo' }, { $set: { done: false } }, { upsert: true });
  const user = await seedDemo(seeding);
  await seeds.updateOne({ _id: 'demo' }, { $set: { done: true } });
  return user;
}
