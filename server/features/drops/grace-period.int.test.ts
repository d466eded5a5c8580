import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { contactEnding, deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

const [DELIVERED, BUSY_LINE] = [0, 4006];
const COST = 50;

/** The plan of every user in this test: active, or paused as its renewal failed. */
let plan: 'active' | 'past due' = 'active';
const clock = createTestClock();

let system: TestSystem;
let node: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({
    clock,
    carrier: silentCarrier,
    drops: { reportDeadlineMs: 24 * HOUR_MS },
    deps: (real) => ({
      ...real,
      subscriptions: {
        ...real.subscriptions,
        isSubscribed: () => Promise.resolve(plan === 'active'),
        isPastDue: () => Promise.resolve(plan === 'past due'),
      },
    }),
  });
});

afterAll(() => system.stop());

const startCampaign = (id: string) => node.drops.handlers.startCampaign(id);
const runCampaign = (id: string) => node.drops.handlers.runCampaign(id, BUSY);
const settleCampaign = (id: string) => node.drops.handlers.settleCampaign(id);
const report = (id: string, seq: number, code: number, run = 1) =>
  system.report(`${id}-${String(seq)}-${String(run)}`, code);
const statusOf = (user: SignedInUser, id: string) => node.as(user).status({ id });

/** Creates a campaign with two contacts, due in an hour. */
async function newCampaign(user: SignedInUser): Promise<string> {
  const drop_date = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  const draft = { ...draftOf(user, deliverableContacts(2)), drop_date };
  return (await node.as(user).create(draft)).campaign.id;
}

/** Reports both calls of a campaign as delivered; returns its status. */
async function deliver(user: SignedInUser, id: string, run = 1) {
  for (const seq of [1, 2]) await report(id, seq, DELIVERED, run);
  await settleCampaign(id);
  return statusOf(user, id);
}

describe('while the last renewal is unpaid', () => {
  it('campaigns whose calls are on hold start, go on and are settled; nothing new is sold', async () => {
    plan = 'active';
    const user = await node.subscriber('launch');
    const before = (await node.credits.ledger.balance(user.streamId)).available;
    const [scheduled, sending, paused, retried] = [
      await newCampaign(user),
      await newCampaign(user),
      await newCampaign(user),
      await newCampaign(user),
    ];
    for (const id of [sending, paused, retried]) await node.as(user).execute({ id });
    await runCampaign(sending);
    await node.as(user).pause({ id: paused });
    await runCampaign(retried);
    for (const seq of [1, 2]) await report(retried, seq, BUSY_LINE);
    await settleCampaign(retried);
    await node.as(user).retry({ id: retried });

    plan = 'past due';
    clock.advance(2 * HOUR_MS);
    await startCampaign(scheduled);
    await runCampaign(scheduled);
    await node.as(user).resume({ id: paused });
    await runCampaign(paused);
    await runCampaign(retried);
    for (const id of [scheduled, sending, paused])
      expect(await deliver(user, id)).toMatchObject({ status: 'Success', delivered: 2 });
    expect(await deliver(user, retried, 2)).toMatchObject({ status: 'Success', delivered: 2 });
    const after = await node.credits.ledger.balance(user.streamId);
    expect(after).toMatchObject({ available: before - 8 * COST, held: 0 });

    const overdue = {
      cause: { code: 'PAYMENT_OVERDUE' },
      message: 'Your last payment failed. Please update your card.',
    };
    const draft = draftOf(user, [contactEnding('1001')]);
    await expect(node.as(user).create(draft)).rejects.toMatchObject(overdue);
    expect((await node.credits.ledger.balance(user.streamId)).available).toBe(after.available);
    plan = 'active';
    await expect(node.as(user).create(draft)).resolves.toMatchObject({ success: true });
  });

  it('failed contacts are not called again and none are added', async () => {
    plan = 'active';
    const user = await node.subscriber('launch');
    const [failed, scheduled] = [await newCampaign(user), await newCampaign(user)];
    await node.as(user).execute({ id: failed });
    await runCampaign(failed);
    for (const seq of [1, 2]) await report(failed, seq, BUSY_LINE);
    await settleCampaign(failed);
    plan = 'past due';
    const overdue = { cause: { code: 'PAYMENT_OVERDUE' } };
    await expect(node.as(user).retry({ id: failed })).rejects.toMatchObject(overdue);
    expect(await statusOf(user, failed)).toMatchObject({ status: 'Failed' });
    const added = { campaign: scheduled, contacts: [contactEnding('1009')] };
    await expect(node.as(user).addContacts(added)).rejects.toMatchObject(overdue);
  });
});
