import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import {
  createReservationModel,
  ReservationStore,
} from '#server/features/campaigns/lifecycle/reservation-store.ts';
import type { Placement } from '#server/providers/carrier/port.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { scan as scanOnce } from './reconcile.ts';

const NO_FUNDS: Placement = { kind: 'unavailable', code: '3000', accountFault: 'No funds' };

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;
let response: Placement | undefined;
const clock = createTestClock();

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({
    clock,
    drops: { retryDelaysMs: [] },
    carrier: (real) => ({
      ...real,
      place: (drop) => (response === undefined ? silentCarrier(real).place(drop) : Promise.resolve(response)),
    }),
  });
});
beforeEach(async () => {
  response = undefined;
  user = await node.subscriber('dominate');
});
afterAll(() => system.stop());

async function sendingCampaign(contacts: number): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(contacts)));
  await node.as(user).execute({ id: campaign.id });
  return campaign.id;
}
const scan = () => node.drops.handlers.scan();
const isScanned = async (id: string) => (await node.engine.openCampaigns.listOpen()).includes(id);
const jobsOf = (id: string, name: string) =>
  node.connection.collection('jobs').countDocuments({ 'data.campaignId': id, name });

it('a paused campaign without open calls is not scanned until it is resumed', async () => {
  const id = await sendingCampaign(3);
  await node.as(user).pause({ id });
  await node.connection.collection('jobs').deleteMany({});
  await scan();
  expect([await isScanned(id), await jobsOf(id, 'settle-campaign')]).toEqual([false, 0]);
  await node.as(user).resume({ id });
  await node.connection.collection('jobs').deleteMany({});
  await scan();
  expect([await isScanned(id), await jobsOf(id, 'run-campaign')]).toEqual([true, 1]);
});

it('a paused campaign with calls at the carrier is scanned until they are reported or overdue', async () => {
  const id = await sendingCampaign(2);
  await node.drops.handlers.runCampaign(id, BUSY);
  await node.as(user).pause({ id });
  await scan();
  expect(await isScanned(id)).toBe(true);
  clock.advance(60_000);
  await scan();
  await node.drops.handlers.settleCampaign(id);
  await expect(node.as(user).status({ id })).resolves.toMatchObject({ status: 'Failed', failed: 2 });
});

it('a paused campaign whose calls may be at the carrier waits for reports once they cannot be placed again', async () => {
  response = { kind: 'unknown' };
  const id = await sendingCampaign(1);
  await node.drops.handlers.runCampaign(id, BUSY);
  await node.as(user).pause({ id });
  clock.advance(DAY_MS);
  await scan();
  clock.advance(60_000);
  await scan();
  await node.drops.handlers.settleCampaign(id);
  await expect(node.as(user).status({ id })).resolves.toMatchObject({ status: 'Failed', failed: 1 });
});

it('a campaign that the system paused gets no new settlement job with each scan', async () => {
  response = NO_FUNDS;
  const id = await sendingCampaign(2);
  await node.drops.handlers.runCampaign(id, BUSY);
  await expect(node.as(user).status({ id })).resolves.toMatchObject({ status: 'Paused' });
  await node.drops.handlers.settleCampaign(id);
  // As if all of its calls had been final before it was paused.
  await node.engine.contacts.erase(id);
  // Its claim waits for reports until the deadline.
  clock.advance(60_000);
  await scan();
  await node.connection.collection('jobs').deleteMany({});
  for (let round = 0; round < 3; round++) await scan();
  expect([await isScanned(id), await jobsOf(id, 'settle-campaign')]).toEqual([false, 0]);
});

it('what another process has reserved is left to it until its reservation ends', async () => {
  const id = await sendingCampaign(1);
  await node.drops.handlers.runCampaign(id, BUSY);
  const notice = { id: 'notice', kind: 'paused', dueAt: new Date(0), tries: 0 };
  const preparing = { preparationId: 'p', kind: 'add', calls: 0, leaseUntil: new Date(0) };
  const campaigns = node.connection.collection<{ _id: string }>('campaigns');
  await campaigns.updateOne({ _id: id }, { $set: { notice, preparing } });
  const other = new ReservationStore(createReservationModel(node.connection));
  const mine = new ReservationStore(createReservationModel(node.connection));
  expect([await other.take(user.uid), await other.take(user.uid), await mine.take(user.uid)]).toEqual([
    true,
    true,
    false,
  ]);
  clock.advance(60_000);
  const now = clock.now();
  const found = async () => [
    await isScanned(id),
    await node.connection.collection('claims').countDocuments({ campaignId: id }),
    (await node.stores.notices.listDue(now, 1_000)).includes(id),
    (await node.stores.preparations.claimExpired(now, new Date(0))).some(({ _id }) => _id === id),
  ];
  await scan();
  expect(await found()).toEqual([false, 1, false, false]);
  await other.release(user.uid);
  expect(await found()).toEqual([true, 1, true, true]);
  await scan();
  expect(await found()).toEqual([true, 0, true, true]);
  await campaigns.updateOne({ _id: id }, { $unset: { preparing: 1 } });
});

it('however many campaigns of one account stay due, those of others are asked for', async () => {
  const now = clock.now().getTime();
  const due = Array.from({ length: 1_100 }, (_, n) => ({
    _id: `due-${String(n)}` as never,
    userId: n < 1_099 ? 'suspended' : 'other',
    status: 'Scheduled',
    dropDate: new Date(now - 2_000_000 + 1_000 * n),
  }));
  const campaigns = node.connection.collection('campaigns');
  await campaigns.insertMany(due);
  const asked: string[] = [];
  const startAt = (id: string) => Promise.resolve(void asked.push(id));
  await scanOnce({ ...node.engine, jobs: { ...node.engine.jobs, startAt } });
  await campaigns.deleteMany({ _id: { $in: due.map(({ _id }) => _id) } });
  expect(asked.filter((id) => id.startsWith('due-'))).toEqual(due.map(({ _id }) => _id));
});

it('no call is failed as overdue just after a start, because the carrier repeats reports', async () => {
  const id = await sendingCampaign(2);
  await node.drops.handlers.runCampaign(id, BUSY);
  clock.advance(60_000);
  const restarted = await system.startNode({
    clock,
    carrier: silentCarrier,
    drops: { giveUpGraceMs: 10_000 },
  });
  await restarted.drops.handlers.scan();
  await restarted.drops.handlers.settleCampaign(id);
  await expect(node.as(user).status({ id })).resolves.toMatchObject({ status: 'Sending', pending: 2 });
  clock.advance(10_000);
  await restarted.drops.handlers.settleCampaign(id);
  await expect(node.as(user).status({ id })).resolves.toMatchObject({ status: 'Failed', failed: 2 });
});

it.each(['claimed', 'placed'])(
  'a call that is %s under a claim that is gone is failed, and no other',
  async (status) => {
    const id = await sendingCampaign(2);
    const contacts = node.connection.collection('contacts');
    await contacts.updateOne(
      { campaignId: id, seq: 1 },
      { $set: { status, claim: 'gone', at: clock.now() } },
    );
    await scan();
    expect(await contacts.find({ campaignId: id }).sort({ seq: 1 }).toArray()).toMatchObject([
      { status: 'failed', reason: 'No report', retryable: false },
      { status: 'pending' },
    ]);
  },
);
