import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { contactEnding, deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { BUSY, silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { screenedBy } from './screening-harness.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;
/** A reason for which a call may be made again. */
const BUSY_LINE = 4006;
const often = new Set<string>();

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({
    carrier: silentCarrier,
    deps: (real) => screenedBy(often, real),
  });
});

beforeEach(async () => {
  user = await node.subscriber('launch');
  often.clear();
});

afterAll(() => system.stop());

const nowhere = (lastFour: string): ContactInput => ({ ...contactEnding(lastFour), state: 'ZZ' });
const suppress = (...phones: string[]) => node.listOf(user).importBatch({ phones });
const balance = () => node.credits.ledger.balance(user.streamId);
const dialled = async (id: string) =>
  (await node.as(user).contacts({ id })).contacts.map(({ recommended_phone }) => recommended_phone);
const leftOutRows = (campaignId: string) =>
  node.connection.collection('left_out_contacts').countDocuments({ campaignId });

async function csvOf(id: string): Promise<string[]> {
  const file = await node.as(user).leftOut({ id });
  const content = await text(file.content);
  return content.replace('\uFEFF', '').trim().split('\r\n');
}

/** Seven contacts, of which the first, third and sixth are called. */
async function mixedList(): Promise<ContactInput[]> {
  await suppress('12025551002', '12025551004');
  often.add('12025551007').add('12025551004');
  return [
    contactEnding('1001'),
    contactEnding('1002'),
    contactEnding('1003'),
    contactEnding('1004'),
    nowhere('1005'),
    contactEnding('1006'),
    contactEnding('1007'),
  ];
}

const MIXED = [
  { reason: 'do not call', count: 2 },
  { reason: 'called too often', count: 1 },
  { reason: 'no calling hours', count: 1 },
];

