import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallReasonKey } from '#shared/call-reasons.ts';
import { DAY_MS } from '#shared/time-units.ts';
import {
  BUSY_LINE,
  DELIVERED,
  DO_NOT_CALL,
  MAILBOX_FULL,
  settledCampaigns,
} from '#server/testing/system/settled-campaigns.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { outcomesOf } from '#server/features/analytics/outcome-procedures.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { addHours, type HourCounts } from './call-counts.ts';
import { recount } from './recount.ts';
import { settleCampaign } from './settle-campaign.ts';

const LEASE_MS = 70_000;

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

const { run, settle, report, placed, finished } = settledCampaigns(() => ({ system, node, user }));
const campaigns = () => node.connection.collection<CampaignDocument>('campaigns');
const stored = async (id: string) => (await campaigns().findOne({ _id: id })) as CampaignDocument;

/** Returns what `analytics.outcomes` answers. */
async function outcomes(id: string) {
  const campaign = await node.campaigns.statistics.findCampaign(user.uid, id);
  if (campaign === undefined) throw new Error('no such campaign');
  return outcomesOf(node.drops.statistics, campaign);
}

const range = () =>
  [new Date(Date.now() - 3 * DAY_MS), new Date()].map((at) => at.toISOString().slice(0, 10));

/** Returns the sums of all days of the user. */
async function daysOf(): Promise<{ delivered: number; failed: number; hours: HourCounts }> {
  const [from = '', to = ''] = range();
  const days = await node.drops.statistics.listDays(user.uid, from, to);
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + of(day), 0);
  return {
    delivered: sum((day) => day.delivered),
    failed: sum((day) => day.failed),
    hours: withoutZeros(await node.drops.statistics.sumHours(user.uid, from, to)),
  };
}

function withoutZeros(hours: HourCounts): HourCounts {
  return Object.fromEntries(
    Object.entries(hours).filter(([, { delivered, failed }]) => delivered !== 0 || failed !== 0),
  );
}

/** Expects the counters of campaigns to be what their contacts say, and the days to be their sum. */
async function expectExact(ids: readonly string[]): Promise<void> {
  const expected = { delivered: 0, failed: 0, hours: {} as HourCounts };
  for (const id of ids) {
    const { delivered, failed, retryable, outcomes: byReason = {}, total } = await stored(id);
    const counted = await recount(node.engine.recounts, id);
    expect({ delivered, failed, retryable }).toEqual({
      delivered: counted.delivered,
      failed: counted.failed,
      retryable: counted.retryable,
    });
    expect(Object.fromEntries(Object.entries(byReason).filter(([, { calls }]) => calls !== 0))).toEqual(
      counted.reasons,
    );
    const states = await node.connection.collection('contacts').countDocuments({ campaignId: id });
    expect(states).toBe(total);
    expected.delivered += delivered;
    expected.failed += failed;
    for (const { hours } of counted.days.values()) addHours(expected.hours, hours);
  }
  expect(await daysOf()).toEqual(expected);
}

