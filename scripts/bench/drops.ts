import { join } from 'node:path';
import { formatNumber } from '#shared/formats.ts';
import { HOUR_MS } from '#shared/time-units.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { readCarrierRecord, recordCounter } from '#server/testing/crash/carrier-record.ts';
import type { HarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { createCampaign, createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';
import { deliverableContact, deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { writeList } from './data/contact-rows.ts';
import { UNLIMITED, withHark } from './data/systems.ts';
import { createFromFile, sendCampaign } from './drops/send-campaign.ts';
import type { Bench, BenchRun, Goal } from './harness/bench.ts';
import { peakOf } from './harness/memory.ts';
import { measured, millisecondsAUnit, unitsASecond, type Sample } from './harness/sample.ts';

const [DROPS, CALLS] = [10_000, 1_000_000];
/** The second is longer than a million calls take on a busy machine. */
const [TIMEOUT_MS, LIMIT_MS] = [600_000, 3 * HOUR_MS];
/** Lines in the carrier's journal per drop: accepted, called, reported. */
const LINES_A_DROP = 3;
const [DROP_MS, WORKER_MB, NONE] = [{ atMost: 0.5 }, { atMost: 600 }, { atMost: 0 }];

/**
 * A campaign through the real processes over HTTP to the carrier emulator, until everything is settled: the processor time of
 * a drop by process, where that of the database is the engine's bookkeeping. The time of the bench, which asks whether it is
 * over, is left out. `--contacts=N` sets the number of drops.
 */
export const benchDrops: Bench = ({ say, inRounds, rounds, settings: { contacts: drops = DROPS } }) =>
  withHark({ workers: 0, settings: UNLIMITED }, async (hark) => {
    const caller = await createTestCustomer(hark, drops * (rounds + 1));
    const contacts = deliverableContacts(drops);
    const lines = recordCounter(hark.dataDir);
    const sendAll = async (): Promise<Sample> => {
      const id = await createCampaign(caller, { name: newId(), contacts, dropDate: new Date() });
      const before = await lines();
      const sample = await measured(drops, () => sendCampaign(caller, id));
      // Pending callbacks of the carrier would disturb the next round.
      const isOver = async () => (await lines()) >= before + drops * LINES_A_DROP;
      await until('the last webhook', TIMEOUT_MS, isOver);
      return sample;
    };
    const bench = `${formatNumber(drops)} drops over HTTP`;
    say(`${bench}: warm-up`);
    await sendAll();
    say(`${bench}: ${String(rounds)} rounds`);
    const { row } = await inRounds(bench, sendAll, rounds);
    rowsOfSent('drop', row, DROP_MS);
  });

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
  row('created, seconds', ({ created }) => created.seconds);
  row('sent and settled, seconds', ({ sent }) => sent.seconds);
  rowsOfSent('call', (name, of) => {
    row(name, ({ sent }) => of(sent));
  });
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

/** Adds the rows of what was sent: how many a second, and the processor time of one by process, which may have a goal. */
function rowsOfSent(
  unit: 'drop' | 'call',
  row: (name: string, of: (sample: Sample) => number, goal?: Goal) => void,
  goal?: Goal,
): void {
  row(unit === 'drop' ? 'settled, drops a second' : 'calls a second', unitsASecond);
  row(`hark, ms of processor time a ${unit}`, millisecondsAUnit('hark'), goal);
  row(`database, ms of processor time a ${unit}`, millisecondsAUnit('database'), goal);
  row(`carrier, ms of processor time a ${unit}`, millisecondsAUnit('emulators'));
}