describe('a new campaign', () => {
  it('leaves out who may not be called: not stored, held for or charged', async () => {
    const draft = draftOf(user, await mixedList());
    const created = await node.as(user, 'a-key').create(draft);
    expect(created).toMatchObject({
      skipped: MIXED,
      credit_cost: 150,
      balance: 19_850,
      campaign: { total: 3, held: 150, credit_cost: 150, skipped: MIXED },
    });
    const { id } = created.campaign;
    expect(await dialled(id)).toEqual(['12025551001', '12025551003', '12025551006']);
    expect(await csvOf(id)).toEqual([
      'Line,Phone Number,Name,Reason',
      '3,12025551002,Ana Lopez,do not call',
      '5,12025551004,Ana Lopez,do not call',
      '6,12025551005,Ana Lopez,no calling hours',
      '8,12025551007,Ana Lopez,called too often',
    ]);
    // From the record, not from the list as it is now.
    await suppress('12025551001');
    expect(await node.as(user, 'a-key').create(draft)).toEqual(created);
    await expect(node.as(user).get({ id })).resolves.toMatchObject({ campaign: { skipped: MIXED } });
  });

  it('is sent to the others and finishes', async () => {
    const { campaign } = await node.as(user).create(draftOf(user, await mixedList()));
    const { id } = campaign;
    await node.as(user).execute({ id });
    await node.drops.handlers.runCampaign(id, BUSY);
    for (const seq of [1, 2, 3]) await system.report(`${id}-${String(seq)}-1`, 0);
    await node.drops.handlers.settleCampaign(id);
    await expect(node.as(user).status({ id })).resolves.toMatchObject({ status: 'Success', delivered: 3 });
    expect(await balance()).toMatchObject({ available: 19_850, held: 0 });
  });

  it('needs credits for the contacts that are called only', async () => {
    const contacts = deliverableContacts(500);
    await suppress(...contacts.slice(400).map(({ recommended_phone: phone }) => phone));
    await expect(node.as(user).create(draftOf(user, contacts))).resolves.toMatchObject({ balance: 0 });
  });

  it('keeps the order of a list of several batches', async () => {
    const contacts = deliverableContacts(2_500);
    const called = new Set([0, 998, 999, 1_000, 1_700, 2_499]);
    const phones = contacts.map(({ recommended_phone: phone }) => phone);
    await suppress(...phones.filter((_, at) => !called.has(at)));
    const { campaign } = await node.as(user).create(draftOf(user, contacts));
    expect(await dialled(campaign.id)).toEqual(phones.filter((_, at) => called.has(at)));
    expect((await csvOf(campaign.id)).length).toBe(1 + 2_494);
  });

  it.each([
    [
      'its numbers are on the do-not-call list or were called too often',
      [contactEnding('1001'), contactEnding('1002'), contactEnding('1003'), nowhere('1004')],
      {
        code: 'INVALID_CSV',
        message:
          'Nobody on this list can be called: 2 are on your do-not-call list, 1 has been called as often as your call limit allows, and 1 has no calling hours.',
      },
    ],
    [
      'its contacts have no calling hours',
      [nowhere('1004'), nowhere('1005')],
      {
        code: 'INVALID_INPUT',
        details: {
          fields: { calling_hours: 'Nobody on this list may be called within these calling hours.' },
        },
      },
    ],
  ])('is refused with the reason where nobody is left because %s', async (_why, contacts, cause) => {
    await suppress('12025551001', '12025551002');
    often.add('12025551003');
    await expect(node.as(user).create(draftOf(user, contacts))).rejects.toMatchObject({ cause });
    expect((await node.as(user).list()).campaigns).toEqual([]);
    expect(await balance()).toMatchObject({ available: 20_000, held: 0 });
  });

  it('stores nothing of the left-out contacts if it is refused later', async () => {
    const contacts = [...(await mixedList()), contactEnding('1008')];
    const { campaign } = await node.as(user).create(draftOf(user, [contactEnding('1001')]));
    const draft = { ...draftOf(user, contacts), campaign_name: campaign.name };
    await expect(node.as(user).create(draft)).rejects.toMatchObject({ code: 'CONFLICT' });
    const owned = await node.connection.collection('campaigns').find({ userId: user.uid }).toArray();
    expect(owned).toHaveLength(1);
    expect(await leftOutRows(campaign.id)).toBe(0);
  });
});

describe('contacts that are added', () => {
  it('leave out who may not be called, also when the request is repeated', async () => {
    const { campaign } = await node.as(user).create(draftOf(user, await mixedList()));
    const { id } = campaign;
    await suppress('12025552002');
    const more = [nowhere('2001'), contactEnding('2002'), contactEnding('2003')];
    const request = { campaign: id, contacts: more };
    const added = await node.as(user, 'add').addContacts(request);
    const skipped = [
      { reason: 'do not call', count: 1 },
      { reason: 'no calling hours', count: 1 },
    ];
    expect(added).toMatchObject({ added: 1, skipped, credit_cost: 50, balance: 19_800 });
    expect(await node.as(user, 'add').addContacts(request)).toEqual(added);
    await expect(node.as(user).get({ id })).resolves.toMatchObject({
      campaign: {
        total: 4,
        held: 200,
        skipped: [
          { reason: 'do not call', count: 3 },
          { reason: 'called too often', count: 1 },
          { reason: 'no calling hours', count: 2 },
        ],
      },
    });
    expect(await dialled(id)).toEqual(['12025551001', '12025551003', '12025551006', '12025552003']);
    expect((await csvOf(id)).slice(-2)).toEqual([
      '2,12025552001,Ana Lopez,no calling hours',
      '3,12025552002,Ana Lopez,do not call',
    ]);
  });

  it('are answered from the ledger and the record where the response was lost', async () => {
    const { campaign } = await node.as(user).create(draftOf(user, [contactEnding('1001')]));
    await suppress('12025552002');
    const request = { campaign: campaign.id, contacts: [contactEnding('2001'), contactEnding('2002')] };
    const added = await node.as(user, 'lost').addContacts(request);
    await node.connection
      .collection('request_keys')
      .updateOne({ _id: `${user.uid}:lost` as never }, { $unset: { result: 1 } });
    expect(await node.as(user, 'lost').addContacts(request)).toEqual(added);
  });

  it('one by one are refused with the reason', async () => {
    const { campaign } = await node.as(user).create(draftOf(user, [contactEnding('1001')]));
    await suppress('12025552002');
    const one = { campaign_name: campaign.name, ...contactEnding('2002') };
    await expect(node.as(user).addContact(one)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Nobody on this list can be called: 1 is on your do-not-call list.',
    });
  });
});

