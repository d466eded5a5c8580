import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { BUSY_LINE, DELIVERED, settledCampaigns } from '#server/testing/system/settled-campaigns.ts';
import { dropReport } from '#server/testing/system/drop-report.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { ReportRecorder } from './report-recorder.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';
import { settleCampaign } from '#server/features/drops/settlement/settle-campaign.ts';

const GRANTED = 20_000;
const COST = 50;

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

const { run, settle, reportOf, placed: placedCampaign } = settledCampaigns(() => ({ system, node, user }));
const statusOf = (id: string) => node.as(user).status({ id });
const statusesOf = async (id: string) =>
  (await node.as(user).contacts({ id })).contacts.map(({ status }) => status);
const campaignOf = async (id: string) => (await node.as(user).get({ id })).campaign;

/** Expects this many charged calls, no hold, and these counts of the day. */
async function expectCharged(calls: number, counts: { delivered: number; failed: number }): Promise<void> {
  expect(await node.credits.ledger.balance(user.streamId)).toMatchObject({
    available: GRANTED - calls * COST,
    held: 0,
  });
  const today = new Date().toISOString().slice(0, 10);
  expect(await node.drops.statistics.listDays(user.uid, today, today)).toEqual([{ day: today, ...counts }]);
}

const expectNoRetry = (id: string) =>
  expect(node.as(user).retry({ id })).rejects.toMatchObject({ code: 'CONFLICT' });

describe('a success after a failure', () => {
  it('that is not settled yet is charged, and the call is never made again', async () => {
    const id = await placedCampaign(1);
    await reportOf(id, 1, BUSY_LINE);
    expect(await reportOf(id, 1, DELIVERED)).toBe(200);
    await reportOf(id, 1, DELIVERED);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 0, retryable: 0 });
    await expectCharged(1, { delivered: 1, failed: 0 });
    await expectNoRetry(id);
  });

  it('that is settled is charged once while its campaign is Sending, and does not affect other calls', async () => {
    const id = await placedCampaign(3);
    await reportOf(id, 1, BUSY_LINE);
    await reportOf(id, 2, BUSY_LINE);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Sending', failed: 2, retryable: 2 });
    await reportOf(id, 1, DELIVERED);
    await Promise.all([settle(id), settle(id)]);
    expect(await campaignOf(id)).toMatchObject({ status: 'Sending', delivered: 1, failed: 1, retryable: 1 });
    await reportOf(id, 3, DELIVERED);
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 2, failed: 1 });
    await expectCharged(2, { delivered: 2, failed: 1 });
    await expect(node.as(user).retry({ id })).resolves.toMatchObject({ retried: 1 });
  });

  it.each([
    ['that can be retried', BUSY_LINE, 1],
    ['that cannot', 4016, 0],
  ])('%s, after the end of its campaign, is counted and not charged', async (_, reason, retryable) => {
    const id = await placedCampaign(1);
    await reportOf(id, 1, reason);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Failed', failed: 1, retryable });
    await reportOf(id, 1, DELIVERED);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 0, retryable: 0 });
    expect((await node.stores.campaigns.find(id))?.retryable).toBe(0);
    await expectCharged(0, { delivered: 1, failed: 0 });
    await expectNoRetry(id);
  });

  it('of an earlier run is not charged to the hold of a later one', async () => {
    const id = await placedCampaign(2);
    await reportOf(id, 1, 4016);
    await reportOf(id, 2, BUSY_LINE);
    await settle(id);
    await node.as(user).retry({ id });
    await run(id);
    await reportOf(id, 1, DELIVERED, 1);
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Sending', delivered: 1, failed: 0 });
    await reportOf(id, 2, DELIVERED, 2);
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 2 });
    await expectCharged(1, { delivered: 2, failed: 0 });
  });

  it('of a call that a later retry left out changes how many calls are retryable, beside those of the retry', async () => {
    const id = await placedCampaign(2);
    await reportOf(id, 1, BUSY_LINE);
    await reportOf(id, 2, BUSY_LINE);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Failed', failed: 2, retryable: 2 });
    await node.listOf(user).add({ phone: '+1 (202) 555-1000' });
    await expect(node.as(user).retry({ id })).resolves.toMatchObject({ retried: 1 });
    await reportOf(id, 1, DELIVERED, 1);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Sending', delivered: 1, failed: 0, retryable: 0 });
    await run(id);
    await reportOf(id, 2, BUSY_LINE, 2);
    await settle(id);
    expect(await campaignOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 1, retryable: 1 });
  });

  it('during a retry is charged once, even if the retry fails', async () => {
    const id = await placedCampaign(1);
    await reportOf(id, 1, BUSY_LINE);
    await settle(id);
    await node.as(user).retry({ id });
    await run(id);
    await reportOf(id, 1, DELIVERED, 1);
    expect(await statusOf(id)).toMatchObject({ status: 'Sending', pending: 1 });
    await reportOf(id, 1, BUSY_LINE, 2);
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 0 });
    await expectCharged(1, { delivered: 1, failed: 0 });
    await expectNoRetry(id);
  });

  it('of a call that its worker releases instead of retrying it ends the call', async () => {
    const id = await placedCampaign(1);
    await reportOf(id, 1, BUSY_LINE);
    await settle(id);
    await node.as(user).retry({ id });
    const claimed = interruptAt(1, 'after');
    const calls = claimed.around(node.engine.calls, ['claim']);
    const running = runCampaign({ ...node.engine, calls }, id, BUSY);
    await claimed.reached;
    await reportOf(id, 1, DELIVERED, 1);
    await node.as(user).pause({ id });
    claimed.resume();
    await running;
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 0, pending: 0 });
    await expectCharged(1, { delivered: 1, failed: 0 });
  });

  it('of a campaign that is being deleted is charged while other calls are open', async () => {
    const id = await placedCampaign(2);
    await reportOf(id, 1, BUSY_LINE);
    await settle(id);
    await node.as(user).pause({ id });
    await node.as(user).delete({ id });
    await reportOf(id, 1, DELIVERED);
    await settle(id);
    await reportOf(id, 2, BUSY_LINE);
    await settle(id);
    await expectCharged(1, { delivered: 1, failed: 1 });
    expect(await node.connection.collection('contacts').countDocuments({ campaignId: id })).toBe(0);
  });
});

