import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatNumber } from '#shared/formats.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { startBareCarrier, type BareCarrier } from '#server/testing/fakes/bare-carrier.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import {
  createCampaign,
  createTestCustomer,
  type TestCustomer,
} from '#server/testing/crash/test-customer.ts';
import { recordCounter } from '#server/testing/crash/carrier-record.ts';
import { startHarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { until } from '#server/testing/crash/until.ts';
import { compare, ROUNDS, type BenchResult, type CompareOptions } from '../bench.ts';
import { seesProcesses } from '../measure/processor-time.ts';
import { measured, millisecondsAUnit, type Sample } from '../measure/sample.ts';
import { sendCampaign } from './send-campaign.ts';

/** Concurrency of a worker. */
const CONCURRENCY = 32;
const UNLIMITED = '1000000000';
const TIMEOUT_MS = 600_000;
/** Lines in the carrier's journal per drop: accepted, called, reported. */
const LINES_A_DROP = 3;

/**
 * A campaign through the real processes over HTTP to the carrier emulator, until everything is settled, against a
 * bare HTTP client that posts the same bodies to its own carrier and receives its reports (=1.00). Posting alone is
 * listed as well, and the processor time of a drop by process.
 */
export async function benchOverHttp(drops: number, options: CompareOptions): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-drops-'));
  const built = await buildHark();
  const settings = { DROPS_PER_MINUTE: UNLIMITED };
  const hark = await startHarkProcesses(built, join(folder, 'hark'), { workers: 0, settings });
  const carrier = await startBareCarrier(join(folder, 'bare'));
  try {
    const caller = await createTestCustomer(hark, drops * ((options.rounds ?? ROUNDS) + 1));
    const lines = recordCounter(hark.dataDir);
    const contenders = [
      { name: 'bare HTTP client, reports received', portion: () => postBare(carrier, drops, 'reported') },
      { name: 'hark, settled', goal: { atLeast: 0.5 }, portion: () => sendAll(caller, drops, lines) },
      { name: 'bare HTTP client, posted', portion: () => postBare(carrier, drops, 'posted') },
    ];
    const bench = `${formatNumber(drops)} drops over HTTP`;
    let ofHark: readonly Sample[] = [];
    const onSamples = (samples: readonly (readonly Sample[])[]): void => {
      ofHark = samples[1] ?? [];
    };
    const results = await compare(bench, contenders, { ...options, onSamples });
    return [...results, ...timesOfDrop(bench, ofHark, results[1]?.tooBusy)];
  } finally {
    await hark.stop();
    await carrier.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of processor time for a drop. The time of the bench, which asks whether it is over, is left out. */
function timesOfDrop(bench: string, samples: readonly Sample[], tooBusy: string | undefined): BenchResult[] {
  if (!seesProcesses()) return [];
  const rows = [
    { roles: ['hark'], name: 'hark, ms of processor time a drop', goal: { atMost: 1.5 } },
    { roles: ['database'], name: 'database, ms of processor time a drop' },
    { roles: ['emulators'], name: 'carrier, ms of processor time a drop' },
  ] as const;
  return rows.map(({ roles, name, ...goal }) => ({
    bench,
    contender: name,
    rounds: samples.length,
    tooBusy,
    ratio: millisecondsAUnit(samples, roles),
    ...goal,
  }));
}

/** Measures a whole campaign. */
async function sendAll(caller: TestCustomer, drops: number, lines: () => Promise<number>): Promise<Sample> {
  const contacts = deliverableContacts(drops);
  const id = await createCampaign(caller, { name: newId(), contacts, dropDate: new Date() });
  const before = await lines();
  const sample = await measured(drops, () => sendCampaign(caller, id));
  // Pending callbacks of the carrier would disturb the next round.
  await until('the last webhook', TIMEOUT_MS, async () => (await lines()) >= before + drops * LINES_A_DROP);
  return sample;
}

/** Measures a bare client until the last drop was accepted, or reported. */
async function postBare(carrier: BareCarrier, drops: number, end: 'posted' | 'reported'): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const campaign = newId();
  const bodies = deliverableContacts(drops).map(({ recommended_phone: phone, zipcode }, n) => {
    const attemptId = `${campaign}-${String(n + 1)}-1`;
    const body = JSON.stringify({
      to: `+${phone}`,
      phone_line_id: 'local',
      media_id: campaign,
      foreign_id: attemptId,
      callback_url: carrier.callbackUrl,
      postal_code: zipcode,
    });
    return { attemptId, body };
  });
  const [callbacks, webhooks] = [carrier.callbacks(), carrier.webhooks()];
  let next = 0;
  const sender = async (): Promise<void> => {
    for (let one = bodies[next++]; one !== undefined; one = bodies[next++]) await post(agent, carrier, one);
  };
  const reported = () =>
    until('the last callback', TIMEOUT_MS, () => carrier.callbacks() >= callbacks + drops);
  const sample = await measured(drops, async () => {
    await Promise.all(Array.from({ length: CONCURRENCY }, sender));
    if (end === 'reported') await reported();
  });
  await reported();
  await until('the last webhook', TIMEOUT_MS, () => carrier.webhooks() >= webhooks + drops);
  agent.destroy();
  return sample;
}

function post(
  agent: Agent,
  { baseUrl, key, secret }: BareCarrier,
  { attemptId, body }: { attemptId: string; body: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-key': key,
      'x-secret': secret,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': attemptId,
    };
    const outgoing = request(`${baseUrl}/rvm`, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 202) resolve();
        else reject(new Error(`The carrier responded with ${String(response.statusCode)}`));
      });
    });
    outgoing.on('error', reject).end(body);
  });
}