it('hours within which a contact could never be called are refused', async () => {
  const { campaign } = await node.as(user).create(draftOf(user, [contactEnding('1001'), nowhere('1002')]));
  const { id } = campaign;
  const contacts = node.connection.collection('contacts');
  const calling_hours = { from: '10:00' };
  await contacts.updateOne({ campaignId: id }, { $set: { window: 'ZZ' } });
  await expect(node.as(user).update({ id, calling_hours })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: {
      details: {
        fields: {
          calling_hours: 'Some contacts of this campaign could never be called within these calling hours.',
        },
      },
    },
  });
  await contacts.updateOne({ campaignId: id }, { $set: { window: 'FL' } });
  await expect(node.as(user).update({ id, calling_hours })).resolves.toMatchObject({
    campaign: { calling_hours },
  });
});

it('a retry leaves out numbers that were called too often', async () => {
  const { campaign } = await node.as(user).create(draftOf(user, deliverableContacts(3)));
  const { id } = campaign;
  await node.as(user).execute({ id });
  await node.drops.handlers.runCampaign(id, BUSY);
  for (const seq of [1, 2, 3]) await system.report(`${id}-${String(seq)}-1`, BUSY_LINE);
  await node.drops.handlers.settleCampaign(id);
  often.add('12025551001');
  await expect(node.as(user).retry({ id })).resolves.toMatchObject({ retried: 2, credit_cost: 100 });
  await expect(node.as(user).get({ id })).resolves.toMatchObject({
    campaign: { status: 'Sending', failed: 1, pending: 2, retryable: 1, held: 100 },
  });
});

it('the left-out contacts go with their campaign', async () => {
  const { campaign } = await node.as(user).create(draftOf(user, await mixedList()));
  const { id } = campaign;
  expect(await leftOutRows(id)).toBe(4);
  await node.as(user).delete({ id });
  await node.drops.handlers.settleCampaign(id);
  expect(await leftOutRows(id)).toBe(0);
});

it('the left-out contacts of another user are not found', async () => {
  const { campaign } = await node.as(user).create(draftOf(user, await mixedList()));
  const other = await node.subscriber('launch');
  await expect(node.as(other).leftOut({ id: campaign.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

describe('a campaign that calls at most so many', () => {
  it('holds credits for the first of the list that may be called, and keeps the others as left out', async () => {
    const draft = { ...draftOf(user, await mixedList()), max_calls: 2 };
    const { campaign, skipped, credit_cost } = await node.as(user).create(draft);
    expect([campaign.total, credit_cost]).toEqual([2, 100]);
    expect(skipped.at(-1)).toEqual({ reason: 'over the maximum', count: 1 });
    expect(await dialled(campaign.id)).toEqual(['12025551001', '12025551003']);
    expect((await csvOf(campaign.id)).at(-2)).toContain('12025551006');
    expect(await balance()).toMatchObject({ held: 100 });
  });

  it('is checked the same, and a maximum above the list changes nothing', async () => {
    const contacts = await mixedList();
    const check = (max_calls?: number) =>
      node.as(user).checkList({ contacts, ...(max_calls !== undefined && { max_calls }) });
    expect(await check(2)).toMatchObject({ contacts: 2, left_out_total: 5 });
    expect(await check(3)).toEqual(await check());
  });
});
