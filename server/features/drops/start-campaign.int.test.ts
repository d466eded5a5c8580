import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { startCampaign } from './start-campaign.ts';

let system: TestSystem;
let clock: TestClock;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
});

beforeEach(async () => {
  clock = createTestClock();
  node = await system.startNode({ clock, carrier: silentCarrier });
  user = await node.subscriber('launch');
});

afterAll(() => system.stop());

/** A campaign that is due in an hour. */
async function scheduled(): Promise<string> {
  const drop_date = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  const { campaign } = await node.as(user).create({ ...draftOf(user, deliverableContacts(2)), drop_date });
  return campaign.id;
}

const statusOf = async (id: string) => (await node.as(user).status({ id })).status;
const queuedRuns = (id: string) =>
  node.connection.collection('jobs').countDocuments({ name: 'run-campaign', 'data.campaignId': id });

it('a campaign that is due becomes Sending, and its run is queued once', async () => {
  const id = await scheduled();
  clock.advance(HOUR_MS);
  for (const _time of [1, 2]) await node.drops.handlers.startCampaign(id);
  expect([await statusOf(id), await queuedRuns(id)]).toEqual(['Sending', 1]);
});

it.each([
  ['is not due yet', 0, 'Scheduled'],
  ['is overdue by a day, which pauses it', DAY_MS + 2 * HOUR_MS, 'Paused'],
])('no run of a campaign that %s is queued', async (_, late, status) => {
  const id = await scheduled();
  clock.advance(late);
  await node.drops.handlers.startCampaign(id);
  expect([await statusOf(id), await queuedRuns(id)]).toEqual([status, 0]);
});

it('a start that fails is reported, so that it is retried', async () => {
  const id = await scheduled();
  const real = node.engine.campaigns;
  const campaigns = {
    find: real.find.bind(real),
    startOnTime: () => Promise.reject(new Error('the database is down')),
  };
  const deps = { ...node.engine, campaigns: campaigns as unknown as typeof real };
  const starting = startCampaign(deps, id);
  await expect(starting).rejects.toThrow('the database is down');
  expect(await queuedRuns(id)).toBe(0);
});

it('a campaign that has started is not changed any more, also while it is paused', async () => {
  const id = await scheduled();
  clock.advance(HOUR_MS);
  await node.drops.handlers.startCampaign(id);
  await node.as(user).pause({ id });
  const changed = node.as(user).update({ id, description: 'Changed' });
  await expect(changed).rejects.toThrow('cannot be changed after its first call');
});
