import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatNumber } from '#shared/formats.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { readCarrierRecord } from '#server/testing/crash/carrier-record.ts';
import { startHarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { createTestCustomer, type TestCustomer } from '#server/testing/crash/test-customer.ts';
import { absolute, type Bench, type BenchResult, type Say } from './bench.ts';
import { deliverableList } from './data/contact-rows.ts';
import { sendCampaign } from './drops/send-campaign.ts';
import { watchMachine } from './measure/machine-watch.ts';
import { peakMemoryOf, type PeakMemory } from './measure/memory.ts';
import { measured, millisecondsAUnit, type Sample } from './measure/sample.ts';

const CALLS = 1_000_000;
const WORKERS = [1, 2];
const NONE = { goal: { atMost: 0 } };
/** Longer than a million calls take on a busy machine. */
const LIMIT_MS = 3 * 3_600_000;

/**
 * One campaign of a million calls from its CSV file until all are settled, through the real processes and the local carrier
 * on this machine: a web server with one worker, then with two. Time, memory and processor time have no goals; afterwards
 * each number must have been called once, and the audit of credits must find nothing. `--contacts=N` sets the number of calls.
 */
export const benchMillion: Bench = async (say, { contacts: calls = CALLS }) => {
  const built = await buildHark();
  const results: BenchResult[] = [];
  for (const workers of WORKERS) results.push(...(await sendAll(built, { calls, workers }, say)));
  return results;
};

async function sendAll(
  built: BuiltHark,
  { calls, workers }: { calls: number; workers: number },
  say: Say,
): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-million-'));
  const bench = `${formatNumber(calls)} calls, ${String(workers)} ${workers === 1 ? 'worker' : 'workers'}`;
  const dataDir = join(folder, 'hark');
  const settings = { DROPS_PER_MINUTE: '1000000000' };
  const hark = await startHarkProcesses(built, dataDir, { workers, settings });
  try {
    const caller = await createTestCustomer(hark, calls);
    const file = join(folder, 'contacts.csv');
    await pipeline(Readable.from(deliverableList(calls)), createWriteStream(file));
    const watch = watchMachine();
    let id = '';
    say(`${bench}: create`);
    const created = await watch.round(() =>
      measured(calls, async () => {
        id = await upload(hark.baseUrl, caller, file);
      }),
    );
    const memory = peakMemoryOf(dataDir);
    say(`${bench}: send, after ${created.seconds.toFixed(0)} s`);
    const sent = await watch.round(() => measured(calls, () => sendCampaign(caller, id, LIMIT_MS)));
    const tooBusy = watch.tooBusy();
    const memoryAtEnd = peakMemoryOf(dataDir);
    say(`${bench}: check`);
    const audit = await hark.credits('audit');
    if (audit.code !== 0) throw new Error(`The audit found differences:\n${audit.output}`);
    const row = (name: string, value: number) => absolute(bench, name, value, { tooBusy });
    return [
      row('created, seconds', created.seconds),
      ...memoryRows(bench, 'created', memory),
      row('sent and settled, seconds', sent.seconds),
      row('calls a second', sent.units / sent.seconds),
      ...timeRows(bench, sent, tooBusy),
      ...memoryRows(bench, 'settled', memoryAtEnd),
      absolute(bench, 'numbers not called exactly once', await countNotCalledOnce(dataDir, calls), NONE),
    ];
  } finally {
    await hark.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns how many numbers of the list the carrier has called more than once or never. */
async function countNotCalledOnce(dataDir: string, calls: number): Promise<number> {
  const numbers = await readCarrierRecord(dataDir);
  const calledOnce = [...numbers.values()].filter(({ rang }) => rang === 1).length;
  return Math.max(calls, numbers.size) - calledOnce;
}

/** Creates a campaign from a file, to be sent when it is executed; returns its id. */
async function upload(baseUrl: string, { client, voiceId }: TestCustomer, file: string): Promise<string> {
  const form = new FormData();
  const fields = { campaign_name: newId(), campaign_type: 'voicemail', voice_id: voiceId };
  for (const [name, value] of Object.entries({ ...fields, message: 'Hello, this is Hark.' }))
    form.set(name, value);
  form.set('csv_file', await openAsBlob(file), 'contacts.csv');
  const headers = { cookie: client.cookie() };
  const response = await fetch(`${baseUrl}/api/campaigns/create/`, { method: 'POST', headers, body: form });
  const body = (await response.json()) as { campaign?: { id: string }; error?: string };
  if (body.campaign === undefined) throw new Error(`The campaign was not created: ${String(body.error)}`);
  return body.campaign.id;
}

function timeRows(bench: string, sample: Sample, tooBusy: string | undefined): BenchResult[] {
  const roles = [
    { name: 'Hark', role: 'hark' },
    { name: 'database', role: 'database' },
    { name: 'carrier', role: 'emulators' },
  ] as const;
  return roles.map(({ name, role }) => ({
    bench,
    contender: `${name}, ms of processor time a call`,
    rounds: 1,
    tooBusy,
    ratio: millisecondsAUnit([sample], [role]),
  }));
}

function memoryRows(bench: string, when: string, memory: readonly PeakMemory[]): BenchResult[] {
  return memory.map(({ process, megabytes }) =>
    absolute(bench, `${when}: ${process}, MB at its peak`, megabytes),
  );
}
