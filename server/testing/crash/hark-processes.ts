import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { listenOnKeptPort } from '#server/local/kept-port.ts';
import type { BuiltHark } from './built-hark.ts';
import { until } from './until.ts';

/** What can be killed; there are two workers and one of each other. */
export type Role = 'web' | 'worker' | 'carrier' | 'database';

const WORKERS = 2;
const START_MS = 30_000;
/** Ends the process when ours is gone, so that nothing is left behind whatever becomes of a test. */
const END_WITH_PARENT = fileURLToPath(new URL('../../../scripts/lib/end-with-parent.mjs', import.meta.url));

/** Hark as processes: a web server, two workers, and the local carrier and database that they share. */
export interface HarkProcesses {
  baseUrl: string;
  dataDir: string;
  /** Ends a process of the role with SIGKILL; it is started again, as a service manager or a lease holder does. */
  kill(role: Role): Promise<void>;
  /** Runs `npm run credits -- ...args` on the same database. */
  credits(...args: string[]): Promise<{ code: number; output: string }>;
  /** Stops everything in good order. */
  stop(): Promise<void>;
}

/** Starts Hark on a data folder; resolves when web and workers are ready. Their logs are in the folder. */
export async function startHarkProcesses(
  built: BuiltHark,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<HarkProcesses> {
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
  const web = keepAlive(built, { ...env, HARK_ROLE: 'web' }, join(dataDir, 'web.log'));
  await until('the web server', START_MS, () => isReady(baseUrl));
  const workers = Array.from({ length: WORKERS }, (_, n) =>
    keepAlive(built, { ...env, HARK_ROLE: 'worker' }, join(dataDir, `worker-${String(n)}.log`)),
  );
  let turn = 0;
  const killCompanion = companionKiller(dataDir);
  return {
    baseUrl,
    dataDir,
    async kill(role) {
      if (role === 'web') return web.kill();
      if (role === 'worker') return workers[turn++ % WORKERS]?.kill();
      return killCompanion(role === 'carrier' ? 'carrier' : 'mongodb');
    },
    credits: (...args) => runToEnd(built.credits, args, env),
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await web.stop();
    },
  };
}

/** A process that is started again whenever it ends. */
function keepAlive(built: BuiltHark, env: NodeJS.ProcessEnv, logFile: string) {
  let stopping = false;
  const start = (): ChildProcess => {
    const log = openSync(logFile, 'a');
    const args = [
      '--enable-source-maps',
      '--import',
      pathToFileURL(END_WITH_PARENT).href,
      built.server,
    ];
    const started = spawn(process.execPath, args, { env, stdio: ['ignore', log, log, 'ipc'] });
    closeSync(log);
    started.once('exit', () => {
      if (!stopping) child = start();
    });
    return started;
  };
  let child = start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child;
    const ended = once(ending, 'exit');
    if (ending.kill(signal)) await ended;
  };
  return {
    kill: () => end('SIGKILL'),
    stop: () => {
      stopping = true;
      return end('SIGTERM');
    },
  };
}

/** Kills companions by the process ids in their notes; never twice by the same note, which a killed one leaves behind. */
function companionKiller(dataDir: string): (name: string) => Promise<void> {
  const killed = new Set<number>();
  return async (name) => {
    const pid = await until(`the ${name} process`, START_MS, async () => {
      const note = await readFile(join(dataDir, 'run', `${name}.json`), 'utf8').catch(() => '{}');
      const { serving } = JSON.parse(note) as { serving?: { pid: number } };
      return serving !== undefined && !killed.has(serving.pid) && serving.pid;
    });
    killed.add(pid);
    process.kill(pid, 'SIGKILL');
  };
}

async function isReady(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/readyz`).catch(() => null);
  return answer?.status === 200;
}

function runToEnd(
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

/** A port that nobody has now and that no outgoing connection takes meanwhile. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnKeptPort(server);
  await new Promise((closed) => server.close(closed));
  return port;
}

/** What programs need of the environment, without anybody's settings of a real Hark. */
function systemVariables(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, XDG_CACHE_HOME } = process.env;
  return { PATH, HOME, TMPDIR, XDG_CACHE_HOME };
}
