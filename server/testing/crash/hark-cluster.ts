import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startRoundRobinProxy, type RoundRobinProxy } from '../fakes/round-robin-proxy.ts';
import { freePort } from '../fakes/free-port.ts';
import type { BuiltHark } from './built-hark.ts';
import { isReady, keepAlive, runToEnd, systemVariables, type HarkProcesses } from './hark-processes.ts';
import { until } from './until.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import type { ProcessRecord } from '#server/platform/migrations/process-store.ts';

const START_MS = 90_000;

/** One process of a cluster, which is started again whenever it ends. */
export interface Member {
  name: string;
  /** Ends the process with a signal; resolves with its exit code when it has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Resolves when the process works; a worker takes jobs then. */
  works(): Promise<void>;
  /** Ends the process gracefully for good; resolves with its exit code. */
  leave(): Promise<number | null>;
}

/** Several web servers behind a proxy, and several workers, with one database and one carrier. */
export interface HarkCluster extends Pick<HarkProcesses, 'baseUrl' | 'dataDir' | 'credits' | 'stop'> {
  proxy: RoundRobinProxy;
  webs: readonly WebMember[];
  workers: readonly Member[];
  /** The address of the database, and the settings of all processes. */
  databaseUri: string;
  env: NodeJS.ProcessEnv;
  /** Adds a process, of a build and with settings that need not be those of the others; resolves when it works. */
  addWeb(built: BuiltHark, own?: Record<string, string>): Promise<WebMember>;
  addWorker(built: BuiltHark, own?: Record<string, string>): Promise<Member>;
}

/** A web server, which can also be reached without the proxy. */
export interface WebMember extends Member {
  origin: string;
}

export interface ClusterOptions {
  webs: number;
  workers: number;
  settings?: Record<string, string>;
}

/** Starts a cluster on a data folder; resolves when all of it works. Logs are written to the folder. */
export async function startCluster(
  built: BuiltHark,
  dataDir: string,
  { webs: webCount, workers: workerCount, settings = {} }: ClusterOptions,
): Promise<HarkCluster> {
  await mkdir(dataDir, { recursive: true });
  const proxy = await startRoundRobinProxy();
  const env = {
    ...systemVariables(),
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    PUBLIC_URL: proxy.url,
    ...settings,
  };
  const webs: WebMember[] = [];
  const workers: Member[] = [];
  const memberOf = (
    name: string,
    process: ReturnType<typeof keepAlive>,
    isWorking: () => Promise<boolean>,
  ) => ({
    name,
    end: (signal: 'SIGTERM' | 'SIGKILL') => process.end(signal),
    works: () => until(`${name} to work`, START_MS, isWorking).then(() => undefined),
    leave: () => process.stop(),
  });
  const addWeb: HarkCluster['addWeb'] = async (build, own = {}) => {
    const name = `web-${String(webs.length)}`;
    const PORT = String(await freePort());
    const origin = `http://127.0.0.1:${PORT}`;
    const settings = { ...env, HARK_ROLE: 'web', PORT, ...own };
    const process = keepAlive(build, settings, join(dataDir, `${name}.log`));
    const web = { ...memberOf(name, process, () => isReady(origin)), origin };
    webs.push(web);
    await web.works();
    proxy.use(webs.map((one) => one.origin));
    return web;
  };
  // One after another: the first one starts database and carrier.
  for (let n = 0; n < webCount; n += 1) await addWeb(built);
  await until('the proxy', START_MS, () => isReady(proxy.url));
  proxy.failures.length = 0;
  const databaseUri = await readDatabaseUri(dataDir);
  const isAnnounced = await watchProcesses(databaseUri);
  const addWorker: HarkCluster['addWorker'] = async (build, own = {}) => {
    const name = `worker-${String(workers.length)}`;
    const settings = { ...env, HARK_ROLE: 'worker', ...own };
    const process = keepAlive(build, settings, join(dataDir, `${name}.log`));
    const worker = memberOf(name, process, () => isAnnounced.workingPid(process.pid()));
    workers.push(worker);
    await worker.works();
    return worker;
  };
  await Promise.all(Array.from({ length: workerCount }, () => addWorker(built)));
  return {
    baseUrl: proxy.url,
    dataDir,
    proxy,
    webs,
    workers,
    databaseUri,
    env,
    addWeb,
    addWorker,
    credits: (...args) => runToEnd(built.credits, args, env),
    async stop() {
      await Promise.all(workers.map((worker) => worker.leave()));
      await isAnnounced.close();
      await Promise.all(webs.map((web) => web.leave()));
      await proxy.close();
    },
  };
}

/** Looks up which processes have announced that they work. */
async function watchProcesses(databaseUri: string) {
  const connection = await connectDatabase(databaseUri);
  const processes = connection.collection<ProcessRecord>('processes');
  return {
    workingPid: async (pid: number | undefined) =>
      pid !== undefined && (await processes.findOne({ pid, working: true })) !== null,
    close: () => connection.close(),
  };
}

async function readDatabaseUri(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'mongodb.uri'), 'utf8')).trim();
}
