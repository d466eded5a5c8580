import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createCampaignModel,
  type CampaignDocument,
} from '#server/features/campaigns/stores/campaign-model.ts';
import { ProgressStore } from '#server/features/campaigns/progress/progress-store.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { CallResultStore } from '#server/features/drops/contacts/call-result-store.ts';
import { createContactModel } from '#server/features/drops/contacts/contact-model.ts';
import { settleCampaign } from '#server/features/drops/settlement/settle-campaign.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { dropReport } from '#server/testing/system/drop-report.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { ProgressCounter } from './progress-counter.ts';
import { ReportRecorder } from './report-recorder.ts';

const COST = 50;
const UNKNOWN = 'no such campaign';

/** Two web processes: nothing but the test settles what they record. */
let system: TestSystem;
let node: CampaignNode;
let other: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
  other = await system.startNode({ carrier: silentCarrier });
});
beforeEach(async () => {
  user = await node.subscriber('launch');
});
afterAll(() => system.stop());

const recorderOf = ({ engine }: CampaignNode, results = engine.results) =>
  new ReportRecorder({ ...engine, results, onRecorded: () => undefined });
const settle = (id: string) => settleCampaign(node.engine, id);
const statusOf = (id: string) => node.as(user).status({ id });
const progressOf = (id: string) => node.as(user).progress({ id });
const stored = async (id: string) => (await node.stores.campaigns.find(id)) ?? expect.fail();

async function placedCampaign(contacts: number): Promise<string> {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(contacts)));
  await node.as(user).execute({ id: campaign.id });
  await node.drops.handlers.runCampaign(campaign.id, BUSY);
  return campaign.id;
}

/** Reports the calls with these numbers. */
async function report(
  recorder: ReportRecorder,
  { id, from, to, run = 1, outcome = 'success' }: Reported,
): Promise<void> {
  const seqs = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  await Promise.all(
    seqs.map((seq) =>
      recorder.record(dropReport({ attemptId: `${id}-${String(seq)}-${String(run)}`, outcome })),
    ),
  );
}

interface Reported {
  id: string;
  from: number;
  to: number;
  run?: number;
  outcome?: 'success' | 'failed';
}

/** Waits until everything that is counted is written. */
async function expectShown(id: string, counts: { delivered: number; failed: number }): Promise<void> {
  await vi.waitFor(async () => {
    expect(await statusOf(id)).toMatchObject(counts);
  });
}

