import { access, constants } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from './platform/lib/make-folder.ts';
import { adjustableClock } from './platform/lib/clock.ts';
import { BUILD_INFO } from './platform/lib/build-info.ts';
import { compose, type Composition } from './app/index.ts';
import { createDemoAccount, startSeedProcess, type SeedProcess } from './app/seed-process.ts';
import { EmbeddedMongodbUnavailable, refusedLogin, SchemaRefused } from './app/database/database.ts';
import { drainSeconds, EnvError, readEnv, type Env } from './app/env/env.ts';
import { diskFull } from './platform/lib/disk-space.ts';
import { databaseDown } from './platform/lib/errors.ts';
import { listen, urlOf, type Listener } from './platform/http/listen.ts';
import { createLogger, type Logger } from './platform/lib/log.ts';
import { endOfNode } from './platform/lib/node-releases.ts';

/** Maximum duration of a shutdown after SIGTERM. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

/** A shutdown during the start waits this long for the start to finish, so that all parts close in order. */
const STARTUP_WAIT_MS = 5_000;

/** Paths of the carrier and Stripe webhooks. */
const WEBHOOK_PREFIX = '/webhooks/';

let stopping = false;
/** What creates the demo account, once it is asked to. */
let seed: Promise<SeedProcess> | undefined;
/** Reads `stopping`, which may change during any `await`. */
const isStopping = (): boolean => stopping;

/** Reads the settings, starts the configured role and prints the URL and the demo account. */
async function main(): Promise<void> {
  const env = readSettings();
  const log = createLogger(env.LOG_LEVEL);
  const clock = adjustableClock();
  await createDataFolder(env.DATA_DIR);
  const isWorker = env.HARK_ROLE === 'worker';
  const port = isWorker ? env.HEALTH_PORT : env.PORT;
  const listener =
    port === undefined ? undefined : await listenOrExit(env, isWorker ? 'HEALTH_PORT' : 'PORT', port);
  const { METRICS_PORT } = env;
  const metrics =
    METRICS_PORT === undefined ? undefined : await listenOrExit(env, 'METRICS_PORT', METRICS_PORT);
  const ownUrl = urlOf(env.HOST, isWorker ? env.PORT : (listener?.port ?? env.PORT));
  const baseUrl = env.PUBLIC_URL ?? ownUrl;
  // A worker serves no requests; it uses the base URL of the web processes.
  const composing = compose({
    env,
    log,
    clock,
    baseUrl,
    ownUrl: isWorker ? baseUrl : ownUrl,
  });
  stopOnSignal({ listener, metrics }, composing, { log, drainMs: drainSeconds(env) * 1_000 });
  const composition = await composing;
  if (isStopping()) return;
  // Not before: a start that fails says why in one line.
  log.info({ ...BUILD_INFO, role: env.HARK_ROLE }, 'Hark starts');
  warnOfOldNode(env, log, clock.real.now());

  if (!isWorker) listener?.serve(composition.app);
  if (composition.metricsApp !== undefined) metrics?.serve(composition.metricsApp);
  if (env.HARK_ROLE !== 'web') await composition.startWorker();
  if (isWorker) listener?.serve(composition.health);
  const demo =
    env.HARK_SEED_DEMO && env.HARK_ROLE === 'all'
      ? await demoAccount(composition, () => startSeedProcess(env, log, baseUrl), log)
      : undefined;
  if (isStopping()) return;
  composition.startRecurring();
  if (!isWorker) process.stdout.write(`Hark is listening on ${baseUrl}\n`);
  if (demo !== undefined) process.stdout.write(`Demo account: ${demo.email} ${demo.password}\n`);
}

/** Says in production that the Node of this process gets no fixes any more. */
function warnOfOldNode({ NODE_ENV }: Env, log: Logger, now: Date): void {
  const ended = endOfNode(BUILD_INFO.node, now);
  if (NODE_ENV === 'production' && ended !== undefined)
    log.warn(
      { node: BUILD_INFO.node, ended },
      'this version of Node gets no security fixes any more; use 24, as the image does',
    );
}

