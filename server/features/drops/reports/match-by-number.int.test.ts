import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { contactEnding, deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { dropReport } from '#server/testing/system/drop-report.ts';
import { examinedBy, recordCommands } from '#server/testing/database/query-plans.ts';
import { CallResultStore } from '#server/features/drops/contacts/call-result-store.ts';
import { createContactModel } from '#server/features/drops/contacts/contact-model.ts';
import { matchByNumber } from './match-by-number.ts';
import { settleCampaign } from '#server/features/drops/settlement/settle-campaign.ts';

const NUMBER = '12025551000';
const OPEN_CAMPAIGNS = 300;
const REPORTS = 50;

let system: TestSystem;
let node: CampaignNode;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
});
afterAll(() => system.stop());

/** A campaign of one call, which is at the carrier. */
async function placedCampaign(contact = deliverableContacts(1)): Promise<{ id: string; user: SignedInUser }> {
  const user = await node.subscriber('launch');
  const { campaign } = await node.as(user).create(draftOf(user, contact));
  await node.as(user).execute({ id: campaign.id });
  await node.drops.handlers.runCampaign(campaign.id, BUSY);
  return { id: campaign.id, user };
}

it('finds the open call to a number without reading every open campaign', async () => {
  const { id } = await placedCampaign();
  const campaigns = node.connection.collection<{ _id: string }>('campaigns');
  const { _id, liveName, ...placed } = (await campaigns.findOne({ _id: id })) as unknown as {
    _id: string;
    liveName: string;
  };
  const others = Array.from({ length: OPEN_CAMPAIGNS }, (_, i) => ({
    ...placed,
    _id: `${_id}-${String(i)}`,
    liveName: `${liveName} ${String(i)}`,
    changedAt: new Date(0),
  }));
  await campaigns.insertMany(others);
  // Each with its own call to another number.
  await node.connection.collection('contacts').insertMany(
    others.map((other, i) => ({
      campaignId: other._id,
      seq: 1,
      run: 1,
      status: 'placed',
      unsettled: true,
      phone: `1404555${String(1_000 + i)}`,
    })),
  );
  const uri = new URL(system.database.uri);
  uri.searchParams.set('monitorCommands', 'true');
  const watched = await connectDatabase(uri.href);
  const recorder = recordCommands(watched);
  const results = new CallResultStore(createContactModel(watched));

  const numbers = [NUMBER, ...Array.from({ length: REPORTS }, (_, i) => `1303555${String(1_000 + i)}`)];
  const matched = await matchByNumber(
    { ...node.engine, results },
    numbers.map((to) => dropReport({ to })),
  );
  const examined = await Promise.all(recorder.take().map((sent) => examinedBy(watched, sent)));
  await watched.close();
  await campaigns.deleteMany({ _id: { $in: others.map((other) => other._id) } });
  expect(matched.map((report) => report?.attemptId)).toEqual([
    `${id}-1-1`,
    ...numbers.slice(1).map(() => undefined),
  ]);
  expect(examined.reduce((sum, { keys }) => sum + keys, 0)).toBeLessThan(2 * numbers.length + 10);
  await system.report(`${id}-1-1`, 0);
  await settleCampaign(node.engine, id);
});

it('matches nothing if another call to the number has just been settled', async () => {
  const [settled, open] = [(await placedCampaign()).id, (await placedCampaign()).id];
  const report = dropReport({ to: NUMBER });
  expect(await matchByNumber(node.engine, [report])).toEqual([undefined]);
  await system.report(`${settled}-1-1`, 0);
  await settleCampaign(node.engine, settled);
  expect((await node.stores.campaigns.find(settled))?.status).toBe('Success');
  expect(await matchByNumber(node.engine, [report])).toEqual([undefined]);
  await system.report(`${open}-1-1`, 0);
});

it('matches nothing if a call of another user to the number was erased recently', async () => {
  const contact = [contactEnding('1000', '303777')];
  const { id: erased, user } = await placedCampaign(contact);
  const { id: open } = await placedCampaign(contact);
  await system.report(`${erased}-1-1`, 0);
  await settleCampaign(node.engine, erased);
  await node.as(user).delete({ id: erased });
  await settleCampaign(node.engine, erased);
  expect(await node.engine.results.listBySeq(erased, [1])).toEqual([]);
  // The carrier repeats its report of the erased call.
  const repeated = dropReport({ to: '13037771000', occurredAt: new Date() });
  expect(await matchByNumber(node.engine, [repeated])).toEqual([undefined]);
  await system.report(`${open}-1-1`, 0);
});
