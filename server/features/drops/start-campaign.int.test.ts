import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { BegunRun } from './api.ts';
import { startCampaign } from './start-campaign.ts';

let system: TestSystem;
let clock: TestClock;
let node: CampaignNode;
let user: SignedInUser;
/** What the last begun run was told to do. */
let executed: Parameters<BegunRun['execute']>[0] | undefined;
let isCancelled: boolean;

beforeAll(async () => {
  system = await startTestSystem();
});

beforeEach(async () => {
  clock = createTestClock();
  node = await system.startNode({ clock, carrier: silentCarrier });
  user = await node.subscriber('launch');
  [executed, isCancelled] = [undefined, false];
});

afterAll(() => system.stop());

const run: BegunRun = {
  execute: (work) => (executed = work),
  cancel: () => {
    isCancelled = true;
    return Promise.resolve();
  },
};
const beginRun = () => Promise.resolve(run);

/** A campaign that is due in an hour. */
async function scheduled(): Promise<string> {
  const drop_date = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  const { campaign } = await node.as(user).create({ ...draftOf(user, deliverableContacts(2)), drop_date });
  return campaign.id;
}

const statusOf = async (id: string) => (await node.as(user).status({ id })).status;
const queuedRuns = (id: string) =>
  node.connection.collection('jobs').countDocuments({ name: 'run-campaign', 'data.campaignId': id });

it('a campaign that is due is sent by the run that was begun, and none is queued', async () => {
  const id = await scheduled();
  clock.advance(HOUR_MS);
  await node.drops.handlers.startCampaign(id, beginRun);
  expect([await statusOf(id), isCancelled, await queuedRuns(id)]).toEqual(['Sending', false, 0]);
  await executed?.(BUSY);
  const { contacts } = await node.as(user).contacts({ id });
  expect(contacts.map(({ status }) => status)).toEqual(['sending', 'sending']);
});

it.each<[string, () => Promise<BegunRun | undefined>]>([
  ['none can be begun', () => Promise.resolve(undefined)],
  ['it cannot be begun', () => Promise.reject(new Error('the queue is down'))],
])('its run is queued if %s', async (_, begin) => {
  const id = await scheduled();
  clock.advance(HOUR_MS);
  await node.drops.handlers.startCampaign(id, begin);
  expect([await statusOf(id), await queuedRuns(id)]).toEqual(['Sending', 1]);
});

it.each([
  ['is not due yet', 0, 'Scheduled'],
  ['is overdue by a day, which pauses it', DAY_MS + 2 * HOUR_MS, 'Paused'],
])('the run of a campaign that %s is cancelled', async (_, late, status) => {
  const id = await scheduled();
  clock.advance(late);
  await node.drops.handlers.startCampaign(id, beginRun);
  expect([await statusOf(id), isCancelled, executed]).toEqual([status, true, undefined]);
});

it('a start that fails is reported, so that it is retried, and cancels the run', async () => {
  const id = await scheduled();
  const campaigns = new Proxy(node.engine.campaigns, {
    get: (real, name) =>
      name === 'startOnTime'
        ? () => Promise.reject(new Error('the database is down'))
        : (Reflect.get(real, name) as unknown),
  });
  const starting = startCampaign({ ...node.engine, campaigns }, id, beginRun);
  await expect(starting).rejects.toThrow('the database is down');
  expect([isCancelled, executed]).toEqual([true, undefined]);
});

it('a campaign that has started is not changed any more, also while it is paused', async () => {
  const id = await scheduled();
  clock.advance(HOUR_MS);
  await node.drops.handlers.startCampaign(id, beginRun);
  await node.as(user).pause({ id });
  const changed = node.as(user).update({ id, description: 'Changed' });
  await expect(changed).rejects.toThrow('cannot be changed after its first drop');
});
