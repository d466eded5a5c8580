import { access, constants, mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { adjustableClock } from './lib/clock.ts';
import { compose, type Composition } from './composition/index.ts';
import { EmbeddedMongodbUnavailable } from './composition/database.ts';
import { EnvError, readEnv, type Env } from './env.ts';
import { databaseDown } from './lib/errors.ts';
import { listen, urlOf, type Listener } from './http/listen.ts';
import { createLogger, type Logger } from './lib/log.ts';

/** SIGTERM gives this long to finish what is in hand (contract §3). */
const STOP_MS = 10_000;

/** What is still being put together is waited for, so that it is put down in order, but no longer than this. */
const START_MS = 5_000;

/** Where the carrier and Stripe report. */
const REPORT_PATHS = '/webhooks/';

let stopping = false;
/** It may have changed since it was looked at last, at every await. */
const isStopping = (): boolean => stopping;

/** Parses the settings, starts the roles they name, and says so in the lines of contract §1. */
async function main(): Promise<void> {
  const env = settings();
  const log = createLogger(env.LOG_LEVEL);
  const clock = adjustableClock();
  await makeDataFolder(env.DATA_DIR);
  tellWhatHasNoEffect(env, log);
  const listener = env.HARK_ROLE === 'worker' ? undefined : await listenOrExit(env);
  const ownUrl = urlOf(env.HOST, listener?.port ?? env.PORT);
  const baseUrl = env.PUBLIC_URL ?? ownUrl;
  // A worker is not reached itself; it shares the address of those that are.
  const parts = compose({
    env,
    log,
    clock,
    baseUrl,
    ownUrl: listener === undefined ? baseUrl : ownUrl,
  });
  stopOnSignal(listener, parts, log);
  const composition = await parts;
  if (isStopping()) return;

  if (listener !== undefined) listener.serve(composition.app);
  if (env.HARK_ROLE !== 'web') await composition.startWorker();
  const demo =
    env.HARK_SEED_DEMO && env.HARK_ROLE === 'all' ? await demoAccount(composition, log) : undefined;
  if (isStopping()) return;
  composition.startSweeps();
  if (listener !== undefined) process.stdout.write(`Hark is listening on ${baseUrl}\n`);
  if (demo !== undefined) process.stdout.write(`Demo account: ${demo.email} ${demo.password}\n`);
}

/** Nobody must rely on what is not there. */
function tellWhatHasNoEffect(env: Env, log: Logger): void {
  const unkept = (['CONTACT_RETENTION_DAYS', 'METRICS_PORT'] as const).filter(
    (name) => env[name] !== undefined,
  );
  for (const setting of unkept) log.warn({ setting }, 'this setting has no effect yet');
}

/** A demo that cannot be made keeps nobody from using Hark. */
async function demoAccount({ seedDemo }: Composition, log: Logger) {
  try {
    return await seedDemo();
  } catch (error) {
    if (!stopping)
      log.error({ err: error }, 'the demo account could not be made; the next start tries again');
    return undefined;
  }
}

function settings(): Env {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    exit(2, error.message);
  }
}

async function makeDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch {
    exit(2, `DATA_DIR: ${folder} is no folder that can be written to`);
  }
}

async function listenOrExit(env: Env): Promise<Listener> {
  try {
    return await listen(env.PORT, env.HOST);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      exit(2, `HOST: ${env.HOST} is no address of this machine`);
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EADDRINUSE' ? 'is in use by another program' : 'cannot be used';
    exit(1, `Port ${String(env.PORT)} on ${env.HOST} ${why}; set PORT to another one.`);
  }
}

/** On SIGTERM or SIGINT: no new requests, the batch in hand finished, jobs given back, exit 0 (contract §3). */
function stopOnSignal(listener: Listener | undefined, parts: Promise<Composition>, log: Logger): void {
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error('could not stop in time');
      process.exit(1);
    }, STOP_MS).unref();
    const composition = await Promise.race([parts, sleep(START_MS, undefined, { ref: false })]).catch(
      () => undefined,
    );
    // Where it is still being put together, nothing is in hand yet.
    if (composition === undefined) process.exit(0);
    composition.endLines();
    // Reports of the calls in hand come once: they are served until the worker and the carrier have finished.
    listener?.drain(REPORT_PATHS);
    await composition.stopWorker();
    await composition.releaseCarrier();
    await listener?.close();
    await composition.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}

/** Ends with one line where it is `MONGODB_URI` that keeps Hark from starting; the driver's errors have no classes. */
function exitForDatabase(error: unknown): void {
  if (!(error instanceof Error)) return;
  if (['MongoParseError', 'MongoRuntimeError'].includes(error.name)) exit(2, `MONGODB_URI: ${error.message}`);
  const unknownHost = 'syscall' in error && error.syscall === 'querySrv';
  if (unknownHost || databaseDown(error) !== undefined) exit(1, 'MONGODB_URI: the database does not answer.');
}

function exit(code: number, line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(code);
}

await main().catch((error: unknown) => {
  // What was still being started when the stop came fails on what is closed already, and that is all right.
  if (stopping) return;
  if (error instanceof EmbeddedMongodbUnavailable) exit(1, error.message);
  exitForDatabase(error);
  throw error;
});