describe('a success that comes while its failure', () => {
  it.each(['before', 'after'] as const)(
    'is being settled is charged once: %s its calls are marked',
    async (when) => {
      const id = await placedCampaign(1);
      await reportOf(id, 1, BUSY_LINE);
      const at = interruptAt(1, when);
      const results = at.around(node.engine.results, ['markSettled']);
      const settling = settleCampaign({ ...node.engine, results }, id);
      await at.reached;
      await reportOf(id, 1, DELIVERED);
      at.resume();
      await settling;
      await settle(id);
      expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 0 });
      await expectCharged(1, { delivered: 1, failed: 0 });
    },
  );

  it('is marked again by a slow settler is still charged', async () => {
    const id = await placedCampaign(2);
    await reportOf(id, 1, BUSY_LINE);
    const at = interruptAt(1, 'before');
    const results = at.around(node.engine.results, ['markSettled']);
    const slow = settleCampaign({ ...node.engine, results }, id);
    await at.reached;
    await settle(id);
    await reportOf(id, 1, DELIVERED);
    at.resume();
    await slow;
    await reportOf(id, 2, BUSY_LINE);
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 1 });
    await expectCharged(1, { delivered: 1, failed: 1 });
  });

  it('has just finished the campaign is not charged to the hold that is being released', async () => {
    const id = await placedCampaign(1);
    await reportOf(id, 1, BUSY_LINE);
    const at = interruptAt(1, 'before');
    const ledger = at.around(node.engine.ledger, ['execute']);
    const finishing = settleCampaign({ ...node.engine, ledger }, id);
    await at.reached;
    await reportOf(id, 1, DELIVERED);
    await settle(id);
    at.resume();
    await finishing;
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 0 });
    await expectCharged(0, { delivered: 1, failed: 0 });
  });

  it('is about to finish the campaign is charged before the rest of the hold is released', async () => {
    const id = await placedCampaign(1);
    await reportOf(id, 1, BUSY_LINE);
    // The settlement of the failure, then the final one.
    const at = interruptAt(2, 'before');
    const settlements = at.around(node.engine.settlements, ['open']);
    const finishing = settleCampaign({ ...node.engine, settlements }, id);
    await at.reached;
    await reportOf(id, 1, DELIVERED);
    const charging = interruptAt(1, 'before');
    const ledger = charging.around(node.engine.ledger, ['execute']);
    const other = settleCampaign({ ...node.engine, ledger }, id);
    await charging.reached;
    at.resume();
    await finishing;
    charging.resume();
    await other;
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 0 });
    await expectCharged(1, { delivered: 1, failed: 0 });
  });
});

