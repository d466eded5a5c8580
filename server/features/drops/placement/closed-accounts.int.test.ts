import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';

/** The accounts that are being erased. */
const closed = new Set<string>();
/** Numbers that the carrier was asked to call. */
const called: string[] = [];
let system: TestSystem;
let node: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({
    carrier: (real): VoicemailCarrier => ({
      ...silentCarrier(real),
      place(drop) {
        called.push(drop.to);
        return silentCarrier(real).place(drop);
      },
    }),
    isClosed: (uid) => closed.has(uid),
  });
});
afterAll(() => system.stop());

async function ownerWithCampaign(): Promise<{ owner: SignedInUser; id: string }> {
  const owner = await node.subscriber('launch');
  const { campaign } = await node.as(owner).create(draftOf(owner, deliverableContacts(4)));
  return { owner, id: campaign.id };
}

const UNAUTHENTICATED = { cause: { code: 'UNAUTHENTICATED' } };
const statusOf = async (id: string) => (await node.stores.campaigns.find(id))?.status;
const heldBy = async ({ streamId }: SignedInUser) => (await node.credits.ledger.balance(streamId)).held;

it('places nothing for an account that is being erased, whatever the status of its campaign', async () => {
  const { owner, id } = await ownerWithCampaign();
  await node.as(owner).execute({ id });
  closed.add(owner.uid);
  await node.drops.handlers.runCampaign(id, BUSY);
  expect(called).toEqual([]);
  const contacts = await node.connection.collection('contacts').find({ campaignId: id }).toArray();
  expect(contacts.map(({ status }): unknown => status)).toEqual(Array(4).fill('pending'));
});

it('places nothing of a claim that a dead worker left', async () => {
  const { owner, id } = await ownerWithCampaign();
  await node.as(owner).execute({ id });
  const { engine } = node;
  const dies = {
    ...engine.carrier,
    place: () => Promise.resolve({ kind: 'unavailable' as const, code: 'down' }),
  };
  await runCampaign({ ...engine, carrier: dies }, id, BUSY);
  await node.connection
    .collection('claims')
    .updateMany({ campaignId: id }, { $set: { leaseUntil: new Date(0) } });
  closed.add(owner.uid);
  await node.drops.handlers.runCampaign(id, BUSY);
  expect(called).toEqual([]);
});

it.each([
  ['execute', 'Scheduled'],
  ['resume', 'Paused'],
] as const)('refuses to %s a campaign, which stays %s', async (action, status) => {
  const { owner, id } = await ownerWithCampaign();
  if (action === 'resume') await node.as(owner).pause({ id });
  closed.add(owner.uid);
  await expect(node.as(owner)[action]({ id })).rejects.toMatchObject(UNAUTHENTICATED);
  expect(await statusOf(id)).toBe(status);
});

it('refuses to create a campaign and to add contacts, and holds nothing for them', async () => {
  const { owner, id } = await ownerWithCampaign();
  const held = await heldBy(owner);
  closed.add(owner.uid);
  const draft = { ...draftOf(owner, deliverableContacts(2)), campaign_name: 'Late' };
  await expect(node.as(owner).create(draft)).rejects.toMatchObject(UNAUTHENTICATED);
  const [contact] = draftOf(owner, deliverableContacts(9)).contacts.slice(-1);
  await expect(
    node.as(owner).addContacts({ campaign: id, contacts: [contact] as never }),
  ).rejects.toMatchObject(UNAUTHENTICATED);
  expect(await heldBy(owner)).toBe(held);
  expect(await node.connection.collection('campaigns').countDocuments({ userId: owner.uid })).toBe(1);
});

it('refuses a retry, which undoes itself', async () => {
  const { owner, id } = await ownerWithCampaign();
  await node.as(owner).execute({ id });
  await node.drops.handlers.runCampaign(id, BUSY);
  for (const seq of [1, 2, 3, 4]) await system.report(`${id}-${String(seq)}-1`, 4006);
  await node.drops.handlers.settleCampaign(id);
  expect(await statusOf(id)).toBe('Failed');
  closed.add(owner.uid);
  await expect(node.as(owner).retry({ id })).rejects.toMatchObject(UNAUTHENTICATED);
  expect([await statusOf(id), await heldBy(owner)]).toEqual(['Failed', 0]);
});
