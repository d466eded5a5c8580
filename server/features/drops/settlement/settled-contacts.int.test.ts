import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { settleCampaign } from './settle-campaign.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
  user = await node.subscriber('launch');
});
afterAll(() => system.stop());

async function placedCampaign(): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(2)));
  await node.as(user).execute({ id: campaign.id });
  await node.drops.handlers.runCampaign(campaign.id, BUSY);
  return campaign.id;
}

const settlementsOf = (campaignId: string) =>
  node.connection.collection('settlements').find({ campaignId }).sort({ n: 1 }).toArray();

it('a settlement that is done no longer names its contacts', async () => {
  const id = await placedCampaign();
  await system.report(`${id}-1-1`, 0);
  await system.report(`${id}-2-1`, 0);
  await settleCampaign(node.engine, id);
  const [settlement] = await settlementsOf(id);
  expect(settlement).toMatchObject({ delivered: 2, doneAt: expect.any(Date) as Date });
  expect(settlement).not.toHaveProperty('contacts');
});

it('a settlement whose settler died after counting it no longer names its contacts once another settler runs', async () => {
  const id = await placedCampaign();
  await system.report(`${id}-1-1`, 0);
  await system.report(`${id}-2-1`, 0);
  const dies = interruptAt(1, 'before');
  const interruptedSettler = settleCampaign(
    { ...node.engine, settlements: dies.around(node.engine.settlements, ['close']) },
    id,
  );
  await dies.reached;
  await settleCampaign(node.engine, id);
  expect((await node.stores.campaigns.find(id))?.status).toBe('Success');
  const [settlement] = await settlementsOf(id);
  expect(settlement).toMatchObject({ doneAt: expect.any(Date) as Date });
  expect(settlement).not.toHaveProperty('contacts');
  dies.resume();
  await interruptedSettler;
});
