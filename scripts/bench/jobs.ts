import { MINIMUM_LEAD_MS } from '#shared/drop-schedule.ts';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import {
  createCampaign,
  createTestCustomer,
  type TestCustomer,
} from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { withHark } from './data/systems.ts';
import { sendCampaign } from './drops/send-campaign.ts';
import type { Bench } from './harness/bench.ts';
import { percentile } from './harness/sample.ts';

const CAMPAIGNS = 40;
/** Due time of the first campaign: after all are created, and not below the minimum lead time. */
const TO_CREATE_ONE_MS = 500;
const APART_MS = 1_000;
const TIMEOUT_MS = 180_000;
const SOON = { atMost: 2_000 };

/**
 * Delay in milliseconds between a scheduled campaign's due time and its first drop at the carrier: created by a web
 * server, started by one of two workers, each in its own process. `--contacts=N` sets the number of campaigns, with one
 * contact each.
 */
export const benchJobs: Bench = ({ say, inRounds, settings: { contacts: count = CAMPAIGNS } }) =>
  withHark({ workers: 2 }, async (hark) => {
    const caller = await createTestCustomer(hark, count + 1);
    const create = (dropDate: Date) =>
      createCampaign(caller, { name: newId(), contacts: deliverableContacts(1), dropDate });
    // The message's speech is then already synthesised.
    await sendCampaign(caller, await create(new Date()));
    say(`jobs: ${String(count)} scheduled campaigns`);
    const first = Date.now() + MINIMUM_LEAD_MS + count * TO_CREATE_ONE_MS;
    const campaigns: { id: string; dueAt: number }[] = [];
    for (let dueAt = first; campaigns.length < count; dueAt += APART_MS)
      campaigns.push({ id: await create(new Date(dueAt)), dueAt });
    await until('the first campaign', TIMEOUT_MS, () => Date.now() >= first - APART_MS);
    const next = campaigns.values();
    const delay = async (): Promise<number> => {
      const { id, dueAt } = next.next().value ?? { id: '', dueAt: 0 };
      return (await firstDropAt(caller, id)) - dueAt;
    };
    const { row, values } = await inRounds('due campaign to first drop placed', delay, count);
    row('median, ms', (ms) => ms, SOON);
    row('95th percentile, ms', () => percentile(values, 0.95), SOON);
  });

/** Returns when the carrier received the first drop of a campaign, from the carrier's records. */
function firstDropAt({ client }: TestCustomer, campaignId: string): Promise<number> {
  return until('the first drop', TIMEOUT_MS, async () => {
    const path = `/local/carrier/drops?campaign=${campaignId}`;
    const [drop] = expectOk(await client.get(path)) as unknown as { receivedAt: string }[];
    return drop !== undefined && Date.parse(drop.receivedAt);
  });
}
