import { afterAll, beforeAll, expect, it } from 'vitest';
import { presentSingleCall } from '#server/features/analytics/present-call.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { contactEnding, deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { settleCampaign } from './settle-campaign.ts';

const [DELIVERED, BUSY_LINE] = [0, 4006];

let system: TestSystem;
let node: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
});
afterAll(() => system.stop());

it('a late success that is not charged costs nothing, also if others of its settlement were charged', async () => {
  const user = await node.subscriber('launch');
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(2)));
  const { id } = campaign;
  const contact = contactEnding('0001');
  const message = { message: 'Hello', voiceId: 'v', voiceTitle: 'Mine', providerVoiceId: 'p', contact };
  const messages = { find: () => Promise.resolve(message) };
  const deps = { messages, charges: node.credits.ledger, clock: systemClock };
  const creditsOf = async (number: number) => {
    const counters = await node.campaigns.statistics.findCampaign(user.uid, id);
    const call = counters && (await node.drops.statistics.findCall(counters, number));
    return counters && call && (await presentSingleCall(deps, user, counters, call)).credits;
  };
  await node.as(user).execute({ id });
  await node.drops.handlers.runCampaign(id, BUSY);
  await system.report(`${id}-1-1`, DELIVERED);
  expect(await creditsOf(1)).toBeNull();
  await system.report(`${id}-2-1`, BUSY_LINE);
  await settleCampaign(node.engine, id);
  expect([await creditsOf(1), await creditsOf(2)]).toEqual([
    { least: 50, most: 50 },
    { least: 0, most: 0 },
  ]);
  await system.report(`${id}-2-1`, DELIVERED);
  expect(await creditsOf(2)).toBeNull();
  await settleCampaign(node.engine, id);
  expect(await creditsOf(2)).toEqual({ least: 0, most: 0 });
  expect(await node.stores.campaigns.find(id)).toMatchObject({ delivered: 2, charged: 50 });
});
