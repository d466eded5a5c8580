import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startRoundRobinProxy, type RoundRobinProxy } from '../fakes/round-robin-proxy.ts';
import { freePort } from '../fakes/free-port.ts';
import type { BuiltHark } from './built-hark.ts';
import { isReady, keepAlive, runToEnd, systemVariables, type HarkProcesses } from './hark-processes.ts';
import { until } from './until.ts';
import { connectDatabase } from '#server/composition/database.ts';
import type { ProcessRecord } from '#server/migrations/process-store.ts';

const START_MS = 90_000;

/** One process of a cluster, which is started again whenever it ends. */
export interface Member {
  name: string;
  /** Ends the process with a signal; resolves with its exit code when it has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Resolves when the process works; a worker takes jobs then. */
  works(): Promise<void>;
}

/** Several web servers behind a proxy, and several workers, with one database and one carrier. */
export interface HarkCluster extends Pick<HarkProcesses, 'baseUrl' | 'dataDir' | 'credits' | 'stop'> {
  proxy: RoundRobinProxy;
  webs: readonly Member[];
  workers: readonly Member[];
}

export interface ClusterOptions {
  webs: number;
  workers: number;
  settings?: Record<string, string>;
  /** Returns the address at which workers reach the database, given that of the database. */
  databaseOfWorkers?: (uri: string) => Promise<string>;
}

/** Starts a cluster on a data folder; resolves when all of it works. Logs are written to the folder. */
export async function startCluster(
  built: BuiltHark,
  dataDir: string,
  { webs: webCount, workers: workerCount, settings = {}, databaseOfWorkers }: ClusterOptions,
): Promise<HarkCluster> {
  await mkdir(dataDir, { recursive: true });
  const proxy = await startRoundRobinProxy();
  const env = {
    ...systemVariables(),
    ...{ NODE_ENV: 'development', LOG_LEVEL: 'warn', DATA_DIR: dataDir, PUBLIC_URL: proxy.url },
    ...settings,
  };
  const begin = (name: string, more: Record<string, string>) => ({
    name,
    process: keepAlive(built, { ...env, ...more }, join(dataDir, `${name}.log`)),
  });
  const origins: string[] = [];
  const webs: (Member & { stop(): Promise<void> })[] = [];
  for (let n = 0; n < webCount; n += 1) {
    const PORT = String(await freePort());
    const origin = `http://127.0.0.1:${PORT}`;
    origins.push(origin);
    const { name, process } = begin(`web-${String(n)}`, { HARK_ROLE: 'web', PORT });
    const works = () => until(`${name} to work`, START_MS, () => isReady(origin)).then(() => undefined);
    // One after another: the first one starts database and carrier.
    await works();
    webs.push({ name, end: (signal) => process.end(signal), works, stop: () => process.stop() });
  }
  proxy.use(origins);
  await until('the proxy', START_MS, () => isReady(proxy.url));
  proxy.failures.length = 0;
  const isAnnounced = await watchProcesses(dataDir);
  const database =
    databaseOfWorkers === undefined
      ? {}
      : { MONGODB_URI: await databaseOfWorkers(await databaseUri(dataDir)) };
  const workers = Array.from({ length: workerCount }, (_, n) => {
    const { name, process } = begin(`worker-${String(n)}`, { HARK_ROLE: 'worker', ...database });
    return {
      name,
      end: (signal: 'SIGTERM' | 'SIGKILL') => process.end(signal),
      works: () =>
        until(`${name} to work`, START_MS, () => isAnnounced.workingPid(process.pid())).then(() => undefined),
      stop: () => process.stop(),
    };
  });
  await Promise.all(workers.map((worker) => worker.works()));
  return {
    ...{ baseUrl: proxy.url, dataDir, proxy, webs, workers },
    credits: (...args) => runToEnd(built.credits, args, env),
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await isAnnounced.close();
      await Promise.all(webs.map((web) => web.stop()));
      await proxy.close();
    },
  };
}

/** Looks up which processes have announced that they work. */
async function watchProcesses(dataDir: string) {
  const connection = await connectDatabase(await databaseUri(dataDir));
  const processes = connection.collection<ProcessRecord>('processes');
  return {
    workingPid: async (pid: number | undefined) =>
      pid !== undefined && (await processes.findOne({ pid, working: true })) !== null,
    close: () => connection.close(),
  };
}

async function databaseUri(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'mongodb.uri'), 'utf8')).trim();
}
