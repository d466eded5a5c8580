import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SettledCalls } from '#server/features/webhooks/api.ts';
import { settleCampaign } from './settle-campaign.ts';

const [DELIVERED, BUSY_LINE] = [0, 4006];

let system: TestSystem;
let node: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
});
afterAll(() => system.stop());

it('a call that was reported as failed and arrives late is reported again, as delivered, by the next settlement', async () => {
  const user = await node.subscriber('launch');
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(2)));
  const { id } = campaign;
  await node.as(user).execute({ id });
  await node.drops.handlers.runCampaign(id, BUSY);
  const settled: SettledCalls[] = [];
  const callEvents = { record: (calls: SettledCalls) => Promise.resolve(void settled.push(calls)) };
  const read = async ({ settlement, read: calls }: SettledCalls) => [
    settlement,
    (await calls())
      .map(({ delivered, view: { status, reason, reason_code: code } }) => ({
        delivered,
        status,
        reason,
        code,
      }))
      .sort((a, b) => a.status.localeCompare(b.status)),
  ];
  await system.report(`${id}-1-1`, DELIVERED);
  await system.report(`${id}-2-1`, BUSY_LINE);
  await settleCampaign({ ...node.engine, callEvents }, id);
  const [first] = settled;
  await system.report(`${id}-2-1`, DELIVERED);
  // Read once more by a process that repeats the step after a crash: what the first settlement counts stays.
  expect(await read(first ?? expect.fail())).toEqual([
    1,
    [
      { delivered: false, status: 'failed', reason: 'Busy', code: '4006' },
      { delivered: true, status: 'success', reason: null, code: null },
    ],
  ]);
  await settleCampaign({ ...node.engine, callEvents }, id);
  const late = settled.at(-1) ?? expect.fail();
  expect(late.settlement).toBeGreaterThan(1);
  expect(await read(late)).toEqual([
    late.settlement,
    [{ delivered: true, status: 'success', reason: null, code: null }],
  ]);
});