/** Random numbers below one that are the same for each seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('a call that is retried', () => {
  it('counts once, by its last result, in its campaign, its reason and its day', async () => {
    const id = await finished([DELIVERED, BUSY_LINE, BUSY_LINE, MAILBOX_FULL, DO_NOT_CALL, 9_999]);
    expect(await outcomes(id)).toEqual({
      total: 6,
      delivered: 1,
      failed: 5,
      pending: 0,
      retryable: 3,
      reasons: [
        { code: '4006', reason: 'Busy', count: 2, retryable: 2 },
        { code: '4002', reason: 'Mailbox full', count: 1, retryable: 1 },
        { code: '4016', reason: 'Do not call', count: 1, retryable: 0 },
        { code: 'other', reason: 'Other', count: 1, retryable: 1 },
      ],
    });
    await node.as(user).retry({ id, reasons: ['4006'] });
    expect(await stored(id)).toMatchObject({ failed: 3, retryable: 2, outcomes: { '4006': { calls: 0 } } });
    await run(id);
    await report(id, [DELIVERED, DELIVERED, MAILBOX_FULL], 2);
    await settle(id);
    expect(await stored(id)).toMatchObject({
      status: 'Success',
      delivered: 2,
      failed: 4,
      retryable: 3,
      outcomes: { '4006': { calls: 0, retryable: 0 }, '4002': { calls: 2, retryable: 2 } },
    });
    await expectExact([id]);
  });

  it('stays in its day until its new result is settled, also in several batches', async () => {
    user = await node.subscriber('dominate');
    const id = await placed(1_001);
    const seqs = Array.from({ length: 1_001 }, (_, index) => index + 1);
    const final = { status: 'failed', code: '4006', reason: 'Busy', retryable: true } as const;
    await node.engine.results.report(id, 1, seqs, { ...final, at: new Date() });
    await settle(id);
    await node.as(user).retry({ id });
    await settle(id);
    expect(await daysOf()).toMatchObject({ delivered: 0, failed: 1_001 });
    expect(await stored(id)).toMatchObject({ failed: 0, retryable: 0 });
    await run(id);
    await node.engine.results.report(id, 2, seqs, { ...final, at: new Date() });
    await settle(id);
    expect(await daysOf()).toMatchObject({ delivered: 0, failed: 1_001 });
    await expectExact([id]);
  });

  it('counts as failed again when its retry is undone', async () => {
    const id = await finished([BUSY_LINE, MAILBOX_FULL]);
    const before = [await stored(id), await daysOf()];
    const at = interruptAt(1, 'before');
    const owner = await system.startNode({
      carrier: silentCarrier,
      deps: (real) => ({ ...real, ledger: at.around(real.ledger, ['execute']) }),
    });
    owner
      .as(user)
      .retry({ id })
      .catch(() => undefined);
    await at.reached;
    await settle(id);
    const clock = createTestClock();
    const sweeper = await system.startNode({ clock, carrier: silentCarrier });
    clock.advance(LEASE_MS);
    await sweeper.campaigns.sweep();
    await settle(id);
    const { outcomes: counted, failed, retryable } = await stored(id);
    expect([{ outcomes: counted, failed, retryable }, await daysOf()]).toEqual([
      {
        outcomes: (before[0] as CampaignDocument).outcomes,
        failed: 2,
        retryable: 2,
      },
      before[1],
    ]);
    await expectExact([id]);
  });
});

describe('after a crash', () => {
  const WRITES: { of: 'settlements' | 'days' | 'statuses'; write: string }[] = [
    { of: 'settlements', write: 'open' },
    { of: 'days', write: 'count' },
    { of: 'statuses', write: 'countSettlement' },
    { of: 'settlements', write: 'close' },
  ];
  it.each(WRITES.flatMap((write) => (['before', 'after'] as const).map((when) => ({ ...write, when }))))(
    '$when the $write of $of while retried calls are settled, two other settlers count them once',
    async ({ of, write, when }) => {
      const id = await finished([BUSY_LINE, BUSY_LINE, DELIVERED]);
      await node.as(user).retry({ id });
      await run(id);
      await report(id, [DELIVERED, BUSY_LINE], 2);
      const death = interruptAt(1, when);
      const deps: DropsDeps = { ...node.engine, [of]: death.around(node.engine[of], [write as never]) };
      void settleCampaign(deps, id);
      await death.reached;
      await Promise.all([settle(id), settle(id)]);
      expect(await daysOf()).toMatchObject({ delivered: 2, failed: 1 });
      death.resume();
      await settle(id);
      await settle(id);
      expect(await stored(id)).toMatchObject({ status: 'Success', delivered: 2, failed: 1, retryable: 1 });
      await expectExact([id]);
    },
  );
});

describe('whatever happens', () => {
  it.each([1, 2, 3, 4, 5, 6])('the days add up to what the campaigns have made (random %i)', async (seed) => {
    const random = randomOf(seed);
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
    const code = () => pick([DELIVERED, DELIVERED, BUSY_LINE, BUSY_LINE, MAILBOX_FULL, DO_NOT_CALL, 6_000]);
    const ids = [await placed(7), await placed(5)];
    const runs = new Map(ids.map((id) => [id, 1]));
    for (let step = 0; step < 30; step += 1) {
      const id = pick(ids);
      const ofRun = runs.get(id) ?? 1;
      const { status } = await stored(id);
      switch (pick(['report', 'report', 'late', 'settle', 'retry', 'reasons', 'void'])) {
        case 'report':
          for (let seq = 1; seq <= 7; seq += 1)
            if (random() < 0.6) await system.report(`${id}-${String(seq)}-${String(ofRun)}`, code());
          break;
        case 'late':
          await system.report(
            `${id}-${String(1 + Math.floor(random() * 7))}-${String(1 + Math.floor(random() * ofRun))}`,
            DELIVERED,
          );
          break;
        case 'settle':
          await Promise.all([settle(id), settle(id)]);
          break;
        case 'void': {
          if (status !== 'Success' && status !== 'Failed') break;
          const at = interruptAt(1, 'before');
          const deps = { ledger: at.around(node.credits.ledger, ['execute']) };
          const owner = await system.startNode({
            carrier: silentCarrier,
            deps: (real) => ({ ...real, ...deps }),
          });
          const tried = owner
            .as(user)
            .retry({ id })
            .then(
              () => true,
              () => false,
            );
          if ((await Promise.race([at.reached.then(() => 'stopped'), tried])) !== 'stopped') break;
          await system.report(`${id}-${String(1 + Math.floor(random() * 7))}-${String(ofRun)}`, DELIVERED);
          const clock = createTestClock();
          const sweeper = await system.startNode({ clock, carrier: silentCarrier });
          clock.advance(LEASE_MS);
          await sweeper.campaigns.sweep();
          break;
        }
        default: {
          const reasons: CallReasonKey[] = pick([['4006'], ['4002', '6000']]);
          const retried = await node
            .as(user)
            .retry(random() < 0.5 ? { id } : { id, reasons })
            .then(
              () => true,
              () => false,
            );
          if (!retried) break;
          runs.set(id, (await stored(id)).run);
          await run(id);
        }
      }
    }
    for (const id of ids) {
      const { run: ofRun, total } = await stored(id);
      await report(id, Array.from({ length: total }, code), ofRun);
      await settle(id);
      await settle(id);
      expect((await stored(id)).status).toMatch(/Success|Failed/);
    }
    await expectExact(ids);
    const [gone = ''] = ids;
    const { delivered, failed } = await stored(gone);
    const before = await daysOf();
    await node.as(user).delete({ id: gone });
    await settle(gone);
    expect(await stored(gone)).toMatchObject({ status: 'Deleted', delivered, failed });
    expect(await daysOf()).toEqual(before);
  });

  it('a retried call that is cancelled by a delete stays in its day, and in no other counter', async () => {
    const id = await finished([DELIVERED, BUSY_LINE]);
    await node.as(user).retry({ id });
    await node.as(user).pause({ id });
    await node.as(user).delete({ id });
    await settle(id);
    expect(await stored(id)).toMatchObject({ status: 'Deleted', delivered: 1, failed: 0 });
    expect(await daysOf()).toMatchObject({ delivered: 1, failed: 1 });
  });
});

it('counts the reasons of a campaign that an older version has settled once, when they are asked for', async () => {
  const id = await finished([BUSY_LINE, MAILBOX_FULL, DELIVERED]);
  const { outcomes: counted } = await stored(id);
  await campaigns().updateOne({ _id: id }, { $unset: { outcomes: 1 } });
  const answer = await outcomes(id);
  expect(answer).toMatchObject({ delivered: 1, failed: 2, retryable: 1 });
  expect((await stored(id)).outcomes).toEqual(counted);
});
