import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt, type Interruption } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

/** One process crashes while creating campaigns; the sweeper of another recovers them. */
let system: TestSystem;
let sweeper: CampaignNode;
const later = createTestClock();

const CALLED = 1_200;
const LEFT_OUT = 5;
const LIST = deliverableContacts(CALLED + LEFT_OUT);
/** In the first batch, so that it is stored by two writes. */
const SUPPRESSED = LIST.slice(100, 100 + LEFT_OUT).map(({ recommended_phone: phone }) => phone);
const COST = CALLED * 30;
/** The writes: key, campaign, a batch, its left-out contacts, a batch, hold, commit, job, response. */
const WRITES = 9;
const HOLD = 6;

beforeAll(async () => {
  system = await startTestSystem();
  sweeper = await system.startNode({ clock: later });
});

afterAll(() => system.stop());

function interrupted(interruption: Interruption) {
  return (deps: CampaignsDeps): CampaignsDeps => ({
    ...deps,
    idempotencyKeys: interruption.around(deps.idempotencyKeys, ['claim', 'finish', 'release']),
    campaigns: interruption.around(deps.campaigns, ['insert']),
    preparations: interruption.around(deps.preparations, ['renew', 'abandon']),
    statuses: interruption.around(deps.statuses, ['commitPreparation']),
    contacts: {
      ...interruption.around(deps.contacts, ['insert', 'undoPreparation', 'erase']),
      leftOut: interruption.around(deps.contacts.leftOut, ['insert']),
    },
    ledger: interruption.around(deps.ledger, ['execute']),
    jobs: interruption.around(deps.jobs, ['startAt']),
  });
}

async function rowsOf(campaignName: string): Promise<{ statuses: string[]; rows: number; leftOut: number }> {
  const campaigns = await sweeper.connection.collection('campaigns').find({ name: campaignName }).toArray();
  const ofThese = { campaignId: { $in: campaigns.map(({ _id }) => String(_id)) } };
  const rows = await sweeper.connection.collection('contacts').countDocuments(ofThese);
  const leftOut = await sweeper.connection.collection('left_out_contacts').countDocuments(ofThese);
  return { statuses: campaigns.map(({ status }) => String(status)), rows, leftOut };
}

/** Expects the campaign to be complete with its hold, or absent without a hold. */
async function expectCompleteOrAbsent(user: SignedInUser, name: string): Promise<'complete' | 'absent'> {
  const { held } = await sweeper.credits.ledger.balance(user.streamId);
  const { campaigns } = await sweeper.as(user).list();
  const { rows, leftOut, statuses } = await rowsOf(name);
  if (campaigns.length === 1) {
    expect(campaigns[0]).toMatchObject({
      status: 'Scheduled',
      total: CALLED,
      credit_cost: COST,
      held: COST,
      skipped: [{ reason: 'do not call', count: LEFT_OUT }],
    });
    expect({ rows, leftOut, held }).toEqual({ rows: CALLED, leftOut: LEFT_OUT, held: COST });
    return 'complete';
  }
  expect({ rows, leftOut, held, seen: statuses.filter((status) => status !== 'Deleted') }).toEqual({
    rows: 0,
    leftOut: 0,
    held: 0,
    seen: [],
  });
  return 'absent';
}

const steps = Array.from({ length: WRITES }, (_, index) => index + 1);

describe.each(['before', 'after'] as const)('a creation that crashes %s one of its writes', (when) => {
  it.each(steps)('is complete or absent after the sweep: write %i', async (nth) => {
    const interruption = interruptAt(nth, when);
    const worker = await system.startNode({ deps: interrupted(interruption) });
    const user = await worker.subscriber('dominate');
    await sweeper.listOf(user).importBatch({ phones: SUPPRESSED });
    const request = { ...draftOf(user, LIST), campaign_name: `crashes ${when} ${String(nth)}` };

    const creation = worker.as(user, 'a-key').create(request);
    await interruption.reached;
    later.advance(120_000);
    await sweeper.campaigns.sweep();

    const holdExists = nth > HOLD || (nth === HOLD && when === 'after');
    await expect(expectCompleteOrAbsent(user, request.campaign_name)).resolves.toBe(
      holdExists ? 'complete' : 'absent',
    );
    // Repeating the request with the same key yields the campaign exactly once.
    const response = await sweeper.as(user, 'a-key').create(request);
    const skipped = [{ reason: 'do not call', count: LEFT_OUT }];
    expect(response).toMatchObject({ success: true, credit_cost: COST, skipped });
    await expect(expectCompleteOrAbsent(user, request.campaign_name)).resolves.toBe('complete');

    // The worker was only stale: its remaining writes change nothing.
    interruption.resume();
    await creation.catch(() => undefined);
    await expect(expectCompleteOrAbsent(user, request.campaign_name)).resolves.toBe('complete');
  });
});

it('a stale creation has no effect after a repeat with its key was created and deleted', async () => {
  const interruption = interruptAt(2, 'before');
  const worker = await system.startNode({ deps: interrupted(interruption) });
  const user = await worker.subscriber('dominate');
  const request = { ...draftOf(user, deliverableContacts(2)), campaign_name: 'stale' };
  const stale = worker.as(user, 'a-key').create(request);
  stale.catch(() => undefined);
  await interruption.reached;
  later.advance(120_000);
  const { campaign } = await sweeper.as(user, 'a-key').create(request);
  await sweeper.as(user).delete({ id: campaign.id });
  interruption.resume();
  await expect(stale).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await sweeper.as(user).list()).campaigns).toEqual([]);
  expect(await sweeper.credits.ledger.balance(user.streamId)).toMatchObject({ held: 0 });
});
