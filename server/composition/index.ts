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
import { createDocsRouter } from '#server/http/docs/docs.ts';
import { createSessionIndexes, sessionCookieName } from '#server/http/sessions/sessions.ts';
import type { Logger } from '#server/lib/log.ts';
import { deriveSecrets, masterSecrets, type Secrets } from '#server/lib/secrets.ts';
import { reserveDemo, seedDemo, seedDemoList, type SeedOptions } from '#server/seed/seed-demo.ts';
import type { AppRouter } from '#server/trpc/app-router.ts';

export interface CompositionOptions {
  env: Env;
  log: Logger;
  clock: AdjustableClock;
  /** Where people reach this system, without a trailing slash. */
  baseUrl: string;
  /** Where its own machine reaches it: the local stand-ins and the seed, to whom no proxy or tunnel may matter. */
  ownUrl: string;
  /** False where only calls are answered and the client need not have been built. */
  pages?: boolean;
  /** True for a process that makes demo data beside others: it runs its own campaigns alone and hears no signed webhooks. */
  seedOnly?: boolean;
}

/** Everything that a process of Hark consists of, whatever its role. */
export interface Composition {
  app: RequestListener;
  /** The calls that it answers. */
  appRouter: AppRouter;
  /** Begins to run campaigns; resolves when it has. */
  startWorker(): Promise<void>;
  /** Takes no more work, finishes the batch in hand and gives the rest back. */
  stopWorker(): Promise<void>;
  /** Ends the work with the carrier while its reports are still served; a local one sends those it has in hand. */
  releaseCarrier(): Promise<void>;
  /** Ends the answers that would never end by themselves, so that the server can close. */
  endLines(): void;
  /** Begins the sweeps that one process of a system does. */
  startSweeps(): void;
  /** Makes the demo account in a database that was empty, or finishes it there; answers it where this call did. */
  seedDemo(): Promise<{ email: string; password: string } | undefined>;
  /** Demo data on request, whatever else the database holds. */
  seed: {
    /** Keeps the demo account's campaigns to this process, until `account` resolves; throws where another has them. */
    reserve(): Promise<void>;
    /** The demo account, complete. */
    account(): Promise<{ email: string; password: string }>;
    /** One more scheduled campaign of the demo account; false where it is there already. */
    list(contacts: number): Promise<boolean>;
  };
  /** Closes what is open, the database last. */
  close(): Promise<void>;
}

/** Builds the system that the settings describe: the only place where adapters are chosen (design §2). */
export async function compose(options: CompositionOptions): Promise<Composition> {
  const { env, log, clock, baseUrl, ownUrl, seedOnly = false } = options;
  const onLost = (error: Error): void => {
    log.fatal({ err: error }, 'a part of this system ended and cannot be brought back');
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
  if (env.HARK_ROLE !== 'worker' && !seedOnly) await features.hearCarrier();
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
    endLines: () => {
      features.endLines();
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
    clockIsRight: () => parts.clockSync.isRight(),
    log: parts.log,
    appRouter: features.appRouter,
    // API keys are made on /profile, which does not offer them yet: no key is known.
    findApiKey: () => Promise.resolve(null),
    sessionSecrets: deriveSecrets(parts.secrets, 'session cookie'),
    publicOrigin: env.PUBLIC_URL,
    trustProxy: env.TRUST_PROXY,
    dev: env.HARK_DEV,
    // Signed links begin with the base URL, whichever of this machine's names the browser uses.
    objectOrigins: [new URL(parts.baseUrl).origin],
    webhooks: features.webhooks,
    local: allowsLocalPages(env) ? providers.localPages : undefined,
    objects: env.local.objects ? providers.objects.router : undefined,
    beside: features.besideTrpc,
    docs: createDocsRouter(features.appRouter, sessionCookieName(env.PUBLIC_URL)),
    client: await (pages ? clientApp(env) : NO_PAGES),
  });
}

const NO_PAGES: ClientApp = { files: Router(), pages: Router() };

function clientApp({ HARK_DEV }: Env): Promise<ClientApp> {
  return HARK_DEV ? createDevClientApp(join(ROOT, 'client')) : createClientApp(join(ROOT, 'dist', 'client'));
}

/** The project's folder: two levels up from this folder and from the bundle (`dist/server/`) alike. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A demo needs cards, numbers and voices that only the stand-ins have, and must cost nobody money. */
function isAllLocal({ local: { database: _any, mail: _its, ...others } }: Env): boolean {
  return Object.values(others).every((local) => local);
}

/** Seeds once a database; a seed that was cut off goes on where it stopped. */
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
