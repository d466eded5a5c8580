import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignedInUser } from '#server/trpc/context.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import {
  BUSY,
  silentCarrier,
  startTestSystem,
  type CampaignNode,
  type TestSystem,
} from '#server/testing/system/test-system.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { runCampaign } from '#server/drops/run-campaign.ts';

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
const forgetJobs = (id: string) => node.connection.collection('jobs').deleteMany({ 'data.campaignId': id });
const placed = (id: string) =>
  node.connection.collection('contacts').countDocuments({ campaignId: id, status: 'placed' });
const claimed = (id: string) =>
  node.connection.collection('contacts').countDocuments({ campaignId: id, status: 'claimed' });

describe('a run', () => {
  it('makes room for others after a while and queues up anew, once, until all are called', async () => {
    const worker = await system.startNode({ carrier: silentCarrier, drops: { batchSize: 4, sliceMs: 0 } });
    const id = await sendingCampaign(10);
    for (const called of [4, 8]) {
      await forgetJobs(id);
      await worker.drops.handlers.runCampaign(id, BUSY);
      expect([await placed(id), await claimed(id)]).toEqual([called, 0]);
      expect(await jobsOf(id)).toHaveLength(1);
    }
    await worker.drops.handlers.runCampaign(id, BUSY);
    expect(await placed(id)).toBe(10);
  });

  it('of a slow campaign makes its call and rests until the next one is due', async () => {
    const id = await sendingCampaign(3, { drops_per_minute: 6 });
    await forgetJobs(id);
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

describe('a call that the carrier never answers', () => {
  it.each([
    ['a campaign with many', {}],
    ['a slow campaign', { drops_per_minute: 6 }],
  ])('holds up none of the others: %s', async (_which, draft) => {
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
    // The pace is another test's; here a rest takes no time.
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

it('is asked for once, however often a campaign that is Sending is sent', async () => {
  const id = await sendingCampaign(3);
  for (let times = 0; times < 5; times += 1) await node.as(user).execute({ id });
  expect(await jobsOf(id)).toHaveLength(1);
});

it('of a campaign that was started is the only one, also after a scan', async () => {
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
