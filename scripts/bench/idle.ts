import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { startHarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { absolute, type Bench, type BenchResult } from './bench.ts';
import { composeBenchFeatures } from './data/bench-features.ts';
import { fillDatabase } from './data/filled-database.ts';
import { watchMachine } from './measure/machine-watch.ts';
import { readProcessorTime, timeBetween } from './measure/processor-time.ts';

const SETTLE_MS = 20 * SECOND_MS;
const MEASURED_MS = 2 * MINUTE_MS;
/** A web server and a worker. */
const PROCESSES = 2;
const CALLS = 20_000;
const GOALS = { processor: { atMost: 1 }, commands: { atMost: 60 } };

/** What a web server, a worker and the database do at rest: with an empty database, and with accounts and finished calls. */
export const benchIdle: Bench = async (say) => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-idle-'));
  const hark = await startHarkProcesses(await buildHark(), folder, { workers: 1 });
  const connection = await connectDatabase((await readFile(join(folder, 'mongodb.uri'), 'utf8')).trim());
  try {
    const empty = await atRest('empty', connection);
    const features = composeBenchFeatures(connection);
    await fillDatabase(features, connection, { calls: CALLS, say });
    await features.credits.close();
    return [...empty, ...(await atRest(`${String(CALLS)} finished calls`, connection))];
  } finally {
    await connection.close();
    await hark.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

async function atRest(name: string, connection: Connection): Promise<BenchResult[]> {
  await sleep(SETTLE_MS);
  const watch = watchMachine();
  const { seconds, commands } = await watch.round(async () => {
    const [time, count] = [readProcessorTime().byRole, await commandsOf(connection)];
    await sleep(MEASURED_MS);
    const { bench: _own, ...of } = timeBetween(time, readProcessorTime().byRole);
    return {
      seconds: Object.values(of).reduce((sum, one) => sum + one, 0),
      commands: (await commandsOf(connection)) - count,
    };
  });
  const tooBusy = watch.tooBusy();
  const minutes = MEASURED_MS / MINUTE_MS;
  const share = (100 * seconds * SECOND_MS) / MEASURED_MS;
  return [
    absolute(name, 'processor time of all, percent of one', share, { goal: GOALS.processor, tooBusy }),
    absolute(name, 'commands a minute and process', commands / minutes / PROCESSES, {
      goal: GOALS.commands,
      tooBusy,
    }),
  ];
}

/** Returns how many operations the database has been asked for. */
async function commandsOf(connection: Connection): Promise<number> {
  const status = await connection.getClient().db('admin').command({ serverStatus: 1 });
  const counters = status['opcounters'] as Readonly<Record<string, number>>;
  return Object.values(counters).reduce((sum, count) => sum + count, 0);
}
