import { beforeAll, expect, test } from 'vitest';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { FULL } from '#server/testing/full.ts';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { withProcesses } from '#server/testing/crash/crash-run.ts';
import { contactsWithOutcomes } from '#server/testing/crash/expected-outcomes.ts';
import type { HarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { killUntilFinal } from '#server/testing/crash/kill-until-final.ts';
import { seededRandom } from '#server/testing/crash/seeded-random.ts';
import { createCampaign, createTestCustomer } from '#server/testing/crash/test-customer.ts';
import { campaignTypes, receiveAll, untilAllArrived } from '#server/testing/http/webhook-calls.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#server/testing/http/webhook-receiver.ts';

const CONTACTS = FULL ? 3_000 : 1_000;
const KILLS = FULL ? 12 : 6;
const TIMEOUT_MS = 240_000;

let built: BuiltHark;
beforeAll(async () => {
  built = await buildHark();
}, TIMEOUT_MS);

/** Sends a campaign while processes are killed; returns its counters once every event has arrived. */
async function sendAndKill(
  hark: HarkProcesses,
  receiver: WebhookReceiver,
  seed: number,
  say: (line: string) => void,
) {
  const random = seededRandom(seed);
  const contacts = contactsWithOutcomes(CONTACTS, random);
  const caller = await createTestCustomer(hark, contacts.length);
  const { client } = caller;
  await receiveAll(client, receiver);
  const campaignId = await createCampaign(caller, { name: 'Crash', contacts, dropDate: new Date() });
  expectOk(await client.post(`/api/campaigns/${campaignId}/execute/`));
  const faults = ['worker', 'web', 'worker stopped'] as const;
  const options = { contacts: CONTACTS, kills: KILLS, faults, timeoutMs: TIMEOUT_MS, say };
  await killUntilFinal({ hark, client, campaignId, random, options });
  const arrived = await untilAllArrived(receiver, { client, campaignId, timeoutMs: TIMEOUT_MS });
  return { ...arrived, types: campaignTypes(receiver.events(), campaignId) };
}

test(
  'with processes killed mid-campaign, every call arrives in an event once, between the start and the end of the campaign',
  { timeout: 3 * TIMEOUT_MS },
  async () => {
    const lines: string[] = [];
    const seed = Math.floor(Math.random() * 2 ** 31);
    const receiver = await startWebhookReceiver();
    try {
      const found = await withProcesses(
        built,
        { seed, say: (line) => void lines.push(line) },
        {
          settings: () => ({ DROPS_PER_MINUTE: '1200' }),
          run: (hark) => sendAndKill(hark, receiver, seed, (line) => void lines.push(line)),
          isRight: ({ counted }) => counted.repeated === 0,
        },
      );
      const { delivered, failed } = found.final;
      expect(delivered + failed, lines.join('\n')).toBe(CONTACTS);
      expect(found.counted, lines.join('\n')).toEqual({ delivered, failed, repeated: 0 });
      expect(found.types[0]).toBe('campaign.started');
      const end = found.types.indexOf('campaign.finished');
      expect(found.types.slice(0, end).filter((type) => type === 'calls').length).toBeGreaterThan(0);
      expect(found.types.slice(end + 1).every((type) => type === 'calls')).toBe(true);
    } finally {
      await receiver.close();
    }
  },
);