describe('the progress of a campaign', () => {
  it('moves as two processes record reports, duplicates included, before anything is settled', async () => {
    const id = await placedCampaign(200);
    const [here, there] = [recorderOf(node), recorderOf(other)];
    await Promise.all([
      report(here, { id, from: 1, to: 80 }),
      report(there, { id, from: 40, to: 100 }),
      report(there, { id, from: 101, to: 120, outcome: 'failed' }),
    ]);
    await report(here, { id, from: 90, to: 120, outcome: 'failed' });
    await expectShown(id, { delivered: 100, failed: 20 });
    expect(await stored(id)).toMatchObject({ delivered: 0, failed: 0, lastSettlement: 0, charged: 0 });

    await report(there, { id, from: 121, to: 150 });
    await expectShown(id, { delivered: 130, failed: 20 });
    expect((await node.as(user).get({ id })).campaign).toMatchObject({
      status_message: 'Sending · 130 of 200 delivered',
      pending: 50,
      held: 200 * COST,
    });
  });

  it('is exactly what is settled once the campaign is final', async () => {
    const id = await placedCampaign(30);
    await report(recorderOf(node), { id, from: 1, to: 20 });
    await settle(id);
    await report(recorderOf(other), { id, from: 21, to: 30, outcome: 'failed' });
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 20, failed: 10, pending: 0 });
    other.engine.progressCounter.flush();
    await expectShown(id, { delivered: 20, failed: 10 });
    expect((await stored(id)).progress).toBeUndefined();
  });

  it('never exceeds the calls that are reported, and never goes back, whenever they are settled', async () => {
    const id = await placedCampaign(300);
    const recorders = [recorderOf(node), recorderOf(other)];
    let [reported, shown, isDone] = [0, 0, false];
    const watching = (async () => {
      while (!isDone) {
        const { delivered, failed } = await statusOf(id);
        expect(delivered + failed).toBeGreaterThanOrEqual(shown);
        expect(delivered + failed).toBeLessThanOrEqual(reported);
        shown = delivered + failed;
      }
    })();
    for (let from = 1; from <= 300; from += 20) {
      reported += 20;
      const outcome = from % 3 === 0 ? 'failed' : 'success';
      await Promise.all(recorders.map((one) => report(one, { id, from, to: from + 19, outcome })));
      if (from % 7 === 0) await settle(id);
      // Some counts are written before their settlement and some after it.
      if (from % 5 === 0) node.engine.progressCounter.flush();
      if (from % 11 === 0) other.engine.progressCounter.flush();
    }
    await settle(id);
    isDone = true;
    await watching;
    expect(await statusOf(id)).toMatchObject({ status: 'Success', pending: 0 });
  });

  it('of a process that dies lags behind until it is settled, and the final figures are exact', async () => {
    const id = await placedCampaign(50);
    // It dies before it writes what it has counted.
    const dead = recorderOf(node, new CallResultStore(createContactModel(node.connection)));
    await report(dead, { id, from: 1, to: 20 });
    await report(recorderOf(node), { id, from: 21, to: 30 });
    await expectShown(id, { delivered: 10, failed: 0 });
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ delivered: 30, failed: 0, pending: 20 });
    await report(recorderOf(node), { id, from: 31, to: 50 });
    node.engine.progressCounter.flush();
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 50, failed: 0, pending: 0 });
    expect(await node.credits.ledger.balance(user.streamId)).toMatchObject({ held: 0 });
  });

  it('that a process has counted is written at once when the process stops', async () => {
    const id = await placedCampaign(3);
    const stopping = await system.startNode({ carrier: silentCarrier });
    const add = vi.spyOn(stopping.engine.progress, 'add');
    await report(recorderOf(stopping), { id, from: 1, to: 3 });
    stopping.drops.stop();
    expect(add).toHaveBeenCalledExactlyOnceWith(id, 1, { delivered: 3, failed: 0 });
  });

  it('goes on while it is paused, and after it is resumed', async () => {
    const id = await placedCampaign(30);
    await report(recorderOf(node), { id, from: 1, to: 10 });
    await expectShown(id, { delivered: 10, failed: 0 });
    await node.as(user).pause({ id });
    await report(recorderOf(node), { id, from: 11, to: 20 });
    await expectShown(id, { delivered: 20, failed: 0 });
    await settle(id);
    await node.as(user).resume({ id });
    await report(recorderOf(node), { id, from: 21, to: 25, outcome: 'failed' });
    await expectShown(id, { delivered: 20, failed: 5 });
  });

  it('starts again with a retry, and counts nothing of the run before', async () => {
    const id = await placedCampaign(20);
    await report(recorderOf(node), { id, from: 1, to: 12 });
    await report(recorderOf(node), { id, from: 13, to: 20, outcome: 'failed' });
    await settle(id);
    await node.as(user).retry({ id });
    // Counts of the first run that its process writes late.
    await node.engine.progress.add(id, 1, { delivered: 12, failed: 8 });
    expect(await statusOf(id)).toMatchObject({ status: 'Sending', delivered: 12, failed: 0, pending: 8 });
    await node.drops.handlers.runCampaign(id, BUSY);
    await report(recorderOf(other), { id, from: 13, to: 17, run: 2 });
    await expectShown(id, { delivered: 17, failed: 0 });
    expect(await stored(id)).toMatchObject({ delivered: 12, failed: 0 });
  });

  it('counts a call once that fails and is delivered after all', async () => {
    const id = await placedCampaign(10);
    await report(recorderOf(node), { id, from: 1, to: 4, outcome: 'failed' });
    await expectShown(id, { delivered: 0, failed: 4 });
    await settle(id);
    await report(recorderOf(other), { id, from: 1, to: 2 });
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ delivered: 2, failed: 2, pending: 6 });
    await report(recorderOf(other), { id, from: 5, to: 6, outcome: 'failed' });
    await report(recorderOf(other), { id, from: 5, to: 5 });
    await expectShown(id, { delivered: 2, failed: 4 });
    // The first settlement counts the failure, the second one corrects it.
    await settle(id);
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ delivered: 3, failed: 3, pending: 4 });
  });
});

