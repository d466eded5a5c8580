import { join } from 'node:path';
import { serverMemory } from '#client/e2e/support/server-memory.ts';
import { formatNumber } from '#shared/formats.ts';
import { HOUR_MS } from '#shared/time-units.ts';
import { readCarrierRecord } from '#server/testing/crash/carrier-record.ts';
import type { HarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { deliverableContact } from '#server/testing/system/campaign-drafts.ts';
import { writeList } from './data/contact-rows.ts';
import { UNLIMITED, withHark } from './data/systems.ts';
import { createFromFile, sendCampaign } from './drops/send-campaign.ts';
import { absolute, inRounds, type Bench, type BenchResult, type Say } from './harness/bench.ts';
import { measured, millisecondsAUnit, unitsASecond, type Sample } from './harness/sample.ts';

const CALLS = 1_000_000;
/** Longer than a million calls take on a busy machine. */
const LIMIT_MS = 3 * HOUR_MS;
const [WORKER_MB, NONE] = [{ atMost: 600 }, { atMost: 0 }];

/**
 * One campaign of a million calls from its CSV file until all are settled, through the real processes and the local carrier
 * on this machine: a web server with one worker, then with two. Time and processor time have no goals; afterwards each number
 * must have been called once, and the audit of credits must find nothing. `--contacts=N` sets the number of calls.
 */
export const benchMillion: Bench = async (say, { contacts: calls = CALLS }) => {
  const results: BenchResult[] = [];
  for (const workers of [1, 2]) {
    const bench = `${formatNumber(calls)} calls, ${String(workers)} ${workers === 1 ? 'worker' : 'workers'}`;
    const options = { workers, settings: UNLIMITED };
    results.push(...(await withHark(options, (hark) => createAndSend(hark, { bench, calls }, say))));
  }
  return results;
};

async function createAndSend(
  hark: HarkProcesses,
  { bench, calls }: { bench: string; calls: number },
  say: Say,
): Promise<BenchResult[]> {
  const caller = await createTestCustomer(hark, calls);
  const file = join(hark.dataDir, 'contacts.csv');
  await writeList(file, calls, deliverableContact);
  const { row } = await inRounds(bench, async () => {
    let id = '';
    say(`${bench}: create`);
    const created = await measured(
      calls,
      async () => (id = await createFromFile(hark.baseUrl, caller, file)),
    );
    say(`${bench}: send, after ${created.seconds.toFixed(0)} s`);
    return { created, sent: await measured(calls, () => sendCampaign(caller, id, LIMIT_MS)) };
  });
  const sent = (name: string, of: (sample: Sample) => number) => row(name, (samples) => of(samples.sent));
  const peak = (pid: number): number => serverMemory(pid)?.peak() ?? Number.NaN;
  const peaks = [hark.webPid(), ...hark.workerPids()].map(peak);
  say(`${bench}: check`);
  const audit = await hark.credits('audit');
  if (audit.code !== 0) throw new Error(`The audit found differences:\n${audit.output}`);
  return [
    row('created, seconds', ({ created }) => created.seconds),
    sent('sent and settled, seconds', ({ seconds }) => seconds),
    sent('calls a second', unitsASecond),
    sent('hark, ms of processor time a call', millisecondsAUnit('hark')),
    sent('database, ms of processor time a call', millisecondsAUnit('database')),
    sent('carrier, ms of processor time a call', millisecondsAUnit('emulators')),
    ...peaks.map((megabytes, at) =>
      at === 0
        ? absolute(bench, "web server's peak, MB", megabytes)
        : absolute(bench, `peak of worker ${String(at)}, MB`, megabytes, WORKER_MB),
    ),
    absolute(bench, 'numbers not called exactly once', await notCalledOnce(hark.dataDir, calls), NONE),
  ];
}

/** Returns how many numbers of the list the carrier has called more than once or never. */
async function notCalledOnce(dataDir: string, calls: number): Promise<number> {
  const numbers = await readCarrierRecord(dataDir);
  const calledOnce = [...numbers.values()].filter(({ rang }) => rang === 1).length;
  return Math.max(calls, numbers.size) - calledOnce;
}
