import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { composeCounters } from '#server/app/database/counters.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import {
  BUSY_LINE,
  DELIVERED,
  MAILBOX_FULL,
  settledCampaigns,
} from '#server/testing/system/settled-campaigns.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let node: CampaignNode;
let clock: TestClock;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  clock = createTestClock(new Date('2026-11-23T12:00:00Z'));
  node = await system.startNode({ carrier: silentCarrier, clock });
});
beforeEach(async () => {
  user = await node.subscriber('launch');
});
afterAll(() => system.stop());

const { run, settle, report, reportOf, finished } = settledCampaigns(() => ({ system, node, user }));
const today = () => clock.now().toISOString().slice(0, 10);
const campaigns = () => node.connection.collection<CampaignDocument>('campaigns');

/** Returns the counted calls of the user by day: `[delivered, failed]`. */
async function days(): Promise<Record<string, [number, number]>> {
  const listed = await node.drops.statistics.listDays(user.uid, '2026-01-01', '2099-12-31');
  return Object.fromEntries(listed.map(({ day, delivered, failed }) => [day, [delivered, failed]]));
}

/** Expects that counting the calls again finds what is stored, by contacts and, without these, by settlements. */
async function expectAudited(...ids: string[]): Promise<void> {
  const counters = composeCounters(node.connection, node.credits.ledger);
  const expectNothing = async () => {
    for (const check of await counters.checkDays(user.uid)) expect(check.differences).toEqual([]);
    for (const id of ids) {
      const check = await counters.checkCampaign(id);
      expect(check).toMatchObject({ differences: [], problems: [] });
      expect(check?.skipped).toBeUndefined();
    }
  };
  await expectNothing();
  await campaigns().updateMany({ userId: user.uid }, { $set: { contactsErasedAt: clock.now() } });
  await expectNothing();
}

describe('a failed call of Monday', () => {
  it('stays in Monday when it is retried on Wednesday, which counts its new result', async () => {
    const id = await finished([DELIVERED, BUSY_LINE, BUSY_LINE, MAILBOX_FULL]);
    const monday = today();
    clock.advance(2 * DAY_MS);
    await node.as(user).retry({ id, reasons: ['4006'] });
    await settle(id);
    expect(await days()).toEqual({ [monday]: [1, 3] });
    await run(id);
    await reportOf(id, 2, DELIVERED, 2);
    await reportOf(id, 3, BUSY_LINE, 2);
    await settle(id);
    expect(await days()).toEqual({ [monday]: [1, 3], [today()]: [1, 1] });
    expect(await campaigns().findOne({ _id: id })).toMatchObject({ delivered: 2, failed: 2 });
    await expectAudited(id);
  });

  it('counts once if it is retried on Monday, by its last result', async () => {
    const id = await finished([DELIVERED, BUSY_LINE, BUSY_LINE]);
    const monday = today();
    for (const [retried, second] of [
      [2, BUSY_LINE],
      [3, DELIVERED],
    ] as const) {
      await node.as(user).retry({ id });
      await run(id);
      await reportOf(id, 2, second, retried);
      await reportOf(id, 3, BUSY_LINE, retried);
      await settle(id);
    }
    expect(await days()).toEqual({ [monday]: [2, 1] });
    await expectAudited(id);
  });

  it.each(['before it was called', 'by the worker that had claimed it'])(
    'stays in Monday if its retry is cancelled %s, as its campaign is deleted',
    async (when) => {
      const id = await finished([DELIVERED, BUSY_LINE]);
      const monday = today();
      await node.as(user).retry({ id });
      if (when !== 'before it was called') await run(id);
      await node.as(user).pause({ id });
      await node.as(user).delete({ id });
      await node.connection
        .collection('contacts')
        .updateMany({ campaignId: id, status: 'placed' }, { $set: { status: 'pending' } });
      await settle(id);
      expect((await campaigns().findOne({ _id: id }))?.status).toBe('Deleted');
      expect(await days()).toEqual({ [monday]: [1, 1] });
    },
  );
});

it('no day that is over changes, whatever is retried, reported or deleted later', async () => {
  const ids = [await finished([BUSY_LINE, MAILBOX_FULL, BUSY_LINE]), await finished([BUSY_LINE, BUSY_LINE])];
  let over: Record<string, [number, number]> = {};
  for (let night = 1; night <= 4; night += 1) {
    over = await days();
    clock.advance(DAY_MS);
    const id = ids[night % 2] ?? '';
    await node.as(user).retry({ id });
    await settle(id);
    await run(id);
    const { run: ofRun, total } = (await campaigns().findOne({ _id: id })) ?? { run: 0, total: 0 };
    await report(
      id,
      Array.from({ length: total }, (_, at) => (at === night ? DELIVERED : BUSY_LINE)),
      ofRun,
    );
    await settle(id);
    expect(await days()).toMatchObject(over);
  }
  await expectAudited(...ids);
  over = await days();
  for (const id of ids) {
    await node.as(user).delete({ id });
    await settle(id);
  }
  expect(await days()).toEqual(over);
});
