import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { MINUTE_MS } from '#shared/time-units.ts';
import { freePort } from '../fakes/free-port.ts';
import type { BuiltHark } from './built-hark.ts';
import { until } from './until.ts';

/** Processes that can be killed. */
export type Role = 'web' | 'worker' | 'carrier' | 'database';

/** Faults: a process is killed, or a worker is stopped for a while. */
export type Fault = Role | 'worker stopped';

const START_MS = MINUTE_MS;
/** Node's flags in the container image. */
const AS_IN_PRODUCTION = ['--enable-source-maps', '--max-semi-space-size=32', '--heap-growing-percent=50'];
/** Makes the child exit when the test process is gone. */
const END_WITH_PARENT = fileURLToPath(new URL('../../../scripts/lib/end-with-parent.mjs', import.meta.url));

/** Hark as separate processes: a web server, workers, and the shared carrier emulator and database. */
export interface HarkProcesses {
  baseUrl: string;
  dataDir: string;
  /** The process id of the web server. */
  webPid(): number;
  /** The process ids of the workers. */
  workerPids(): number[];
  /**
   * Kills a process of the role with SIGKILL; it is restarted. `back` resolves when it is ready again, immediately
   * for workers.
   */
  kill(role: Role): Promise<{ back: Promise<void> }>;
  /** Terminates the web server gracefully and restarts it; resolves to its exit code when it is ready. */
  restartWeb(): Promise<number | null>;
  /** Stops a worker with SIGSTOP and continues it after `ms`; resolves then. */
  stopWorker(ms: number): Promise<void>;
  /** Runs `npm run credits -- ...args` on the same database. */
  credits(...args: string[]): Promise<{ code: number; output: string }>;
  /** Stops everything gracefully. */
  stop(): Promise<void>;
}

export interface ProcessOptions {
  /** With 0 the web server also runs the jobs. */
  workers: number;
  settings?: Record<string, string>;
}

/** Starts Hark on a data folder; resolves when it is ready. Logs are written to the folder. */
export async function startHarkProcesses(
  built: BuiltHark,
  dataDir: string,
  { workers: count, settings = {} }: ProcessOptions,
): Promise<HarkProcesses> {
  await mkdir(dataDir, { recursive: true });
  const port = await freePort();
  const env = {
    ...systemVariables(),
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    DATA_DIR: dataDir,
    ...settings,
  };
  const baseUrl = `http://127.0.0.1:${String(port)}`;
  const webEnv = { ...env, HARK_ROLE: count === 0 ? 'all' : 'web' };
  const web = keepAlive(built, webEnv, join(dataDir, 'web.log'));
  await until('the web server', START_MS, () => isReady(baseUrl));
  const workers = Array.from({ length: count }, (_, n) =>
    keepAlive(built, { ...env, HARK_ROLE: 'worker' }, join(dataDir, `worker-${String(n)}.log`)),
  );
  let nextWorker = 0;
  const sidecars = sidecarsOf(dataDir);
  return {
    baseUrl,
    dataDir,
    webPid: () => web.pid() ?? Number.NaN,
    workerPids: () => workers.flatMap((worker) => worker.pid() ?? []),
    async kill(role) {
      if (role === 'worker') {
        await workers[nextWorker++ % count]?.kill();
        return { back: Promise.resolve() };
      }
      if (role === 'web') await web.kill();
      else await sidecars.kill(role);
      const ready = async () => (await isReady(baseUrl)) && (role === 'web' || (await sidecars.isBack(role)));
      return { back: until(`the ${role} to come back`, START_MS, ready).then(() => undefined) };
    },
    async restartWeb() {
      const code = await web.terminate();
      await until('the web server to come back', START_MS, () => isReady(baseUrl));
      return code;
    },
    async stopWorker(ms) {
      await workers[nextWorker++ % count]?.pause(ms);
    },
    credits: (...args) => runToEnd(built.credits, args, env),
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await web.stop();
    },
  };
}

/** Starts a process of Hark that is restarted whenever it exits. */
export function keepAlive(built: BuiltHark, env: NodeJS.ProcessEnv, logFile: string) {
  let stopping = false;
  const start = (): ChildProcess => {
    const log = openSync(logFile, 'a');
    const args = [...AS_IN_PRODUCTION, '--import', pathToFileURL(END_WITH_PARENT).href, built.server];
    const started = spawn(process.execPath, args, { env, stdio: ['ignore', log, log, 'ipc'] });
    closeSync(log);
    started.once('exit', () => {
      if (!stopping) child = start();
    });
    return started;
  };
  let child = start();
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ending = child;
    const ended = once(ending, 'exit');
    if (ending.kill(signal)) await ended;
    return ending.exitCode;
  };
  return {
    async pause(ms: number): Promise<void> {
      const stopped = child;
      stopped.kill('SIGSTOP');
      await sleep(ms);
      stopped.kill('SIGCONT');
    },
    async kill(): Promise<void> {
      await end('SIGKILL');
    },
    terminate: () => end('SIGTERM'),
    end,
    /** The id of the current process. */
    pid: () => child.pid,
    /** Ends the process for good; returns its exit code, also if it has ended before. */
    async stop(): Promise<number | null> {
      stopping = true;
      return end('SIGTERM');
    },
  };
}

/** Finds the sidecars of a data folder by the process ids in their state files; killed ones leave a stale file. */
function sidecarsOf(dataDir: string) {
  const names = { carrier: 'carrier', database: 'mongodb' } as const;
  const killed = new Set<number>();
  const living = async (role: keyof typeof names): Promise<number | undefined> => {
    const note = await readFile(join(dataDir, 'run', `${names[role]}.json`), 'utf8').catch(() => '{}');
    const { serving } = JSON.parse(note) as { serving?: { pid: number } };
    return serving === undefined || killed.has(serving.pid) ? undefined : serving.pid;
  };
  return {
    async kill(role: keyof typeof names): Promise<void> {
      const pid = await until(`the ${role}`, START_MS, () => living(role));
      killed.add(pid);
      process.kill(pid, 'SIGKILL');
    },
    isBack: async (role: keyof typeof names) => (await living(role)) !== undefined,
  };
}

/** Returns whether the web server at `baseUrl` is ready. */
export async function isReady(baseUrl: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/readyz`).catch(() => null);
  return response?.status === 200;
}

/** Runs a command of the build; returns its exit code and output. */
export function runToEnd(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? 1, output: stdout + stderr });
    });
  });
}

/** Returns the basic environment, without Hark's settings. */
export function systemVariables(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, XDG_CACHE_HOME } = process.env;
  return { PATH, HOME, TMPDIR, XDG_CACHE_HOME };
}
