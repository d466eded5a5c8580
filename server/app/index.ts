import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { composeFeatures } from './features.ts';
import { composeCounters, countAgain } from './database/counters.ts';
import { createIndexes } from './database/indexes.ts';
import { openDatabase } from './database/database.ts';
import { composeHealth, composeHttp } from './http.ts';
import { createLoopMonitor } from '#server/platform/lib/observability/event-loop/loop-monitor.ts';
import { createInstruments, headersFor, measureProviders } from './instruments.ts';
import { measureUpkeepOf } from './upkeep.ts';
import { composeProviders } from './providers/providers.ts';
import { createReservation } from '#server/features/campaigns/lifecycle/reservation-store.ts';
import type { Env } from '#server/app/env/env.ts';
import { allMigrations } from '#server/platform/migrations/all-migrations.ts';
import { createSchema } from '#server/platform/migrations/schema.ts';
import { RESEAL_DUTY } from '#server/features/auth/auth-feature.ts';
import { createSessionIndexes } from '#server/platform/http/sessions/sessions.ts';
import type { AdjustableClock } from '#server/platform/lib/clock.ts';
import { startClockSync } from '#server/platform/lib/mongodb/database-clock.ts';
import {
  combineLoops,
  createIntervalLoop,
  untilSuccess,
} from '#server/platform/lib/concurrency/interval-loop.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { deriveSecrets, masterSecrets } from '#server/platform/lib/secrets/secrets.ts';
import { createMetricsApp } from '#server/platform/observability/metrics-app.ts';
import { reportFullDisk } from './data-disk.ts';
import { seedOnce } from './database/seed-once.ts';
import { reserveDemo, type DemoSeed, type SeedOptions } from '#server/app/seed/seed-demo.ts';
import { untilIdle } from '#server/platform/module/until-idle.ts';
import { createAppRouter, type AppRouter } from '#server/app/app-router.ts';

const MAX_CLOSING = 1_000;
const OWN_WORK_MS = 60_000;
const DEMO_SAMPLE =
  'This is how Ana sounds on your voicemail. She takes her time, and every word can be understood.';
/** An unreachable carrier delays the start by no more than this. */
const SUBSCRIBE_MS = 3_000;

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
  /** What a worker serves. */
  health: RequestListener;
  /** The application of the metrics port, if METRICS_PORT is set. */
  metricsApp: RequestListener | undefined;
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
  /** Starts what recurs: the work of this process, and in a worker, after `startWorker`, its share of the duties. */
  startRecurring(): void;
  /** Calls `seed` in an empty local database, or to complete what it began; resolves to what it creates if so. */
  seedOnce<Account>(seed: () => Promise<Account>): Promise<Account | undefined>;
  /** Begins to create demo data, in any database; throws if another process does. */
  reserveDemo(): Promise<DemoSeed>;
  /** Continues the deletions of accounts that are due. Returns how many accounts, up to 1,000, are closed and not erased. */
  continueDeletions(): Promise<number>;
  /** Closes all parts, the database last. */
  close(): Promise<void>;
}

