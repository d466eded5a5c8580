import type { Connection } from 'mongoose';
import { createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { fillDatabase } from './data/filled-database.ts';
import { commandsOf, startChild, withHark } from './data/systems.ts';
import type { Bench, BenchRun } from './harness/bench.ts';
import { beginPeak, peakOf } from './harness/memory.ts';
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
export const benchHttp: Bench = (run) =>
  withHark({ workers: 1 }, async ({ connection, uri, dataDir, webPid, ...hark }) => {
    await createTestCustomer(hark, 1);
    await fillDatabase(connection, run.settings.contacts ?? CALLS);
    const cookies = await signInUsers(connection, dataDir);
    const ours = createLoad(`${hark.baseUrl}${QUERY}`, cookies);
    const script = new URL('http/stock-child.ts', import.meta.url);
    const stock = await startChild(script, [uri, dataDir], ['--max-semi-space-size=32']);
    const theirs = createLoad(`http://127.0.0.1:${String(stock.first)}/sums`, cookies);
    const portionOf = (load: Load) => () => measured(undefined, async () => (await load(PORTION_S)).length);
    await run.compare(`dashboard query, ${String(CONNECTIONS)} connections`, [
      { name: 'stock Express with sessions', portion: portionOf(theirs) },
      { name: 'hark', goal: { atLeast: 0.9 }, portion: portionOf(ours) },
    ]);
    await stock.stop();
    await sustain(ours, { connection, pid: webPid() }, run);
  });

/** The slowest responses of a long load, what each request asks the database, and whether memory grows. */
async function sustain(
  load: Load,
  { connection, pid }: { connection: Connection; pid: number },
  { say, inRounds, settings: { seconds = SUSTAINED_S } }: BenchRun,
): Promise<void> {
  say(`http: ${String(seconds)} seconds`);
  const half = async () => {
    beginPeak(pid);
    return { took: await load(seconds / 2), peak: peakOf(pid) };
  };
  const { row } = await inRounds(`dashboard query, ${String(seconds)} seconds`, async () => {
    const before = await commandsOf(connection);
    const [first, second] = [await half(), await half()];
    const took = [...first.took, ...second.took];
    const commands = (await commandsOf(connection)) - before;
    return { took, commands, peak: Math.max(first.peak, second.peak), growth: second.peak / first.peak };
  });
  const slowest = (took: number[]) => percentile(took, 0.99) / median(took);
  row('round trips to the database', ({ commands, took }) => commands / took.length, { atMost: 2.05 });
  row('99th percentile, of the median', ({ took }) => slowest(took), { atMost: 5 });
  row("web server's peak, MB", ({ peak }) => peak);
  const goal = seconds >= FULL_S ? FLAT : undefined;
  row('peak memory, second half of the first', ({ growth }) => growth, goal);
}