/** Creates the demo account; an error is logged and does not stop the process. */
async function demoAccount(
  { seedOnce }: Composition,
  startSeed: () => Promise<SeedProcess>,
  log: Logger,
): Promise<{ email: string; password: string } | undefined> {
  try {
    return await seedOnce(() => createDemoAccount((seed = startSeed())));
  } catch (error) {
    if (!stopping) log.error({ err: error }, 'could not create the demo account; the next start will retry');
    return undefined;
  }
}

function readSettings(): Env {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    exit(2, error.message);
  }
}

async function createDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch {
    exit(2, `DATA_DIR: ${folder} is not a writable folder`);
  }
}

type PortSetting = 'PORT' | 'HEALTH_PORT' | 'METRICS_PORT';

/** Listens at a port of the settings; exits with a message if that cannot be. */
async function listenOrExit(env: Env, setting: PortSetting, port: number): Promise<Listener> {
  const hostSetting = setting === 'METRICS_PORT' ? 'METRICS_HOST' : 'HOST';
  const host = env[hostSetting];
  try {
    return await listen(port, host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      exit(2, `${hostSetting}: ${host} is not an address of this machine`);
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EADDRINUSE' ? 'is in use by another program' : 'cannot be used';
    exit(1, `Port ${String(port)} on ${host} ${why}; set ${setting} to another one.`);
  }
}

/**
 * On SIGTERM or SIGINT: lets proxies notice for `drainMs`, then refuses new requests, finishes the current batch, releases
 * the jobs and exits with 0.
 */
function stopOnSignal(
  { listener, metrics }: Record<'listener' | 'metrics', Listener | undefined>,
  parts: Promise<Composition>,
  { log, drainMs }: { log: Logger; drainMs: number },
): void {
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error('could not stop in time');
      process.exit(1);
    }, SHUTDOWN_TIMEOUT_MS).unref();
    const composition = await Promise.race([parts, sleep(STARTUP_WAIT_MS, undefined, { ref: false })]).catch(
      () => undefined,
    );
    // Still starting: no requests or jobs are in progress.
    if (composition === undefined) process.exit(0);
    listener?.leave();
    await sleep(drainMs);
    // Webhooks are served until the worker and the carrier have finished: reports are sent only once.
    listener?.drain(WEBHOOK_PREFIX);
    composition.closeStreams();
    await seed?.then(
      ({ close }) => close(),
      () => undefined,
    );
    await composition.stopWorker();
    await composition.releaseCarrier();
    await Promise.all([listener?.close(), metrics?.close()]);
    await composition.close();
    process.exit(0);
  };
  const stopOrEnd = () =>
    stop().catch((error: unknown) => {
      // Such as a database that is gone; the work in hand is found again.
      log.error({ err: error }, 'could not stop in order');
      process.exit(1);
    });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stopOrEnd());
}

/** Exits with one line if the error is caused by `MONGODB_URI`; the driver errors are identified by name. */
function exitForDatabase(error: unknown): void {
  if (!(error instanceof Error)) return;
  if (['MongoParseError', 'MongoRuntimeError'].includes(error.name)) exit(2, `MONGODB_URI: ${error.message}`);
  const unknownHost = 'syscall' in error && error.syscall === 'querySrv';
  if (unknownHost || databaseDown(error) !== undefined)
    exit(1, 'MONGODB_URI: the database does not respond.');
}

function exit(code: number, line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(code);
}

await main().catch(async (error: unknown) => {
  // Parts that were still starting may fail on closed dependencies during a shutdown.
  if (stopping) return;
  const full = await diskFull(error, readEnv()).catch(() => undefined);
  if (full !== undefined) exit(1, full.message);
  if (error instanceof EmbeddedMongodbUnavailable || error instanceof SchemaRefused) exit(1, error.message);
  // Settings that only the other side can judge, such as the keys of a bucket.
  const ofSettings = refusedLogin(error) ?? error;
  if (ofSettings instanceof EnvError) exit(2, ofSettings.message);
  exitForDatabase(error);
  throw error;
});
