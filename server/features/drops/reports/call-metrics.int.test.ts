import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NO_METRICS, type Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { BUSY_LINE, DELIVERED, settledCampaigns } from '#server/testing/system/settled-campaigns.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;
let counted: Record<string, number> = {};
const metrics: Metrics = {
  ...NO_METRICS,
  count(name, labels, by = 1) {
    const { outcome = '' } = labels as { outcome?: string };
    const key = outcome === '' ? name : `${name} ${outcome}`;
    counted[key] = (counted[key] ?? 0) + by;
  },
};

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier, metrics });
});
afterAll(() => system.stop());
beforeEach(async () => {
  user = await node.subscriber('launch');
  counted = {};
});

const { settle, reportOf, placed } = settledCampaigns(() => ({ system, node, user }));

/** How many calls the counters have as ended, by outcome, and how many of them as a success after all. */
const counts = () => ({
  success: counted['hark_calls_ended_total success'] ?? 0,
  failed: counted['hark_calls_ended_total failed'] ?? 0,
  late: counted['hark_late_successes_total'] ?? 0,
});

test('a call counts once, as it ended first, however often it is reported', async () => {
  const id = await placed(2);
  for (const _ of [1, 2]) {
    await reportOf(id, 1, DELIVERED);
    await reportOf(id, 2, BUSY_LINE);
    await settle(id);
  }
  expect(counts()).toEqual({ success: 1, failed: 1, late: 0 });
});

test.each([
  ['before the failure is settled', false, 2],
  ['while the campaign is being sent', true, 2],
  ['after the campaign has ended', true, 1],
])('a success %s is counted as late, once', async (_, isSettled, calls) => {
  const id = await placed(calls);
  await reportOf(id, 1, BUSY_LINE);
  if (isSettled) await settle(id);
  expect(counts()).toEqual({ success: 0, failed: 1, late: 0 });
  await Promise.all([reportOf(id, 1, DELIVERED), reportOf(id, 1, DELIVERED)]);
  await settle(id);
  expect(counts()).toEqual({ success: 0, failed: 1, late: 1 });
});

test('a success of a call that waits for its retry is counted as late, and its second call not as ended', async () => {
  const id = await placed(1);
  await reportOf(id, 1, BUSY_LINE);
  await settle(id);
  await node.as(user).retry({ id });
  await reportOf(id, 1, DELIVERED, 1);
  await settle(id);
  expect(counts()).toEqual({ success: 0, failed: 1, late: 1 });
});
