import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINIMUM_LEAD_MS } from '#shared/drop-schedule.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import {
  createCampaign,
  createTestCustomer,
  type TestCustomer,
} from '#server/testing/crash/test-customer.ts';
import { startHarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { until } from '#server/testing/crash/until.ts';
import { sendCampaign } from './drops/send-campaign.ts';
import type { Bench, BenchResult, Goal } from './bench.ts';
import { watchMachine } from './measure/machine-watch.ts';
import { measured, millisecondsAUnit, type Sample } from './measure/sample.ts';
import { figureOf, percentile, type Figure } from './measure/statistics.ts';

const CAMPAIGNS = 40;
/** Due time of the first campaign: after all are created, and not below the minimum lead time. */
const TO_CREATE_ONE_MS = 500;
const APART_MS = 1_000;
const TIMEOUT_MS = 180_000;

/**
 * Delay in milliseconds between a scheduled campaign's due time and its first drop at the carrier: created by a web
 * server, started by one of two workers, each in its own process. `--contacts=N` sets the number of campaigns, with one
 * contact each.
 */
export const benchJobs: Bench = async (say, { contacts: count = CAMPAIGNS }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-bench-jobs-'));
  const built = await buildHark();
  const hark = await startHarkProcesses(built, folder, { workers: 2 });
  try {
    const caller = await createTestCustomer(hark, count + 1);
    await warmUpSpeech(caller);
    say(`jobs: ${String(count)} scheduled campaigns`);
    const first = Date.now() + MINIMUM_LEAD_MS + count * TO_CREATE_ONE_MS;
    const campaigns: { id: string; dueAt: number }[] = [];
    for (let n = 0; n < count; n += 1) {
      const dueAt = first + n * APART_MS;
      const contacts = deliverableContacts(1);
      const id = await createCampaign(caller, { name: newId(), contacts, dropDate: new Date(dueAt) });
      campaigns.push({ id, dueAt });
    }
    await until('the first campaign', TIMEOUT_MS, () => Date.now() >= first - APART_MS);
    const delays: number[] = [];
    const watch = watchMachine();
    const samples: Sample[] = [];
    for (const { id, dueAt } of campaigns) {
      const delay = watch.round(() =>
        measured(1, async () => delays.push((await firstDropAt(caller, id)) - dueAt)),
      );
      samples.push(await delay);
    }
    const bench = 'due campaign to first drop placed';
    const tooBusy = watch.tooBusy();
    const result = (contender: string, ratio: Figure, goal?: Goal): BenchResult => ({
      bench,
      contender,
      ratio,
      rounds: count,
      tooBusy,
      ...(goal !== undefined && { goal }),
    });
    const p95 = percentile(delays, 0.95);
    return [
      result('median, ms', figureOf(delays), { atMost: 2_000 }),
      result('95th percentile, ms', figureOf([p95]), { atMost: 2_000 }),
      result('processor time of a campaign with the wait for it, ms', millisecondsAUnit(samples)),
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
  await sendCampaign(caller, id);
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
