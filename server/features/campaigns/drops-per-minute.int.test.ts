import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { campaignDraftInput } from '#shared/schemas/campaigns/campaigns.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
  user = await node.subscriber('launch');
});

afterAll(() => system.stop());

it('a campaign’s own limit can be set, changed and removed, and applies to its run', async () => {
  const api = node.as(user);
  const draft = { ...draftOf(user, deliverableContacts(3)), drops_per_minute: 6_000 };
  const { campaign } = await api.create(draft);
  const { id } = campaign;
  expect(campaign.drops_per_minute).toBe(6_000);
  await api.update({ id, drops_per_minute: null });
  await expect(api.get({ id })).resolves.toMatchObject({ campaign: { drops_per_minute: null } });
  await api.update({ id, drops_per_minute: 1_200 });
  await api.update({ id, campaign_name: 'Slow' });
  await expect(api.get({ id })).resolves.toMatchObject({ campaign: { drops_per_minute: 1_200 } });

  await api.execute({ id });
  await node.drops.handlers.runCampaign(id, BUSY);
  const limits = await node.connection.collection<{ _id: string }>('rate_limits').find().toArray();
  expect(limits.map(({ _id }) => _id).sort()).toEqual([`campaign:${id}:1200`, 'deployment']);
});

it('a claim covers at most five seconds of the limit', async () => {
  const { campaign } = await node
    .as(user)
    .create({ ...draftOf(user, deliverableContacts(9)), drops_per_minute: 24 });
  await node.as(user).execute({ id: campaign.id });
  const stop = new AbortController();
  const claim = vi.spyOn(node.engine.claims, 'insert').mockImplementationOnce(() => {
    stop.abort();
    return Promise.resolve();
  });
  await runCampaign(node.engine, campaign.id, { ...BUSY, signal: stop.signal });
  // The current batch, and the next one, which may be claimed ahead.
  const sizes = claim.mock.calls.map(([{ drops }]) => drops.length);
  expect(new Set(sizes)).toEqual(new Set([2]));
});

it('a campaign without a limit is sent at the limit of the deployment', async () => {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(1)));
  expect(campaign.drops_per_minute).toBeNull();
});

it.each([0, -1, 1.5, 1_000_001, '', 'ten', '1e3', true])('%j is refused as a limit', (drops_per_minute) => {
  expect(campaignDraftInput.shape.drops_per_minute.safeParse(drops_per_minute).success).toBe(false);
});

it('a form field is parsed as a number', () => {
  expect(campaignDraftInput.shape.drops_per_minute.parse('90')).toBe(90);
});