describe('reports that are stored together', () => {
  const recordAll = (id: string, ...reports: Parameters<typeof dropReport>[0][]) => {
    const recorder = new ReportRecorder({ ...node.engine, onRecorded: () => undefined });
    return Promise.all(
      reports.map((report) => recorder.record(dropReport({ attemptId: `${id}-1-1`, ...report }))),
    );
  };
  const failure = (code: string, doNotCall: boolean) =>
    ({ outcome: 'failed', code, reason: `reason ${code}`, doNotCall }) as const;
  const reasonsOf = async (id: string) =>
    (await node.as(user).contacts({ id })).contacts.map(({ reason }) => reason);

  it('count a success after a failure beside the first success of another call', async () => {
    const id = await placedCampaign(2);
    await reportOf(id, 1, BUSY_LINE);
    await recordAll(id, {}, { attemptId: `${id}-2-1` });
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 2, failed: 0 });
    await expectCharged(2, { delivered: 2, failed: 0 });
  });

  it('count a success of a call that fails between the read and the write', async () => {
    const id = await placedCampaign(1);
    const at = interruptAt(1, 'before');
    const results = at.around(node.engine.results, ['report']);
    const recorder = new ReportRecorder({ ...node.engine, results, onRecorded: () => undefined });
    // A report that also goes on the do-not-call list is written after a read.
    const recorded = recorder.record(dropReport({ attemptId: `${id}-1-1`, doNotCall: true }));
    await at.reached;
    await reportOf(id, 1, BUSY_LINE);
    at.resume();
    await expect(recorded).resolves.toBe('recorded');
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1, failed: 0 });
    await expectCharged(1, { delivered: 1, failed: 0 });
  });

  it.each([true, false])('count the first of two failures of a call: do not call %s', async (doNotCall) => {
    const id = await placedCampaign(1);
    const outcomes = await recordAll(id, failure('4016', doNotCall), failure('4017', doNotCall));
    expect(outcomes).toEqual(['recorded', 'recorded']);
    expect(await reasonsOf(id)).toEqual(['reason 4016']);
  });

  it.each([
    ['first', [{}, failure('4016', true)]],
    ['last', [failure('4016', true), {}]],
  ])('count a success, whether it comes first or last: %s', async (_which, reports) => {
    const id = await placedCampaign(1);
    await recordAll(id, ...reports);
    await settle(id);
    expect(await statusOf(id)).toMatchObject({ status: 'Success', delivered: 1 });
    await expectCharged(1, { delivered: 1, failed: 0 });
  });
});

it('a late failure of the previous run does not affect a retry, whether or not it was placed', async () => {
  const id = await placedCampaign(1);
  await reportOf(id, 1, BUSY_LINE);
  await settle(id);
  await node.as(user).retry({ id });
  expect(await reportOf(id, 1, 4002, 1)).toBe(200);
  expect(await statusesOf(id)).toEqual(['pending']);
  await run(id);
  expect(await reportOf(id, 1, 4002, 1)).toBe(200);
  expect(await statusesOf(id)).toEqual(['sending']);
});
