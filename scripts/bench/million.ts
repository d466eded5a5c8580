import { join } from 'node:path';
import { formatNumber } from '#shared/formats.ts';
import { HOUR_MS } from '#shared/time-units.ts';
import { readCarrierRecord } from '#server/testing/crash/carrier-record.ts';
import type { HarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { deliverableContact } from '#server/testing/system/campaign-drafts.ts';
import { writeList } from './data/contact-rows.ts';
import { UNLIMITED, withHark } from './data/systems.ts';
import { createFromFile, sendCampaign } from './drops/send-campaign.ts';
import type { Bench, BenchRun } from './harness/bench.ts';
import { peakOf } from './harness/memory.ts';
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
export const benchMillion: Bench = async (run) => {
  for (const workers of [1, 2])
    await withHark({ workers, settings: UNLIMITED }, (hark) => createAndSend(hark, workers, run));
};

async function createAndSend(
  hark: HarkProcesses,
  workers: number,
  { say, inRounds, absolute, settings: { contacts: calls = CALLS } }: BenchRun,
): Promise<void> {
  const bench = `${formatNumber(calls)} calls, ${String(workers)} ${workers === 1 ? 'worker' : 'workers'}`;
  const caller = await createTestCustomer(hark, calls);
  const file = join(hark.dataDir, 'contacts.csv');
  await writeList(file, calls, deliverableContact);
  const { row } = await inRounds(bench, async () => {
    let id = '';
    say(`${bench}: create`);
    const create = async () => (id = await createFromFile(hark.baseUrl, caller, file));
    const created = await measured(calls, create);
    say(`${bench}: send, after ${created.seconds.toFixed(0)} s`);
    return { created, sent: await measured(calls, () => sendCampaign(caller, id, LIMIT_MS)) };
  });
  const sent = (name: string, of: (sample: Sample) => number) => {
    row(name, (samples) => of(samples.sent));
  };
  row('created, seconds', ({ created }) => created.seconds);
  sent('sent and settled, seconds', ({ seconds }) => seconds);
  sent('calls a second', unitsASecond);
  sent('hark, ms of processor time a call', millisecondsAUnit('hark'));
  sent('database, ms of processor time a call', millisecondsAUnit('database'));
  sent('carrier, ms of processor time a call', millisecondsAUnit('emulators'));
  absolute(bench, "web server's peak, MB", peakOf(hark.webPid()));
  for (const [at, pid] of hark.workerPids().entries())
    absolute(bench, `peak of worker ${String(at + 1)}, MB`, peakOf(pid), WORKER_MB);
  say(`${bench}: check`);
  const audit = await hark.credits('audit');
  if (audit.code !== 0) throw new Error(`The audit found differences:\n${audit.output}`);
  // By the carrier's record: called more than once, or never.
  const numbers = await readCarrierRecord(hark.dataDir);
  const once = [...numbers.values()].filter(({ rang }) => rang === 1).length;
  absolute(bench, 'numbers not called exactly once', Math.max(calls, numbers.size) - once, NONE);
}
