import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverMemory, type ServerMemory } from '#client/e2e/support/server-memory.ts';
import { MINUTE_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { startHarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { absolute, type Bench, type BenchResult, type Say } from './bench.ts';
import { composeBenchFeatures } from './data/bench-features.ts';
import { fillDatabase, USERS } from './data/filled-database.ts';
import { createLoad, type Load } from './http/load.ts';
import { signInUsers } from './http/signed-in-users.ts';
import { prepareHeavyCalls, type HeavyCall } from './load/heavy-calls.ts';
import { watchReadiness } from './load/readiness.ts';
import { watchMachine } from './measure/machine-watch.ts';
import { percentile } from './measure/statistics.ts';

const CONNECTIONS = 32;
const AT_ONCE = 40;
const QUERY = '/trpc/campaigns.summary';
/** Of the query alone before each kind of call, and beside it, there longer if the calls take longer. */
const PORTION_S = 5;
const CREDITED = 30_000;
/** A web server has so little heap in a container of 1 GiB. */
const HEAP = { NODE_OPTIONS: '--max-old-space-size=512' };
const BOUNDS = { p99: 5, readyMs: 250, memory: 1.2 };

/**
 * 40 of each heavy call at once by one account, beside the dashboard query of others at 32 connections: its 99th percentile
 * of that without them, the slowest `/readyz`, and the web server's memory a minute after of that before. Its heap has 512 MB.
 */
export const benchLoad: Bench = async (say) => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-load-'));
  const hark = await startHarkProcesses(await buildHark(), folder, { workers: 1, settings: HEAP });
  const connection = await connectDatabase((await readFile(join(folder, 'mongodb.uri'), 'utf8')).trim());
  try {
    const pid = hark.webPid();
    const calls = await prepareHeavyCalls(hark.baseUrl, await createTestCustomer(hark, CREDITED));
    const features = composeBenchFeatures(connection);
    await fillDatabase(features, connection, { calls: USERS.length, say });
    await features.credits.close();
    const load = createLoad(
      `${hark.baseUrl}${QUERY}`,
      CONNECTIONS,
      await signInUsers(connection, folder, USERS),
    );
    const memory = serverMemory(pid);
    const results = await measure({ load, calls, memory, say, baseUrl: hark.baseUrl });
    load.close();
    return [
      ...results,
      absolute('heap of 512 MB', 'web servers that ended', hark.webPid() === pid ? 0 : 1, NONE),
    ];
  } finally {
    await connection.close();
    await hark.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const NONE = { goal: { atMost: 0 } };

interface LoadRun {
  load: Load;
  calls: readonly HeavyCall[];
  memory: ServerMemory | undefined;
  baseUrl: string;
  say: Say;
}

async function measure({ load, calls, memory, baseUrl, say }: LoadRun): Promise<BenchResult[]> {
  await load.run(PORTION_S);
  const before = memory?.begin();
  const results: BenchResult[] = [];
  for (const call of calls) {
    const bench = `${String(AT_ONCE)} x ${call.name}`;
    const watch = watchMachine();
    const { quiet, p99, readyMs, statuses } = await watch.round(async () => {
      return { quiet: percentile(await load.run(PORTION_S), 0.99), ...(await beside(load, call, baseUrl)) };
    });
    const tooBusy = watch.tooBusy();
    const figures = [quiet, p99, readyMs].map((ms) => `${ms.toFixed(0)} ms`).join(', ');
    say(`${bench}: quiet, beside it, /readyz: ${figures}, ${JSON.stringify(statuses)}`);
    results.push(
      absolute(bench, '99th percentile, of the quiet one', p99 / quiet, {
        goal: { atMost: BOUNDS.p99 },
        tooBusy,
      }),
      absolute(bench, 'slowest /readyz, ms', readyMs, { goal: { atMost: BOUNDS.readyMs }, tooBusy }),
    );
  }
  if (memory === undefined || before === undefined) return results;
  const peak = memory.peak();
  await sleep(MINUTE_MS);
  // A quiet server collects nothing by itself.
  await load.run(PORTION_S);
  const goal = { atMost: BOUNDS.memory };
  return [
    ...results,
    absolute('memory', "web server's peak, MB", peak),
    absolute('memory', 'a minute after, of that before', memory.begin() / before, { goal }),
  ];
}

/** Runs the query for as long as the calls take, at least some seconds. */
async function beside(load: Load, { send }: HeavyCall, baseUrl: string) {
  const readiness = watchReadiness(baseUrl);
  let open = true;
  const answers = Promise.all(Array.from({ length: AT_ONCE }, async () => statusOf(await send()))).finally(
    () => {
      open = false;
    },
  );
  const took = await load.run(PORTION_S);
  while (open) took.push(...(await load.run(1)));
  const statuses: Record<number, number> = {};
  for (const status of await answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return { p99: percentile(took, 0.99), readyMs: await readiness.slowestMs(), statuses };
}

/** Reads an answer to its end, as its client would. */
async function statusOf(response: Response): Promise<number> {
  await response.arrayBuffer();
  return response.status;
}
