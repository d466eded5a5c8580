import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let node: CampaignNode;
/** Start of the period that the provider is billing. */
let billedSince: Date | undefined;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({
    deps: (real) => ({
      ...real,
      subscriptions: { ...real.subscriptions, periodStartOf: () => Promise.resolve(billedSince) },
    }),
  });
});
afterAll(() => system.stop());

async function grantRenewal({ streamId }: SignedInUser, start: Date): Promise<void> {
  await node.credits.ledger.execute(streamId, {
    type: 'grant',
    key: `grant:invoice:renewal-${streamId}`,
    plan: 'launch',
    source: { kind: 'invoice', id: `renewal-${streamId}` },
    period: { id: `renewal-${streamId}`, start },
  });
}

describe('the price of calls between a renewal date and its payment', () => {
  test('is that of the previous period, like a hold, and is marked until the payment has arrived', async () => {
    const user = await node.subscriber('launch');
    billedSince = (await node.credits.ledger.balance(user.streamId)).period?.start;
    expect(await node.as(user).quote({ calls: 2 })).toMatchObject({ renewalPending: false });
    const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(399)));
    expect(campaign.total).toBe(399);

    billedSince = new Date((billedSince?.getTime() ?? 0) + 31 * DAY_MS);
    const pending = { allowanceCalls: 1, extraCalls: 1, renewalPending: true };
    expect(await node.as(user).quote({ calls: 2 })).toMatchObject(pending);

    await grantRenewal(user, billedSince);
    const renewed = { allowanceCalls: 2, extraCalls: 0, renewalPending: false };
    expect(await node.as(user).quote({ calls: 2 })).toMatchObject(renewed);
  });

  test('reports no renewal without an active plan', async () => {
    const user = await node.subscriber('launch');
    billedSince = undefined;
    expect(await node.as(user).quote({ calls: 2 })).toMatchObject({ renewalPending: false });
  });
});

test('the calls that the balance suffices for are the most that can be held', async () => {
  const user = await node.subscriber('launch');
  billedSince = undefined;
  const affordable = async (calls: number) => (await node.as(user).quote({ calls })).affordable;
  expect(await Promise.all([0, 1, 399, 400, 401, 10_000].map(affordable))).toEqual([
    0, 1, 399, 400, 400, 400,
  ]);
  const draft = draftOf(user, deliverableContacts(399));
  await node.as(user).create(draft);
  // One call of the allowance is left, and credits for it alone.
  expect(await Promise.all([1, 2, 300].map(affordable))).toEqual([1, 1, 1]);
  await grantRenewal(user, new Date(Date.now() + 31 * DAY_MS));
  // 400 calls of the new allowance at 50 credits, and no extra call at 65.
  expect(await Promise.all([400, 401, 500].map(affordable))).toEqual([400, 400, 400]);
});
