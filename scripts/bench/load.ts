import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#shared/time-units.ts';
import { createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { fillDatabase, USERS } from './data/filled-database.ts';
import { startChild, withHark } from './data/systems.ts';
import type { Bench } from './harness/bench.ts';
import { beginPeak, peakOf } from './harness/memory.ts';
import { percentile } from './harness/sample.ts';
import { createLoad, QUERY, signInUsers } from './http/signed-in-load.ts';
import { prepareHeavyCalls } from './load/heavy-calls.ts';

const AT_ONCE = 40;
/** Of the query alone before each kind of call, and beside it, there longer if the calls take longer. */
const PORTION_S = 5;
const CREDITED = 30_000;
/** A web server has so little heap in a container of 1 GiB. */
const HEAP = { NODE_OPTIONS: '--max-old-space-size=512' };
const [P99, READY_MS, MEMORY, NONE] = [{ atMost: 5 }, { atMost: 250 }, { atMost: 1.2 }, { atMost: 0 }];

/**
 * 40 of each heavy call at once by one account, beside the dashboard query of others at 32 connections: its 99th percentile
 * of that without them, the slowest `/readyz`, and the web server's memory a minute after of that before. Its heap has 512 MB.
 */
export const benchLoad: Bench = ({ say, inRounds, absolute, settings: { seconds = PORTION_S } }) =>
  withHark({ workers: 1, settings: HEAP }, async ({ connection, webPid, ...hark }) => {
    const { baseUrl } = hark;
    const pid = webPid();
    const calls = await prepareHeavyCalls(baseUrl, await createTestCustomer(hark, CREDITED));
    await fillDatabase(connection, USERS.length);
    const load = createLoad(`${baseUrl}${QUERY}`, await signInUsers(connection, hark.dataDir));
    const probe = await startChild(new URL('load/probe-child.ts', import.meta.url), [`${baseUrl}/readyz`]);
    // What a server executes for the first time is compiled meanwhile.
    for (const { send } of calls) await send();
    await load(seconds);
    const before = beginPeak(pid);
    for (const { name, send } of calls) {
      const { row, values } = await inRounds(`${String(AT_ONCE)} x ${name}`, async () => {
        const quiet = percentile(await load(seconds), 0.99);
        await openConnections(baseUrl);
        await probe.ask({ probe: true });
        let open = true;
        const answers = Promise.all(Array.from({ length: AT_ONCE }, send)).finally(() => (open = false));
        const beside = async (): Promise<number[]> => {
          const took = await load(seconds);
          while (open) took.push(...(await load(1)));
          return took;
        };
        const ready = answers.then(() => probe.ask({ probe: false }) as Promise<number>);
        // Together, so that an error of one ends the bench and not the process.
        const [statuses, readyMs, took] = await Promise.all([answers, ready, beside()]);
        return { quiet, p99: percentile(took, 0.99), readyMs, statuses: [...new Set(statuses)] };
      });
      say(`${name}: ${JSON.stringify(values)}`);
      row('99th percentile, of the quiet one', ({ p99, quiet }) => p99 / quiet, P99);
      row('slowest /readyz, ms', ({ readyMs }) => readyMs, READY_MS);
    }
    await probe.stop();
    absolute('memory', "web server's peak, MB", peakOf(pid));
    await sleep(MINUTE_MS);
    // A quiet server collects nothing by itself.
    await load(seconds);
    absolute('memory', 'a minute after, of that before', beginPeak(pid) / before, MEMORY);
    absolute('heap of 512 MB', 'web servers that ended', webPid() === pid ? 0 : 1, NONE);
  });

/** Opens the connections of the calls, as clients keep them: a server accepts one a turn of its loop, whatever they ask for. */
async function openConnections(baseUrl: string): Promise<void> {
  await Promise.all(
    Array.from({ length: AT_ONCE + 1 }, async () => (await fetch(`${baseUrl}/healthz`)).arrayBuffer()),
  );
}
