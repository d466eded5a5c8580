import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatNumber } from '#shared/formats.ts';
import { newId } from '#server/lib/ids.ts';
import { expectOk } from '#server/seed/hark-client.ts';
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
import { compare, MIN_ROUNDS, type BenchResult } from '../bench.ts';

/** Concurrency of a worker. */
const CONCURRENCY = 32;
const UNLIMITED = '1000000000';
const TIMEOUT_MS = 600_000;
/** Polling interval; more frequent requests would slow the campaign down. */
const LOOK_MS = 100;
/** Lines in the carrier's journal per drop: accepted, called, reported. */
const LINES_A_DROP = 3;

/**
 * A campaign through the real processes over HTTP to the carrier emulator, until everything is settled, against a
 * bare HTTP client that posts the same bodies to its own carrier and receives its reports (=1.00). Posting alone is
 * listed as well.
 */
export async function benchOverHttp(drops: number): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-drops-'));
  const built = await buildHark();
  const settings = { DROPS_PER_MINUTE: UNLIMITED };
  const hark = await startHarkProcesses(built, join(folder, 'hark'), { workers: 0, settings });
  const carrier = await startBareCarrier(join(folder, 'bare'));
  try {
    const caller = await createTestCustomer(hark, drops * (MIN_ROUNDS + 1));
    const lines = recordCounter(hark.dataDir);
    return await compare(`${formatNumber(drops)} drops over HTTP`, [
      {
        name: 'bare HTTP client, reports received',
        portion: async () => (await postBare(carrier, drops)).reported,
      },
      { name: 'hark, settled', goal: { atLeast: 0.5 }, portion: () => sendAll(caller, drops, lines) },
      { name: 'bare HTTP client, posted', portion: async () => (await postBare(carrier, drops)).posted },
    ]);
  } finally {
    await hark.stop();
    await carrier.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns drops per second of a whole campaign. */
async function sendAll(caller: TestCustomer, drops: number, lines: () => Promise<number>): Promise<number> {
  const { client } = caller;
  const contacts = deliverableContacts(drops);
  const id = await createCampaign(caller, { name: newId(), contacts, dropDate: new Date() });
  const before = await lines();
  const begun = performance.now();
  expectOk(await client.post(`/api/campaigns/${id}/execute/`));
  const isOver = async () =>
    expectOk(await client.get(`/api/campaigns/${id}/status/`))['status'] === 'Success';
  await until('the end of the campaign', TIMEOUT_MS, isOver, LOOK_MS);
  const seconds = (performance.now() - begun) / 1_000;
  // Pending callbacks of the carrier would disturb the next round.
  await until('the last webhook', TIMEOUT_MS, async () => (await lines()) >= before + drops * LINES_A_DROP);
  return drops / seconds;
}

/** Returns drops per second of a bare client: until the last was accepted, and until the last was reported. */
async function postBare(carrier: BareCarrier, drops: number): Promise<{ posted: number; reported: number }> {
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
  const begun = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, sender));
  const posted = drops / ((performance.now() - begun) / 1_000);
  await until('the last callback', TIMEOUT_MS, () => carrier.callbacks() >= callbacks + drops);
  const reported = drops / ((performance.now() - begun) / 1_000);
  await until('the last webhook', TIMEOUT_MS, () => carrier.webhooks() >= webhooks + drops);
  agent.destroy();
  return { posted, reported };
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
