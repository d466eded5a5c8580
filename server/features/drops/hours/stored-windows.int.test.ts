import { afterAll, beforeAll, expect, it } from 'vitest';
import { contactEnding, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';

let system: TestSystem;
let node: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
});

afterAll(() => system.stop());

it('a contact is stored with its window class, when a campaign is created and when contacts are added', async () => {
  const user = await node.subscriber('dominate');
  const api = node.as(user);
  const created = [
    contact('13055550123', { state: 'FL', zipcode: '33101' }),
    contact('18005550123', { state: '', zipcode: '' }),
  ];
  const { campaign } = await api.create(draftOf(user, created));
  await api.addContacts({
    campaign: campaign.id,
    contacts: [
      contact('12145550123', { state: 'tx', zipcode: '75201' }),
      contact('12125550123', { state: 'CA', zipcode: '' }),
    ],
  });
  const contacts = await node.connection
    .collection('contacts')
    .find({ campaignId: campaign.id })
    .sort({ seq: 1 })
    .toArray();
  expect(contacts.map((stored) => stored['window'] as unknown)).toEqual([
    'America/New_York|FL',
    '*',
    'America/Chicago|TX',
    'America/Los_Angeles,America/New_York|CA,NY',
  ]);
});

function contact(phone: string, cells: { state: string; zipcode: string }) {
  return { ...contactEnding('0123'), id: phone, phone_number: phone, recommended_phone: phone, ...cells };
}
