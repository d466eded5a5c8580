import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { FULL } from '#server/testing/full.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { recordCounter } from '#server/testing/crash/carrier-record.ts';
import type { Downtime } from '#server/testing/crash/downtimes.ts';
import { contactsWithOutcomes } from '#server/testing/crash/expected-outcomes.ts';
import { startCluster, type HarkCluster } from '#server/testing/crash/hark-cluster.ts';
import { withRetries } from '#server/testing/crash/kill-until-final.ts';
import { seededRandom } from '#server/testing/crash/seeded-random.ts';
import { createCampaign, createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';
import { NO_ERRORS, verifyRun } from '#server/testing/crash/verify-run.ts';
import { campaignTypes, receiveAll, untilAllArrived } from '#server/testing/http/webhook-calls.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#server/testing/http/webhook-receiver.ts';

const CONTACTS = FULL ? 10_000 : 2_000;
/** Each process is killed so many times. */
const ROUNDS = FULL ? 3 : 1;
/** Lines of the carrier's record for each contact: accepted, called, reported. */
const LINES_A_CONTACT = 3;
const TIMEOUT_MS = FULL ? 1_800_000 : 900_000;

let dataDir: string;
let hark: HarkCluster;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  const built = await buildHark();
  dataDir = await mkdtemp(join(tmpdir(), 'hark-killed-'));
  const settings = { DROPS_PER_MINUTE: FULL ? '2400' : '1200' };
  hark = await startCluster(built, dataDir, { webs: 2, workers: 2, settings });
}, TIMEOUT_MS);
afterAll(async () => {
  await hark.stop();
  await receiver.close();
  await rm(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

test(
  'two webs and two workers are killed in turn: each contact is called once, and every outcome is right and sent',
  { timeout: TIMEOUT_MS },
  async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const contacts = contactsWithOutcomes(CONTACTS, seededRandom(seed));
    const caller = await createTestCustomer(hark, CONTACTS);
    const { client } = caller;
    await receiveAll(client, receiver);
    const campaignId = await createCampaign(caller, { name: 'Killed', contacts, dropDate: new Date() });
    expectOk(await client.post(`/api/campaigns/${campaignId}/execute/`));
    const count = recordCounter(dataDir);
    const victims = Array.from({ length: ROUNDS }, () => [...hark.webs, ...hark.workers]).flat();
    const deadTimes: Downtime[] = [];
    const returns: Promise<void>[] = [];
    for (const [n, victim] of victims.entries()) {
      const atLine = ((n + 1) * CONTACTS * LINES_A_CONTACT) / (victims.length + 2);
      const lines = await until(`line ${String(atLine)}`, TIMEOUT_MS, async () => {
        const counted = await count();
        return counted >= atLine && counted;
      });
      // The one before is back, so that one web and one worker are always there.
      await returns.at(-1);
      const from = Date.now();
      await victim.end('SIGKILL');
      console.info(`seed ${String(seed)}: killed ${victim.name} at line ${String(lines)}`);
      returns.push(victim.works().then(() => void deadTimes.push({ from, to: Date.now() })));
    }
    await Promise.all(returns);
    await until('the end of the campaign', TIMEOUT_MS, async () => {
      const { status } = await withRetries(() => client.get(`/api/campaigns/${campaignId}/status/`));
      return status === 'Success';
    });
    const findings = await verifyRun({ hark, caller, campaignId, contacts, deadTimes });
    const { final, counted } = await untilAllArrived(receiver, { client, campaignId, timeoutMs: TIMEOUT_MS });
    const { delivered, lostReports } = findings;
    const webhooks = { ids: receiver.events().length, requests: receiver.received.length };
    console.info(
      `killed in turn: ${JSON.stringify({ kills: victims.length, delivered, lostReports, webhooks, final, counted })}`,
    );
    expect(findings).toMatchObject(NO_ERRORS);
    expect(final).toEqual({ delivered, failed: CONTACTS - delivered });
    expect(counted).toEqual({ ...final, repeated: 0 });
    expect(unknownPhones(receiver, contacts)).toEqual([]);
    expect(campaignTypes(receiver.events(), campaignId)[0]).toBe('campaign.started');
    for (const type of ['campaign.started', 'campaign.finished'])
      expect(receiver.events().filter((event) => event.type === type)).toHaveLength(1);
    expect(findings.delivered).toBeGreaterThan(findings.deliverable / 2);
  },
);

/** Returns the phones in events that are on no list. */
function unknownPhones({ events }: WebhookReceiver, contacts: readonly ContactInput[]): string[] {
  const listed = new Set(contacts.map((contact) => contact.recommended_phone));
  const sent = events().flatMap(({ data }) => ('calls' in data ? data.calls : []));
  return sent.flatMap(({ recommended_phone: phone }) => (listed.has(phone) ? [] : [phone]));
}
