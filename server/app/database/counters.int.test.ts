import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countFailedReasons } from '#server/platform/migrations/steps/0005-failed-reasons.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import {
  BUSY_LINE,
  DELIVERED,
  MAILBOX_FULL,
  settledCampaigns,
} from '#server/testing/system/settled-campaigns.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { composeCounters, countAgain } from './counters.ts';

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

const { placed, report, settle, finished } = settledCampaigns(() => ({ system, node, user }));
const campaigns = () => node.connection.collection<CampaignDocument>('campaigns');
const reasonsOf = async (id: string) => (await campaigns().findOne({ _id: id }))?.outcomes;

/** Makes a campaign as the versions left it that did not count reasons. */
async function forget(id: string): Promise<void> {
  await campaigns().updateOne({ _id: id }, { $unset: { outcomes: 1 } });
}

/** Runs the migration from `position`, and returns where it stored that it had arrived. */
async function migrate(position: unknown = null): Promise<unknown[]> {
  const counters = composeCounters(node.connection, node.credits.ledger);
  const arrived: unknown[] = [];
  await countFailedReasons(countAgain(counters)).run({
    connection: node.connection,
    log: createLogger('silent'),
    position,
    checkpoint: (at) => Promise.resolve(void arrived.push(at)),
  });
  return arrived;
}

test('a migration counts the reasons that earlier versions did not, after which nothing is to rebuild', async () => {
  const id = await finished([DELIVERED, BUSY_LINE, BUSY_LINE, MAILBOX_FULL]);
  const before = await reasonsOf(id);
  expect(Object.keys(before ?? {})).not.toEqual([]);
  await forget(id);
  expect(await migrate()).toEqual([id]);
  expect(await reasonsOf(id)).toEqual(before);
  const check = await composeCounters(node.connection, node.credits.ledger).checkCampaign(id);
  expect(check).toMatchObject({ differences: [], problems: [] });
  expect(await migrate()).toEqual([]);
});

test('the migration leaves a campaign alone that is being sent, and goes on where it was interrupted', async () => {
  const open = await placed(3);
  await report(open, [BUSY_LINE]);
  await settle(open);
  await forget(open);
  const id = await finished([BUSY_LINE]);
  await forget(id);
  await migrate();
  expect([await reasonsOf(open), await reasonsOf(id)]).toEqual([undefined, expect.any(Object) as object]);
  await forget(id);
  expect(await migrate(id)).not.toContain(id);
  expect(await reasonsOf(id)).toBeUndefined();
});
