import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';

const DEADLINE_MS = 48 * 3_600_000;

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier, drops: { reportDeadlineMs: DEADLINE_MS } });
  user = await node.subscriber('launch');
});
afterAll(() => system.stop());

async function placedCampaign(): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(2)));
  await node.as(user).execute({ id: campaign.id });
  await node.drops.handlers.runCampaign(campaign.id, BUSY);
  return campaign.id;
}

/** Returns for each settlement job of a campaign, oldest first, whether it is scheduled for later. */
async function settleJobs(campaignId: string): Promise<boolean[]> {
  const jobs = await node.connection
    .collection('jobs')
    .find({ name: 'settle-campaign', 'data.campaignId': campaignId })
    .sort({ _id: 1 })
    .toArray();
  return jobs.map(({ nextRunAt }) => (nextRunAt as Date).getTime() > Date.now() + 60_000);
}

const waiting = async (campaignId: string) => (await settleJobs(campaignId)).filter(Boolean).length;

it('a settlement at the report deadline stays scheduled until its run has finished', async () => {
  const id = await placedCampaign();
  await system.report(`${id}-1-1`, 0);
  await node.drops.handlers.settleCampaign(id);
  expect(await waiting(id)).toBe(1);
  await system.report(`${id}-2-1`, 0);
  await node.drops.handlers.settleCampaign(id);
  expect((await node.stores.campaigns.find(id))?.status).toBe('Success');
  expect(await waiting(id)).toBe(0);
});

it('a settlement at the report deadline is removed when its campaign is erased', async () => {
  const id = await placedCampaign();
  await node.as(user).pause({ id });
  await node.as(user).delete({ id });
  await node.drops.handlers.settleCampaign(id);
  expect(await waiting(id)).toBe(1);
  await system.report(`${id}-1-1`, 0);
  await system.report(`${id}-2-1`, 0);
  await node.drops.handlers.settleCampaign(id);
  expect((await node.stores.campaigns.find(id))?.status).toBe('Deleted');
  expect(await waiting(id)).toBe(0);
});

it('a settlement that is scheduled after its campaign has finished is removed by the next settlement', async () => {
  const id = await placedCampaign();
  expect(await settleJobs(id)).toEqual([true, false]);
  await system.report(`${id}-1-1`, 0);
  await system.report(`${id}-2-1`, 0);
  await node.drops.handlers.settleCampaign(id);
  await node.engine.jobs.settle(id, new Date(Date.now() + DEADLINE_MS));
  await node.drops.handlers.settleCampaign(id);
  expect(await waiting(id)).toBe(0);
});
