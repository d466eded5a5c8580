import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type CampaignNode, type TestSystem } from '#server/testing/system/test-system.ts';
import { interruptAt, type Interruption } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/trpc/context.ts';

/** The process that makes campaigns and dies, and one whose sweeper comes by later. */
let system: TestSystem;
let sweeper: CampaignNode;
const later = createTestClock();

const CONTACTS = deliverableContacts(1_200);
const COST = 1_200 * 30;
/** The writes: key, campaign, two batches, hold, commit, job, answer. */
const WRITES = 8;
const HOLD = 5;

beforeAll(async () => {
  system = await startTestSystem();
  sweeper = await system.startNode({ clock: later });
});

afterAll(() => system.stop());

function interrupted(interruption: Interruption) {
  return (deps: CampaignsDeps): CampaignsDeps => ({
    ...deps,
    requestKeys: interruption.around(deps.requestKeys, ['claim', 'finish', 'release']),
    campaigns: interruption.around(deps.campaigns, ['insert']),
    preparations: interruption.around(deps.preparations, ['renew', 'commit', 'abandon']),
    contacts: interruption.around(deps.contacts, ['insert', 'undoPreparation', 'erase']),
    ledger: interruption.around(deps.ledger, ['execute']),
    engine: interruption.around(deps.engine, ['runAt']),
  });
}

async function rowsOf(campaignName: string): Promise<{ statuses: string[]; rows: number }> {
  const campaigns = await sweeper.connection.collection('campaigns').find({ name: campaignName }).toArray();
  const rows = await sweeper.connection
    .collection('contacts')
    .countDocuments({ campaignId: { $in: campaigns.map(({ _id }) => String(_id)) } });
  return { statuses: campaigns.map(({ status }) => String(status)), rows };
}

/** The campaign is whole with its hold, or it is gone and nothing is held. */
async function expectWholeOrGone(user: SignedInUser, name: string): Promise<'whole' | 'gone'> {
  const { held } = await sweeper.credits.ledger.balance(user.streamId);
  const { campaigns } = await sweeper.as(user).list();
  const { rows, statuses } = await rowsOf(name);
  if (campaigns.length === 1) {
    expect(campaigns[0]).toMatchObject({
      status: 'Scheduled',
      total: CONTACTS.length,
      credit_cost: COST,
      held: COST,
    });
    expect({ rows, held }).toEqual({ rows: CONTACTS.length, held: COST });
    return 'whole';
  }
  expect({ rows, held, seen: statuses.filter((status) => status !== 'Deleted') }).toEqual({
    rows: 0,
    held: 0,
    seen: [],
  });
  return 'gone';
}

const steps = Array.from({ length: WRITES }, (_, index) => index + 1);

describe.each(['before', 'after'] as const)('a creation that dies %s one of its writes', (when) => {
  it.each(steps)('is whole or gone after the sweep: write %i', async (nth) => {
    const interruption = interruptAt(nth, when);
    const maker = await system.startNode({ deps: interrupted(interruption) });
    const user = await maker.subscriber('dominate');
    const request = { ...draftOf(user, CONTACTS), campaign_name: `dies ${when} ${String(nth)}` };

    const creation = maker.as(user, 'a-key').create(request);
    await interruption.reached;
    later.advance(120_000);
    await sweeper.campaigns.sweep();

    const holdExists = nth > HOLD || (nth === HOLD && when === 'after');
    await expect(expectWholeOrGone(user, request.campaign_name)).resolves.toBe(holdExists ? 'whole' : 'gone');
    // With the same key the caller gets the campaign exactly once, whatever became of the first try.
    const answer = await sweeper.as(user, 'a-key').create(request);
    expect(answer).toMatchObject({ success: true, credit_cost: COST });
    await expect(expectWholeOrGone(user, request.campaign_name)).resolves.toBe('whole');

    // It was only asleep: what it still does changes nothing.
    interruption.resume();
    await creation.catch(() => undefined);
    await expect(expectWholeOrGone(user, request.campaign_name)).resolves.toBe('whole');
  });
});

it('a creation that slept while another try with its key was made, sent and deleted comes to nothing', async () => {
  const interruption = interruptAt(2, 'before');
  const maker = await system.startNode({ deps: interrupted(interruption) });
  const user = await maker.subscriber('dominate');
  const request = { ...draftOf(user, deliverableContacts(2)), campaign_name: 'asleep' };
  const asleep = maker.as(user, 'a-key').create(request);
  asleep.catch(() => undefined);
  await interruption.reached;
  later.advance(120_000);
  const { campaign } = await sweeper.as(user, 'a-key').create(request);
  await sweeper.as(user).delete({ id: campaign.id });
  interruption.resume();
  await expect(asleep).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await sweeper.as(user).list()).campaigns).toEqual([]);
  expect(await sweeper.credits.ledger.balance(user.streamId)).toMatchObject({ held: 0 });
});