/** Builds the system from the settings. The only place that selects adapters. */
export async function compose(options: CompositionOptions): Promise<Composition> {
  const { env, log, clock, baseUrl, ownUrl, seedOnly = false } = options;
  const onLost = endOnLoss(log);
  const { instruments, prometheus } = await createInstruments(env);
  const database = await openDatabase(env, { lost: onLost }, instruments);
  const { connection } = database;
  const clockSync = await startClockSync({ connection, clock, log });
  const secrets = await masterSecrets(env);
  const callbackSecrets = deriveSecrets(secrets, 'carrier callback');
  const shared = { env, connection, clock, log, baseUrl };
  const composed = await composeProviders({
    ...shared,
    seedOnly,
    ownUrl,
    callbackSecret: callbackSecrets[0],
    onLost,
    headers: headersFor(instruments),
  });
  const providers = measureProviders(composed, instruments);
  const given = {
    seedOnly,
    ...(seedOnly && { real: clock.real }),
    secrets,
    callbackSecrets,
    providers,
    instruments,
  };
  const features = composeFeatures({ ...shared, ...given, clockCheck: clockSync });
  const { auth, campaigns, credits, drops, jobs, live, stores, webhooks } = features;
  const schema = createSchema({
    connection,
    log,
    clock: clock.real,
    role: seedOnly ? 'seed' : env.HARK_ROLE,
    secretIds: deriveSecrets(secrets, 'process identification'),
    migrations: allMigrations({
      keyOf: (place) => features.calling.places.keyOf(place),
      countAgain: countAgain(composeCounters(connection, credits.ledger)),
    }),
  });
  // First: an older process must not create its indexes again.
  await schema.prepare();
  await Promise.all([
    createSessionIndexes(connection),
    createIndexes(providers, schema, ...features.modules()),
  ]);
  // Reports also arrive by unsigned callbacks, so an unreachable carrier must not prevent the start.
  const subscribe = untilSuccess(features.subscribeToReports);
  if (env.HARK_ROLE !== 'worker' && !seedOnly) await withinTimeout(subscribe(), log);
  const reservation = createReservation(stores.reservations, log);
  // What concerns this process or its machine; all other recurring work is done by one worker for all.
  const own = combineLoops([
    createLoopMonitor({ log, metrics: instruments.metrics }),
    ...[
      subscribe,
      campaigns.sweepSpool,
      () => reportFullDisk(env, log),
      ...(env.HARK_ROLE === 'web' ? [] : [() => schema.continue()]),
    ].map((work) =>
      createIntervalLoop(OWN_WORK_MS, work, (error) => {
        log.error({ err: error }, 'work of this process failed; will retry');
      }),
    ),
  ]);
  const works = env.HARK_ROLE !== 'web' && !seedOnly;
  const seeding: SeedOptions = {
    baseUrl: ownUrl,
    clock,
    confirm: (payment) => providers.confirmLocally(payment),
    reservation,
    verify: (email) => auth.verifyAddress(email),
    record: () => providers.speech.speak('demo', DEMO_SAMPLE),
  };
  if (prometheus !== undefined) measureUpkeepOf({ env, connection, clockSync, metrics: prometheus, works });
  const appRouter = createAppRouter(features);
  const parts = { database, providers, features, appRouter, secrets, clockSync, instruments };
  const hasWorker = env.HARK_ROLE === 'web' ? schema.hasWorker : undefined;
  const app = await composeHttp({ ...options, ...parts, hasWorker });
  return {
    app,
    health: composeHealth(database, { env, clockSync, features }),
    metricsApp: prometheus && createMetricsApp(prometheus),
    appRouter,
    async startWorker() {
      if (!seedOnly) webhooks.loop.start();
      await jobs.start(features.modules().flatMap(({ jobs: kinds = [] }) => kinds));
    },
    async stopWorker() {
      drops.stop();
      await Promise.all([jobs.stop(), webhooks.loop.stop()]);
    },
    releaseCarrier: () => providers.releaseCarrier(),
    closeStreams: () => {
      live.close();
    },
    startRecurring: () => {
      providers.start();
      own.start();
      if (works)
        jobs
          .recur(features.modules().flatMap(({ duties = [] }) => duties))
          .then(() => {
            jobs.trigger(RESEAL_DUTY);
          })
          .catch((error: unknown) => {
            log.error({ err: error }, 'the duties could not be scheduled');
          });
      schema.begin().catch((error: unknown) => {
        log.warn({ err: error }, 'this process could not be announced');
      });
    },
    seedOnce: (seed) => seedOnce(env, database, seed),
    reserveDemo: () => reserveDemo(seeding),
    continueDeletions: async () => {
      await features.accountDeletion.sweep();
      return (await auth.closing.listClosing(MAX_CLOSING)).length;
    },
    close: async () => {
      await schema.close();
      await clockSync.stop();
      await reservation.release();
      await Promise.all([own.stop(), untilIdle(features.modules())]);
      await credits.close();
      await providers.close();
      await Promise.all([database.close(), instruments.tracing.close()]);
    },
  };
}

/** Returns a handler that ends the process in order: it cannot go on without a sidecar. */
function endOnLoss(log: Logger): (error: Error) => void {
  return (error) => {
    log.fatal({ err: error }, 'a sidecar process exited and cannot be restarted');
    process.kill(process.pid, 'SIGTERM');
  };
}

/** Waits for the subscription to the carrier's signed webhooks, but not long; a loop of this process retries it. */
async function withinTimeout(subscribed: Promise<void>, log: Logger): Promise<void> {
  await Promise.race([subscribed, sleep(SUBSCRIBE_MS, undefined, { ref: false })]).catch((error: unknown) => {
    log.warn({ err: error }, 'could not subscribe to signed carrier webhooks; will retry');
  });
}
