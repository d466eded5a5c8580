import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connection } from 'mongoose';
import { serverMemory, type ServerMemory } from '#client/e2e/support/server-memory.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { createCampaign, createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { startHarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { absolute, compare, type Bench, type BenchResult } from './bench.ts';
import { composeBenchFeatures } from './data/bench-features.ts';
import { fillDatabase, USERS } from './data/filled-database.ts';
import { createLoad, type Load } from './http/load.ts';
import { signInUsers } from './http/signed-in-users.ts';
import { watchMachine } from './measure/machine-watch.ts';
import { measuredCount, millisecondsAUnit, type Sample } from './measure/sample.ts';
import { percentile } from './measure/statistics.ts';

const CONNECTIONS = 32;
/** Seconds of a portion, and by default of the load whose slowest responses are measured; the goal is for 600. */
const PORTION_S = 3;
const SUSTAINED_S = 30;
/** The query behind the dashboard's totals. */
const QUERY = '/trpc/campaigns.summary';
const CALLS = 1_000_000;
/** Peak memory of the second half of the load, of that of the first: of a full length, since a new process still grows. */
const FLAT_MEMORY = { atMost: 1.1 };
const FULL_S = 600;

/**
 * A query of the dashboard by 1,000 signed-in users over HTTP, at 32 connections, against stock Express and tRPC that do one
 * `findOne` without a session (=1.00); its round trips to the database, its slowest responses, and the memory of the web
 * server. `--contacts=N` sets the number of stored calls; `--seconds=600` is the full length.
 */
export const benchHttp: Bench = async (say, { contacts = CALLS, seconds = SUSTAINED_S, rounds, limit }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-http-'));
  const hark = await startHarkProcesses(await buildHark(), folder, { workers: 1 });
  const connection = await connectDatabase(await readDatabaseUri(folder));
  try {
    const caller = await createTestCustomer(hark, 1);
    const list = { name: newId(), contacts: deliverableContacts(1), dropDate: inAWeek() };
    const id = await createCampaign(caller, list);
    const features = composeBenchFeatures(connection);
    await fillDatabase(features, connection, { calls: contacts, say });
    await features.credits.close();
    const cookies = await signInUsers(connection, folder, USERS);
    const ours = createLoad(`${hark.baseUrl}${QUERY}`, CONNECTIONS, cookies);
    const stock = await startStock([await readDatabaseUri(folder), id, folder], cookies);
    const contenders = [
      { name: 'stock Express and tRPC, findOne', portion: () => portionOf(stock.open) },
      { name: 'hark, signed in', goal: { atLeast: 0.8 }, portion: () => portionOf(ours) },
      { name: 'stock with sessions, the same reads', portion: () => portionOf(stock.signedIn) },
    ];
    const bench = `dashboard query, ${String(CONNECTIONS)} connections`;
    const speed = await compare(bench, contenders, { say, rounds, limit });
    say(`http: ${String(seconds)} seconds`);
    const sustained = await sustain(ours, { connection, seconds, memory: serverMemory(hark.webPid()) });
    ours.close();
    await stock.stop();
    return [...speed, ...sustained];
  } finally {
    await connection.close();
    await hark.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const inAWeek = () => new Date(Date.now() + 7 * DAY_MS);

function portionOf(load: Load): Promise<Sample> {
  return measuredCount(async () => (await load.run(PORTION_S)).length);
}

interface SustainedLoad {
  connection: Connection;
  seconds: number;
  memory: ServerMemory | undefined;
}

/** The slowest responses of a long load, what each request asks the database, and whether memory grows. */
async function sustain(load: Load, { connection, seconds, memory }: SustainedLoad): Promise<BenchResult[]> {
  const before = await operations(connection);
  const took: number[] = [];
  const peaks: number[] = [];
  const watch = watchMachine();
  const sample = await watch.round(() =>
    measuredCount(async () => {
      for (const _half of [1, 2]) {
        memory?.begin();
        for (const one of await load.run(seconds / 2)) took.push(one);
        if (memory !== undefined) peaks.push(memory.peak());
      }
      return took.length;
    }),
  );
  const asked = (await operations(connection)) - before;
  const bench = `dashboard query, ${String(seconds)} seconds`;
  const slowest = percentile(took, 0.99) / percentile(took, 0.5);
  const tooBusy = watch.tooBusy();
  const perRequest = millisecondsAUnit([sample]);
  return [
    absolute(bench, 'requests', took.length),
    absolute(bench, 'round trips to the database', asked / took.length, { goal: { atMost: 2.05 } }),
    absolute(bench, '99th percentile, of the median', slowest, { goal: { atMost: 5 }, tooBusy }),
    { bench, contender: 'ms of processor time a request', ratio: perRequest, rounds: 1, tooBusy },
    ...memoryResults(bench, peaks, seconds),
  ];
}

function memoryResults(bench: string, [first, second]: number[], seconds: number): BenchResult[] {
  if (first === undefined || second === undefined) return [];
  const goal = seconds >= FULL_S ? { goal: FLAT_MEMORY } : {};
  return [
    absolute(bench, "web server's peak, MB", Math.max(first, second)),
    absolute(bench, 'peak memory, second half of the first', second / first, goal),
  ];
}

/** Counts what clients have asked the database, also for work that is not a request's: a few a second. */
async function operations(connection: Connection): Promise<number> {
  const { opcounters } = (await connection.db?.admin().serverStatus()) as {
    opcounters: Record<string, number>;
  };
  const { query = 0, command = 0, getmore = 0, insert = 0, update = 0, delete: removed = 0 } = opcounters;
  return query + command + getmore + insert + update + removed;
}

/** The stock server: the load on its open query, and on that of signed-in users. */
interface Stock {
  open: Load;
  signedIn: Load;
  stop(): Promise<void>;
}

/** Starts the stock server in a process of its own, as Hark is. */
async function startStock(args: readonly string[], cookies: readonly string[]): Promise<Stock> {
  const script = fileURLToPath(new URL('http/stock-child.ts', import.meta.url));
  const child = fork(script, args, { execArgv: ['--import', 'tsx', '--max-semi-space-size=32'] });
  const [port] = (await once(child, 'message')) as [number];
  const origin = `http://127.0.0.1:${String(port)}`;
  const open = createLoad(`${origin}/trpc/one`, CONNECTIONS);
  const signedIn = createLoad(`${origin}/signed-in/sums`, CONNECTIONS, cookies);
  return {
    open,
    signedIn,
    async stop() {
      for (const load of [open, signedIn]) load.close();
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function readDatabaseUri(folder: string): Promise<string> {
  return (await readFile(join(folder, 'mongodb.uri'), 'utf8')).trim();
}
