import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { composeCounters } from '#server/app/database/counters.ts';
import { BUSY_LINE, DELIVERED, settledCampaigns } from '#server/testing/system/settled-campaigns.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { SettlementDocument } from '#server/features/drops/settlement/settlement-store.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

const NO_ANSWER = 4005;

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

const { run, settle, finished } = settledCampaigns(() => ({ system, node, user }));

/** A finished campaign, settled by a version that counted neither reasons nor hours; before any other campaign of the user. */
async function settledByOlderVersion(codes: readonly number[]): Promise<string> {
  const id = await finished(codes);
  const { connection } = node;
  await connection.collection('campaigns').updateOne({ _id: id as never }, { $unset: { outcomes: 1 } });
  await connection
    .collection<SettlementDocument>('settlements')
    .updateMany({ campaignId: id }, { $unset: { reasons: 1, hours: 1 } });
  await connection.collection('day_counters').updateMany({ userId: user.uid }, { $unset: { hours: 1 } });
  return id;
}

/** Returns the calls of the user by result, over all hours of the week. */
async function inHours(): Promise<{ delivered: number; failed: number }> {
  const [from = '', to = ''] = [Date.now() - 3 * DAY_MS, Date.now()].map((at) =>
    new Date(at).toISOString().slice(0, 10),
  );
  const hours = Object.values(await node.drops.statistics.sumHours(user.uid, from, to));
  return {
    delivered: hours.reduce((sum, { delivered }) => sum + delivered, 0),
    failed: hours.reduce((sum, { failed }) => sum + failed, 0),
  };
}

it('a retry takes no call out of the hours that never counted it', async () => {
  const older = await settledByOlderVersion([BUSY_LINE, BUSY_LINE, DELIVERED]);
  await finished([BUSY_LINE, DELIVERED]);
  expect(await inHours()).toEqual({ delivered: 1, failed: 1 });
  await node.as(user).retry({ id: older });
  await settle(older);
  expect(await inHours()).toEqual({ delivered: 1, failed: 1 });
  await run(older);
  await system.report(`${older}-1-2`, DELIVERED);
  await system.report(`${older}-2-2`, BUSY_LINE);
  await settle(older);
  expect(await inHours()).toEqual({ delivered: 2, failed: 2 });
  await node.as(user).retry({ id: older });
  await run(older);
  await system.report(`${older}-2-3`, DELIVERED);
  await settle(older);
  expect(await inHours()).toEqual({ delivered: 3, failed: 1 });
});

it('a late success takes no call out of the hours that never counted it', async () => {
  const older = await settledByOlderVersion([BUSY_LINE, DELIVERED]);
  await finished([BUSY_LINE]);
  await system.report(`${older}-1-1`, DELIVERED);
  await settle(older);
  expect(await inHours()).toEqual({ delivered: 1, failed: 1 });
});

it('a retry of some calls leaves the others retryable, though nobody asked for their reasons', async () => {
  const older = await settledByOlderVersion([BUSY_LINE, NO_ANSWER, NO_ANSWER, DELIVERED]);
  await node.as(user).retry({ id: older, reasons: ['4006'] });
  await expect(node.as(user).get({ id: older })).resolves.toMatchObject({
    campaign: { status: 'Sending', failed: 2, retryable: 2 },
  });
  await run(older);
  await system.report(`${older}-1-2`, DELIVERED);
  await settle(older);
  await expect(node.as(user).get({ id: older })).resolves.toMatchObject({
    campaign: { status: 'Success', delivered: 2, failed: 2, retryable: 2 },
  });
  await expect(node.as(user).retry({ id: older })).resolves.toMatchObject({ retried: 2 });
});

it('a settlement that takes calls out of their days, as an older version has opened it, is applied once', async () => {
  const id = await finished([BUSY_LINE, BUSY_LINE, DELIVERED]);
  const settlements = node.connection.collection<SettlementDocument>('settlements');
  await node.as(user).retry({ id });
  const { lastSettlement: last = 0 } =
    (await node.connection.collection<CampaignDocument>('campaigns').findOne({ _id: id })) ?? {};
  const today = new Date().toISOString().slice(0, 10);
  await settlements.insertOne({
    _id: `${id}:${String(last + 1)}`,
    campaignId: id,
    n: last + 1,
    run: 2,
    runEpoch: 2,
    day: today,
    contacts: [],
    delivered: 0,
    failed: 0,
    retryable: 0,
    runEpochCalls: 0,
    faults: 0,
    at: new Date(),
    takesBack: { days: [{ day: today, failed: -2, hours: { taken: { delivered: 0, failed: -2 } } }] },
  });
  await node.connection
    .collection('contacts')
    .updateMany({ campaignId: id }, { $unset: { 'previous.counted': 1 } });
  const counted = async () => {
    const listed = await node.drops.statistics.listDays(user.uid, today, today);
    return listed.map(({ delivered, failed }) => [delivered, failed]);
  };
  await Promise.all([settle(id), settle(id)]);
  expect(await counted()).toEqual([[1, 0]]);
  expect(await node.drops.statistics.campaignHours(id)).toMatchObject({ taken: { failed: -2 } });
  await run(id);
  await system.report(`${id}-1-2`, DELIVERED);
  await system.report(`${id}-2-2`, BUSY_LINE);
  await settle(id);
  expect(await counted()).toEqual([[2, 1]]);
});

it.each([0, 1, 2])(
  'a retry that an older version began counts once in its day, though it took back only the first %i calls',
  async (throughSeq) => {
    const id = await finished([BUSY_LINE, BUSY_LINE, BUSY_LINE, DELIVERED]);
    const { connection, as, drops, credits } = node;
    const campaigns = connection.collection<CampaignDocument & { takingBack?: object }>('campaigns');
    await as(user).retry({ id });
    const { lastSettlement: last = 0 } = (await campaigns.findOne({ _id: id })) ?? {};
    const day = new Date().toISOString().slice(0, 10);
    await connection
      .collection('contacts')
      .updateMany({ campaignId: id }, { $unset: { 'previous.counted': 1 } });
    await campaigns.updateOne({ _id: id }, { $set: { takingBack: { preparationId: 'older', afterSeq: 0 } } });
    if (throughSeq > 0)
      await connection.collection<SettlementDocument>('settlements').insertOne({
        _id: `${id}:${String(last + 1)}`,
        campaignId: id,
        n: last + 1,
        run: 2,
        runEpoch: 2,
        day,
        contacts: [],
        delivered: 0,
        failed: 0,
        retryable: 0,
        runEpochCalls: 0,
        faults: 0,
        at: new Date(),
        takesBack: { throughSeq, days: [{ day, failed: -throughSeq, hours: {} }] },
      });
    await settle(id);
    await run(id);
    for (const [index, code] of [DELIVERED, BUSY_LINE, BUSY_LINE].entries())
      await system.report(`${id}-${String(index + 1)}-2`, code);
    await settle(id);
    expect(await drops.statistics.listDays(user.uid, day, day)).toMatchObject([{ delivered: 2, failed: 2 }]);
    // An older version that still runs must take back nothing more.
    expect(await campaigns.findOne({ _id: id })).not.toHaveProperty('takingBack');
    await campaigns.updateOne({ _id: id }, { $set: { contactsErasedAt: new Date() } });
    const check = await composeCounters(connection, credits.ledger).checkCampaign(id);
    expect(check).toMatchObject({ differences: [], problems: [] });
  },
);
