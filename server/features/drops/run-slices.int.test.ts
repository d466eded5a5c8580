import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
});

beforeEach(async () => {
  user = await node.subscriber('launch');
});

afterAll(() => system.stop());

async function sendingCampaign(contacts: number, draft: { drops_per_minute?: number } = {}): Promise<string> {
  const { campaign } = await node
    .as(user)
    .create({ ...draftOf(user, deliverableContacts(contacts)), ...draft });
  await node.as(user).execute({ id: campaign.id });
  return campaign.id;
}

const jobsOf = (id: string) =>
  node.connection.collection('jobs').find({ name: 'run-campaign', 'data.campaignId': id }).toArray();
const deleteJobs = (id: string) => node.connection.collection('jobs').deleteMany({ 'data.campaignId': id });
const placed = (id: string) =>
  node.connection.collection('contacts').countDocuments({ campaignId: id, status: 'placed' });
const claimed = (id: string) =>
  node.connection.collection('contacts').countDocuments({ campaignId: id, status: 'claimed' });

describe('a run', () => {
  it('ends after its time slice and queues itself again, once, until all contacts are called', async () => {
    const worker = await system.startNode({ carrier: silentCarrier, drops: { batchSize: 4, sliceMs: 0 } });
    const id = await sendingCampaign(10);
    for (const called of [4, 8]) {
      await deleteJobs(id);
      await worker.drops.handlers.runCampaign(id, BUSY);
      expect([await placed(id), await claimed(id)]).toEqual([called, 0]);
      expect(await jobsOf(id)).toHaveLength(1);
    }
    await worker.drops.handlers.runCampaign(id, BUSY);
    expect(await placed(id)).toBe(10);
  });

  it('of a slow campaign places one call and is scheduled for when the next one is due', async () => {
    const id = await sendingCampaign(3, { drops_per_minute: 6 });
    await deleteJobs(id);
    const began = Date.now();
    await node.drops.handlers.runCampaign(id, BUSY);
    expect([await placed(id), await claimed(id)]).toEqual([1, 0]);
    const [next, ...others] = await jobsOf(id);
    expect(others).toEqual([]);
    const dueAt = (next?.['nextRunAt'] as Date).getTime();
    expect(dueAt).toBeGreaterThanOrEqual(began + 10_000);
    expect(dueAt).toBeLessThanOrEqual(Date.now() + 10_000);
  });
});

it('calls that a run has left without a response are placed by the next one, beside a new batch', async () => {
  const clock = createTestClock();
  let isDown = true;
  const { engine } = await system.startNode({
    clock,
    drops: { batchSize: 2, sliceMs: 0, retryDelaysMs: [] },
    carrier: (real) => ({
      ...real,
      place: (drop) => (isDown ? Promise.resolve({ kind: 'unknown' }) : silentCarrier(real).place(drop)),
    }),
  });
  const id = await sendingCampaign(6);
  await runCampaign(engine, id, BUSY);
  expect([await placed(id), await claimed(id)]).toEqual([0, 2]);
  isDown = false;
  clock.advance(60_000);
  await runCampaign(engine, id, BUSY);
  expect([await placed(id), await claimed(id)]).toEqual([4, 0]);
});

describe('a call to which the carrier never responds', () => {
  it.each([
    ['a campaign with many', {}],
    ['a slow campaign', { drops_per_minute: 6 }],
  ])('does not delay the other calls: %s', async (_which, draft) => {
    const clock = createTestClock();
    const worker = await system.startNode({
      clock,
      drops: { batchSize: 2, sliceMs: 0, retryDelaysMs: [] },
      carrier: (real) => ({
        ...silentCarrier(real),
        place: (drop) =>
          drop.attemptId.endsWith('-1-1')
            ? Promise.resolve({ kind: 'unknown' })
            : silentCarrier(real).place(drop),
      }),
    });
    // The rate limit is tested elsewhere; here calls pass at once.
    const engine = { ...worker.engine, rate: { pass: () => Promise.resolve(true) } };
    const id = await sendingCampaign(9, draft);
    for (let runs = 0; runs < 12; runs += 1) {
      await runCampaign(engine, id, BUSY);
      clock.advance(6_000);
    }
    expect([await placed(id), await claimed(id)]).toEqual([8, 1]);
    await expect(node.as(user).status({ id })).resolves.toMatchObject({ status: 'Sending' });
  });
});

it('sending a campaign that is Sending already queues no second run', async () => {
  const id = await sendingCampaign(3);
  for (let times = 0; times < 5; times += 1) await node.as(user).execute({ id });
  expect(await jobsOf(id)).toHaveLength(1);
});

it('starting a campaign twice and scanning queues one run', async () => {
  const { campaign } = await node
    .as(user)
    .create({ ...draftOf(user, deliverableContacts(3)), drop_date: '' });
  const { id } = campaign;
  await node.connection
    .collection<{ _id: string }>('campaigns')
    .updateOne({ _id: id }, { $set: { dropDate: new Date() } });
  await node.drops.handlers.startCampaign(id);
  await node.drops.handlers.startCampaign(id);
  await node.drops.handlers.scan();
  expect(await jobsOf(id)).toHaveLength(1);
});
