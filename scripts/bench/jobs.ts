import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINIMUM_LEAD_MS } from '#shared/drop-schedule.ts';
import { newId } from '#server/lib/ids.ts';
import { expectOk } from '#server/seed/hark-client.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import {
  createCampaign,
  createTestCustomer,
  type TestCustomer,
} from '#server/testing/crash/test-customer.ts';
import { startHarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { until } from '#server/testing/crash/until.ts';
import type { Bench } from './bench.ts';

const CAMPAIGNS = 40;
/** Due time of the first campaign: after all are created, and not below the minimum lead time. */
const AHEAD_MS = MINIMUM_LEAD_MS + 20_000;
const APART_MS = 1_000;
const TIMEOUT_MS = 180_000;

/**
 * Delay in milliseconds between a scheduled campaign's due time and its first drop at the carrier: created by a web
 * server, started by one of two workers, each in its own process.
 */
export const benchJobs: Bench = async (say) => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-jobs-'));
  const built = await buildHark();
  const hark = await startHarkProcesses(built, folder, { workers: 2 });
  try {
    const caller = await createTestCustomer(hark, CAMPAIGNS + 1);
    await warmUpSpeech(caller);
    say(`jobs: ${String(CAMPAIGNS)} scheduled campaigns`);
    const first = Date.now() + AHEAD_MS;
    const campaigns: { id: string; dueAt: number }[] = [];
    for (let n = 0; n < CAMPAIGNS; n += 1) {
      const dueAt = first + n * APART_MS;
      const contacts = deliverableContacts(1);
      const id = await createCampaign(caller, { name: newId(), contacts, dropDate: new Date(dueAt) });
      campaigns.push({ id, dueAt });
    }
    const delays: number[] = [];
    for (const { id, dueAt } of campaigns) delays.push((await firstDropAt(caller, id)) - dueAt);
    delays.sort((a, b) => a - b);
    const share = (part: number) => delays[Math.ceil(part * delays.length) - 1] ?? Number.NaN;
    const bench = 'due campaign to first drop placed, ms';
    return [
      { bench, contender: 'median', ratio: share(0.5) },
      { bench, contender: '95th percentile', ratio: share(0.95), goal: { atMost: 100 } },
    ];
  } finally {
    await hark.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Sends one campaign immediately, so that the message's speech is already synthesised. */
async function warmUpSpeech(caller: TestCustomer): Promise<void> {
  const id = await createCampaign(caller, {
    name: newId(),
    contacts: deliverableContacts(1),
    dropDate: new Date(),
  });
  expectOk(await caller.client.post(`/api/campaigns/${id}/execute/`));
  await firstDropAt(caller, id);
}

/** Returns when the carrier received the first drop of a campaign, from the carrier's records. */
function firstDropAt({ client }: TestCustomer, campaignId: string): Promise<number> {
  return until('the first drop', TIMEOUT_MS, async () => {
    const drops = expectOk(await client.get(`/local/carrier/drops?campaign=${campaignId}`)) as unknown as {
      receivedAt: string;
    }[];
    const [drop] = drops;
    return drop !== undefined && Date.parse(drop.receivedAt);
  });
}
