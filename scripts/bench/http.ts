import type { Connection } from 'mongoose';
import { serverMemory } from '#client/e2e/support/server-memory.ts';
import { createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { fillDatabase } from './data/filled-database.ts';
import { commandsOf, startChild, withHark } from './data/systems.ts';
import { compare, inRounds, type Bench, type BenchResult } from './harness/bench.ts';
import { measured, median, percentile } from './harness/sample.ts';
import { CONNECTIONS, createLoad, QUERY, signInUsers, type Load } from './http/signed-in-load.ts';

/** Seconds of a portion, and by default of the load whose slowest responses are measured; the goal is for 600. */
const PORTION_S = 3;
const SUSTAINED_S = 30;
const CALLS = 1_000_000;
/** Peak memory of the second half of the load, of that of the first: of a full length, since a new process still grows. */
const FLAT = { atMost: 1.1 };
const FULL_S = 600;

/**
 * A query of the dashboard by 1,000 signed-in users over HTTP, at 32 connections, against a stock Express server with
 * `express-session` and the same reads (=1.00); its round trips to the database, its slowest responses, and the memory of the
 * web server. `--contacts=N` sets the number of stored calls; `--seconds=600` is the full length.
 */
export const benchHttp: Bench = (say, { contacts = CALLS, seconds = SUSTAINED_S, rounds, limit }) =>
  withHark({ workers: 1 }, async ({ connection, uri, dataDir, webPid, ...hark }) => {
    await createTestCustomer(hark, 1);
    await fillDatabase(connection, contacts);
    const cookies = await signInUsers(connection, dataDir);
    const ours = createLoad(`${hark.baseUrl}${QUERY}`, cookies);
    const script = new URL('http/stock-child.ts', import.meta.url);
    const stock = await startChild(script, [uri, dataDir], ['--max-semi-space-size=32']);
    const theirs = createLoad(`http://127.0.0.1:${String(stock.first)}/sums`, cookies);
    const portionOf = (load: Load) => () => measured(undefined, async () => (await load(PORTION_S)).length);
    const contenders = [
      { name: 'stock Express with sessions', portion: portionOf(theirs) },
      { name: 'hark', goal: { atLeast: 0.9 }, portion: portionOf(ours) },
    ];
    const bench = `dashboard query, ${String(CONNECTIONS)} connections`;
    const speed = await compare(bench, contenders, { say, rounds, limit });
    await stock.stop();
    say(`http: ${String(seconds)} seconds`);
    return [...speed, ...(await sustain(ours, { connection, seconds, pid: webPid() }))];
  });

/** The slowest responses of a long load, what each request asks the database, and whether memory grows. */
async function sustain(
  load: Load,
  { connection, seconds, pid }: { connection: Connection; seconds: number; pid: number },
): Promise<BenchResult[]> {
  const memory = serverMemory(pid);
  const half = async () => {
    memory?.begin();
    return { took: await load(seconds / 2), peak: memory?.peak() ?? Number.NaN };
  };
  const bench = `dashboard query, ${String(seconds)} seconds`;
  const { row } = await inRounds(bench, async () => {
    const before = await commandsOf(connection);
    const [first, second] = [await half(), await half()];
    const took = [...first.took, ...second.took];
    const commands = (await commandsOf(connection)) - before;
    return { took, commands, peak: Math.max(first.peak, second.peak), growth: second.peak / first.peak };
  });
  const rows = [
    row('round trips to the database', ({ commands, took }) => commands / took.length, { atMost: 2.05 }),
    row('99th percentile, of the median', ({ took }) => percentile(took, 0.99) / median(took), { atMost: 5 }),
  ];
  if (memory === undefined) return rows;
  return [
    ...rows,
    row("web server's peak, MB", ({ peak }) => peak),
    row(
      'peak memory, second half of the first',
      ({ growth }) => growth,
      seconds >= FULL_S ? FLAT : undefined,
    ),
  ];
}
