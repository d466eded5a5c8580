import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';

let system: TestSystem;
let node: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
});
afterAll(() => system.stop());

it('the description of a campaign is kept as plain lines, shown in lists and details, and can be changed', async () => {
  const owner = await node.subscriber('launch');
  const api = node.as(owner);
  const draft = draftOf(owner, deliverableContacts(2));
  const { campaign } = await api.create({
    ...draft,
    description: ' Spring <b>sale</b>\r\nfor\u202E regulars\0 ',
  });
  const description = 'Spring <b>sale</b>\nfor regulars';
  expect(campaign.description).toBe(description);
  expect((await api.list()).campaigns[0]?.description).toBe(description);
  expect((await api.get({ id: campaign.id })).campaign.description).toBe(description);

  const changed = await api.update({ id: campaign.id, description: 'Summer sale' });
  expect(changed.campaign).toMatchObject({ description: 'Summer sale', message: draft.message });
  const renamed = await api.update({ id: campaign.id, name: `${draft.campaign_name} again` });
  expect(renamed.campaign.description).toBe('Summer sale');
});

it('a campaign without a description has an empty one, and a long one is refused by name', async () => {
  const owner = await node.subscriber('launch');
  const api = node.as(owner);
  const { campaign } = await api.create(draftOf(owner, deliverableContacts(1)));
  expect(campaign.description).toBe('');
  const long = { ...draftOf(owner, deliverableContacts(1)), description: 'x'.repeat(501) };
  await expect(api.create(long)).rejects.toThrow('The description may have at most 500 characters');
});
