import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connection } from 'mongoose';
import { DAY_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/composition/database/database.ts';
import { newId } from '#server/lib/secrets/ids.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { createCampaign, createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { startHarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { absolute, compare, type Bench, type BenchResult } from './bench.ts';
import { createLoad, type Load } from './http/load.ts';
import { watchMachine } from './measure/machine-watch.ts';
import { measuredCount, millisecondsAUnit, type Sample } from './measure/sample.ts';
import { percentile } from './measure/statistics.ts';

const CONNECTIONS = 32;
/** Seconds of a portion, and by default of the load whose slowest responses are measured; the goal is for 600. */
const PORTION_S = 3;
const SUSTAINED_S = 30;
/** The query behind the dashboard's totals. */
const QUERY = '/trpc/campaigns.summary';

/**
 * A query of the dashboard by a signed-in user over HTTP, at 32 connections, against stock Express and tRPC that do one
 * `findOne` without a session (=1.00); its round trips to the database, and its slowest responses. `--seconds=600` is the
 * full length.
 */
export const benchHttp: Bench = async (say, { seconds = SUSTAINED_S, rounds, limit }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-http-'));
  const hark = await startHarkProcesses(await buildHark(), folder, { workers: 1 });
  const connection = await connectDatabase((await readFile(join(folder, 'mongodb.uri'), 'utf8')).trim());
  try {
    const caller = await createTestCustomer(hark, 1);
    const list = { name: newId(), contacts: deliverableContacts(1), dropDate: inAWeek() };
    const id = await createCampaign(caller, list);
    const stock = await startStock((await readFile(join(folder, 'mongodb.uri'), 'utf8')).trim(), id);
    const ours = createLoad(`${hark.baseUrl}${QUERY}`, CONNECTIONS, caller.client.cookie());
    const contenders = [
      { name: 'stock Express and tRPC, findOne', portion: () => portionOf(stock.load) },
      { name: 'hark, signed in', goal: { atLeast: 0.8 }, portion: () => portionOf(ours) },
    ];
    const bench = `dashboard query, ${String(CONNECTIONS)} connections`;
    const speed = await compare(bench, contenders, { say, rounds, limit });
    say(`http: ${String(seconds)} seconds`);
    const sustained = await sustain(ours, connection, seconds);
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

/** The slowest responses of a long load, and what each request asks the database. */
async function sustain(load: Load, connection: Connection, seconds: number): Promise<BenchResult[]> {
  const before = await operations(connection);
  let took: number[] = [];
  const watch = watchMachine();
  const sample = await watch.round(() =>
    measuredCount(async () => {
      took = await load.run(seconds);
      return took.length;
    }),
  );
  const asked = (await operations(connection)) - before;
  const bench = `dashboard query, ${String(seconds)} seconds`;
  const slowest = percentile(took, 0.99) / percentile(took, 0.5);
  const tooBusy = watch.tooBusy();
  const perRequest = millisecondsAUnit([sample]);
  return [
    absolute(bench, 'round trips to the database', asked / took.length, { goal: { atMost: 2.05 } }),
    absolute(bench, '99th percentile, of the median', slowest, { goal: { atMost: 5 }, tooBusy }),
    { bench, contender: 'ms of processor time a request', ratio: perRequest, rounds: 1, tooBusy },
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

/** Starts the stock server in a process of its own, as Hark is. */
async function startStock(uri: string, id: string): Promise<{ load: Load; stop(): Promise<void> }> {
  const script = fileURLToPath(new URL('http/stock-child.ts', import.meta.url));
  const child = fork(script, [uri, id], { execArgv: ['--import', 'tsx', '--max-semi-space-size=32'] });
  const [port] = (await once(child, 'message')) as [number];
  const load = createLoad(`http://127.0.0.1:${String(port)}/trpc/one`, CONNECTIONS);
  return {
    load,
    async stop() {
      load.close();
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
