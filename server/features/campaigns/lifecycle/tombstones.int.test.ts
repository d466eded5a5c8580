import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';

const CONTENT = [
  'description',
  'message',
  'messageCheck',
  'voiceId',
  'voiceTitle',
  'providerVoiceId',
  'liveName',
  'notice',
];
const later = createTestClock(new Date(Date.now() + 120_000));

let system: TestSystem;
let node: CampaignNode;
let sweeper: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
  sweeper = await system.startNode({ clock: later });
});
afterAll(() => system.stop());

const storedCampaign = (userId: string) =>
  node.connection.collection('campaigns').findOne({ userId }, { projection: { changedAt: 0 } });

it('a deleted campaign keeps neither message nor voice, but the name for audits', async () => {
  const owner = await node.subscriber('launch');
  const draft = { ...draftOf(owner, deliverableContacts(2)), description: 'Spring sale' };
  const { campaign } = await node.as(owner).create(draft);
  await node.as(owner).delete({ id: campaign.id });
  await node.drops.handlers.settleCampaign(campaign.id);
  const tombstone = await storedCampaign(owner.uid);
  expect(tombstone).toMatchObject({ status: 'Deleted', name: campaign.name, streamId: owner.streamId });
  expect(Object.keys(tombstone ?? {}).filter((field) => CONTENT.includes(field))).toEqual([]);
});

it('a tombstone that only occupies the id of a cancelled request ends after a day, and no other one', async () => {
  const owner = await node.subscriber('launch');
  const { campaign } = await node.as(owner).create(draftOf(owner, deliverableContacts(2)));
  await node.as(owner).delete({ id: campaign.id });
  await node.drops.handlers.settleCampaign(campaign.id);
  const id = newId();
  expect(await node.stores.campaigns.insertTombstone(id, new Date())).toBe(true);
  expect(await node.stores.campaigns.insertTombstone(id, new Date())).toBe(false);
  await sweeper.campaigns.sweep();
  expect(await node.stores.campaigns.find(id)).toMatchObject({ status: 'Deleted' });
  const tomorrow = createTestClock(new Date(Date.now() + DAY_MS + 120_000));
  const next = await system.startNode({ clock: tomorrow });
  await next.campaigns.sweep();
  expect(await node.stores.campaigns.find(id)).toBeUndefined();
  expect(await storedCampaign(owner.uid)).toMatchObject({ status: 'Deleted' });
});

it('a voided creation keeps neither message nor voice', async () => {
  const dies = interruptAt(1, 'before');
  const worker = await system.startNode({
    deps: (real) => ({ ...real, ledger: dies.around(real.ledger, ['execute']) }),
  });
  const owner = await worker.subscriber('launch');
  const draft = { ...draftOf(owner, deliverableContacts(2)), description: 'Spring sale' };
  const creating = worker.as(owner).create(draft);
  creating.catch(() => undefined);
  await dies.reached;
  await sweeper.campaigns.sweep();
  const tombstone = await storedCampaign(owner.uid);
  expect(tombstone).toMatchObject({ status: 'Deleted', streamId: owner.streamId });
  expect(Object.keys(tombstone ?? {}).filter((field) => CONTENT.includes(field))).toEqual([]);
  // The stale worker finds that its preparation was voided.
  dies.resume();
  await expect(creating).rejects.toThrow();
});