describe('the pace and the cost of a campaign', () => {
  it('follow the reports, and end with the campaign', async () => {
    const id = await placedCampaign(100);
    expect(await progressOf(id)).toMatchObject({
      status: 'Sending',
      calls_per_minute: 0,
      seconds_left: null,
      ends_later: false,
      next_calls: null,
      charged: 0,
      held: 100 * COST,
      cost_so_far: 0,
      cost_is_exact: true,
    });
    await report(recorderOf(node), { id, from: 1, to: 30 });
    await report(recorderOf(node), { id, from: 31, to: 40, outcome: 'failed' });
    await vi.waitFor(
      async () => {
        const progress = await progressOf(id);
        const counted = progress.per_second.reduce(
          (sum, { delivered, failed }) => sum + delivered + failed,
          0,
        );
        // The current second is left out, as it is not over.
        expect(counted).toBe(40);
        expect(progress.calls_per_minute).toBeGreaterThan(0);
        expect(progress.seconds_left).toBeGreaterThan(0);
        expect(progress).toMatchObject({ delivered: 30, failed: 10, pending: 60, charged: 0 });
        expect(progress).toMatchObject({ cost_so_far: 30 * COST, cost_is_exact: true });
      },
      { timeout: 10_000 },
    );
    await settle(id);
    expect(await progressOf(id)).toMatchObject({ charged: 30 * COST, cost_so_far: 30 * COST });
    await report(recorderOf(node), { id, from: 41, to: 100 });
    await settle(id);
    expect(await progressOf(id)).toMatchObject({
      status: 'Success',
      delivered: 90,
      failed: 10,
      pending: 0,
      seconds_left: null,
      charged: 90 * COST,
      held: 0,
      cost_so_far: 90 * COST,
      cost_is_exact: true,
    });
  });
});

it('a settlement of an earlier run takes nothing out of what is shown of the present one', async () => {
  const id = await placedCampaign(2);
  const campaigns = node.connection.collection<CampaignDocument>('campaigns');
  await campaigns.updateOne({ _id: id }, { $set: { run: 2, progress: { delivered: 1, failed: 1 } } });
  const settled = { delivered: 1, failed: 0, retryable: 0, reasons: {}, deducted: 0 };
  await node.engine.statuses.countSettlement(id, 1, { run: 1, ...settled });
  expect((await campaigns.findOne({ _id: id }))?.progress).toMatchObject({ delivered: 1, failed: 1 });
  await node.engine.statuses.countSettlement(id, 2, { run: 2, ...settled });
  expect((await campaigns.findOne({ _id: id }))?.progress).toMatchObject({ delivered: 0, failed: 1 });
});

it('writes at most twice a second, however many reports come', async () => {
  const id = await placedCampaign(400);
  const uri = new URL(system.database.uri);
  uri.searchParams.set('monitorCommands', 'true');
  const watched = await connectDatabase(uri.href);
  let writes = 0;
  watched.getClient().on('commandStarted', ({ command }) => {
    if ((command as { update?: string }).update === 'campaigns') writes += 1;
  });
  const counter = new ProgressCounter({
    ...node.engine,
    progress: new ProgressStore(createCampaignModel(watched)),
  });
  const results = new CallResultStore(createContactModel(watched), {
    ended(ended) {
      counter.note(ended);
    },
  });
  const recorder = recorderOf(node, results);
  const begun = performance.now();
  // One after the other, for a few seconds.
  for (let seq = 1; seq <= 400; seq += 1) await report(recorder, { id, from: seq, to: seq });
  await expectShown(id, { delivered: 400, failed: 0 });
  expect(writes).toBeGreaterThan(0);
  expect(writes).toBeLessThanOrEqual(Math.ceil((performance.now() - begun) / 500));
  await watched.close();
});

it('a write that fails is logged, not repeated, and stops nothing', async () => {
  const warn = vi.fn();
  const add = vi.fn(() => Promise.reject(new Error('no database')));
  const counter = new ProgressCounter({ progress: { add }, log: { warn } as never });
  counter.note({ campaignId: UNKNOWN, run: 1, status: 'success', calls: 2 });
  counter.note({ campaignId: UNKNOWN, run: 1, status: 'failed', calls: 1 });
  counter.flush();
  counter.flush();
  await vi.waitFor(() => {
    expect(warn).toHaveBeenCalledOnce();
  });
  expect(add.mock.calls).toEqual([[UNKNOWN, 1, { delivered: 2, failed: 1 }]]);
});
