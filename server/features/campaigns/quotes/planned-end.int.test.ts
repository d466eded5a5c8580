import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { contactEnding, draftOf } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignNode, NodeOptions } from '#server/testing/system/test-node.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';

/** A Tuesday in winter, 5 AM in New York. */
const NIGHT = new Date('2027-01-12T10:00:00Z');
const MONTH = { from: '2027-01-01T05:00:00.000Z', until: '2027-02-01T05:00:00.000Z' };

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

const nodeThat = (callingHours: NonNullable<NodeOptions['callingHours']>) =>
  system.startNode({ clock: createTestClock(NIGHT), callingHours });

beforeAll(async () => {
  system = await startTestSystem();
  node = await nodeThat('enforce');
});
beforeEach(async () => {
  user = await node.subscriber('dominate');
});
afterAll(() => system.stop());

/** People whose numbers and addresses are in Florida, who may be called from 14:00 to 01:00 UTC. */
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => contactEnding(String(2_000 + from + n), '305555'));

/** A campaign that makes one call a minute from 23:00 UTC on. */
const draft = (count: number) => ({
  ...draftOf(user, people(count)),
  drop_date: '2027-01-12T23:00:00.000Z',
  drops_per_minute: 1,
});
const endOf = async (on = node) =>
  (await on.as(user).calendar(MONTH)).campaigns.map(({ planned_end: end }) => end);

it('is after the last call at the pace of the campaign, on the day after where the hours do not last', async () => {
  await node.as(user).create(draft(90));
  expect(await endOf()).toEqual(['2027-01-13T00:30:00.000Z']);
  const { campaign } = await node.as(user).create({ ...draft(130), drops_per_minute: 1 });
  expect(await endOf()).toContain('2027-01-13T14:10:00.000Z');
  expect(campaign).not.toHaveProperty('planned_end');
});

it('follows each change of what decides it, and contacts that are added', async () => {
  const { campaign } = await node.as(user).create(draft(60));
  const { id } = campaign;
  expect(await endOf()).toEqual(['2027-01-13T00:00:00.000Z']);
  await node.as(user).update({ id, drops_per_minute: 2 });
  expect(await endOf()).toEqual(['2027-01-12T23:30:00.000Z']);
  await node.as(user).update({ id, drop_date: '2027-01-13T20:00:00.000Z' });
  expect(await endOf()).toEqual(['2027-01-13T20:30:00.000Z']);
  await node.as(user).addContacts({ campaign: id, contacts: people(60, 100) });
  expect(await endOf()).toEqual(['2027-01-13T21:00:00.000Z']);
  await node.as(user).update({ id, name: `Renamed ${id}` });
  expect(await endOf()).toEqual(['2027-01-13T21:00:00.000Z']);
});

it('is gone once the campaign has started', async () => {
  const { campaign } = await node.as(user).create(draft(1));
  await node.as(user).execute({ id: campaign.id });
  expect(await endOf()).toEqual([null]);
});

it('is by the pace alone where calls do not wait for their hours', async () => {
  const other = await nodeThat('skip-waits');
  await other.as(user).create({ ...draft(60), drop_date: '2027-01-12T10:30:00.000Z' });
  expect(await endOf(other)).toEqual(['2027-01-12T11:30:00.000Z']);
});

it('has beside it the plan of the calls that are left, until none are', async () => {
  const { campaign } = await node.as(user).create(draft(2));
  const { id } = campaign;
  const { plan, classes } = await node.as(user).plan({ id });
  expect(plan).toMatchObject({
    drop_date: '2027-01-12T23:00:00.000Z',
    contacts: 2,
    first_call_at: '2027-01-12T23:00:00.000Z',
    estimated_end: '2027-01-12T23:02:00.000Z',
  });
  expect(classes.map(({ count }) => count)).toEqual([2]);
  await node.as(user).execute({ id });
  expect((await node.as(user).plan({ id })).plan).toMatchObject({
    drop_date: NIGHT.toISOString(),
    first_call_at: '2027-01-12T14:00:00.000Z',
  });
  await node.as(user).pause({ id });
  expect((await node.as(user).plan({ id })).plan).toBeNull();
});

it('has expected calls of each local hour that add up to those of the hours', async () => {
  const { campaign } = await node.as(user).create(draft(90));
  const { plan } = await node.as(user).plan({ id: campaign.id });
  const sum = (of: readonly { calls: number }[] = []) => of.reduce((all, { calls }) => all + calls, 0);
  expect([sum(plan?.hours), sum(plan?.local_hours)]).toEqual([90, 90]);
  expect(plan?.local_hours.filter(({ calls }) => calls > 0)).toMatchObject([
    { hour: 18, calls: 60 },
    { hour: 19, calls: 30 },
  ]);
});
