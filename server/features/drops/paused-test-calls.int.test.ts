import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { testOwnerOf } from '#server/features/campaigns/test-drops/test-owner.ts';
import type { Placement } from '#server/providers/carrier/port.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { scan } from './reconcile.ts';

const NO_FUNDS: Placement = { kind: 'unavailable', code: '402', accountFault: 'No funds' };
const DAYS = 2 * DAY_MS;

let system: TestSystem;
let clock: TestClock;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
});

beforeEach(async () => {
  clock = createTestClock();
  node = await system.startNode({
    clock,
    carrier: (real) => ({ ...real, place: () => Promise.resolve(NO_FUNDS) }),
    drops: { retryDelaysMs: [] },
  });
  user = await node.subscriber('launch');
});

afterAll(() => system.stop());

/** A scheduled test call, as `placeTestCall` stores it. */
async function testCall(): Promise<string> {
  const { campaign } = await node
    .as(user)
    .create({ ...draftOf(user, deliverableContacts(1)), drop_date: '' });
  await node.connection
    .collection<{ _id: string }>('campaigns')
    .updateOne({ _id: campaign.id }, { $set: { userId: testOwnerOf(user.uid) }, $unset: { liveName: 1 } });
  return campaign.id;
}

/** The test call failed, and its credits are available again. */
async function expectReleased(id: string, reason: string): Promise<void> {
  await scan(node.engine);
  await node.drops.handlers.settleCampaign(id);
  expect(await node.deps.campaigns.find(id)).toMatchObject({ status: 'Failed', failed: 1, held: 0 });
  expect(await node.deps.contacts.page({ id, total: 1 }, 0, 1)).toMatchObject([{ status: 'failed', reason }]);
  expect((await node.credits.ledger.balance(user.streamId)).held).toBe(0);
}

it('a test call that the carrier refuses to take fails and is not held for', async () => {
  const id = await testCall();
  clock.advance(120_000);
  await node.drops.handlers.startCampaign(id);
  await node.drops.handlers.runCampaign(id, BUSY);
  expect(await node.deps.campaigns.find(id)).toMatchObject({ status: 'Paused' });
  await expectReleased(id, 'No funds');
});

it('a test call that is a day late is not made any more and not held for', async () => {
  const id = await testCall();
  clock.advance(DAYS);
  await node.drops.handlers.startCampaign(id);
  await expectReleased(id, 'Its start date passed more than a day ago while Hark was not running');
});
