import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;
let id: string;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({ carrier: silentCarrier });
});
beforeEach(async () => {
  user = await node.subscriber('launch');
  id = newId();
});
afterAll(() => system.stop());

const LIST = deliverableContacts(40);

const half = (part: 1 | 2, contacts: ContactInput[] = LIST) => ({
  ...draftOf(user, contacts),
  split: { test: id, part },
});
const create = async (draft: ReturnType<typeof half>) => (await node.as(user).create(draft)).campaign;
const called = async (campaign: { id: string }) =>
  (await node.as(user).contacts({ id: campaign.id, page_size: 100 })).contacts.map((contact) => contact.id);
const refusal = (code: string, message: string) => ({
  code,
  message: expect.stringContaining(message) as string,
});

test('the halves of a test share a list, also one that was sorted and shortened between them', async () => {
  const shorter = LIST.toReversed().slice(10);
  const [first, second] = [await create(half(1)), await create(half(2, shorter))];
  const [ofFirst, ofSecond] = [await called(first), await called(second)];
  expect(ofFirst.filter((person) => ofSecond.includes(person))).toEqual([]);
  const inBoth = new Set(shorter.map((contact) => contact.id));
  expect([...ofFirst.filter((person) => inBoth.has(person)), ...ofSecond].sort()).toEqual([...inBoth].sort());
  expect(first.skipped).toEqual([{ reason: 'other half', count: LIST.length - ofFirst.length }]);
});

test('a campaign names that of the other half until it is deleted', async () => {
  const first = await create(half(1));
  const split = async () => (await node.as(user).get({ id: first.id })).campaign.split;
  expect(await split()).toEqual({ test: id, part: 1, other: null });
  const second = await create(half(2));
  expect(await split()).toEqual({ test: id, part: 1, other: { id: second.id, name: second.name } });
  await node.as(user).delete({ id: second.id });
  expect(await split()).toEqual({ test: id, part: 1, other: null });
});

test('the campaigns of a test are found by it alone until they are deleted, by their user', async () => {
  const first = await create(half(1));
  const second = await create({ ...half(2), campaign_name: `${first.name} again` });
  const found = async () => (await node.as(user).halves({ test: id })).halves;
  const ofSecond = { part: 2, id: second.id };
  expect(await found()).toEqual([{ part: 1, id: first.id }, ofSecond]);
  await node.as(user).delete({ id: first.id });
  expect(await found()).toEqual([ofSecond]);
  user = await node.subscriber('launch');
  expect(await found()).toEqual([]);
});

test('a half is called by one campaign, but other users have tests of the same id', async () => {
  const first = await create(half(1));
  await expect(create(half(1))).rejects.toMatchObject(refusal('CONFLICT', first.name));
  user = await node.subscriber('launch');
  const own = await create(half(1));
  expect((await node.as(user).get({ id: own.id })).campaign.split).toEqual({
    test: id,
    part: 1,
    other: null,
  });
});

test('a half that is replaced by the whole list stays the same half', async () => {
  const first = await create(half(1));
  const before = await called(first);
  const { split: _, ...draft } = half(1);
  const { skipped } = await node.as(user).replace({ id: first.id, ...draft });
  expect(await called(first)).toEqual(before);
  expect(skipped).toEqual([{ reason: 'other half', count: LIST.length - before.length }]);
  await expect(
    node.as(user).create({ ...half(2), replaces: first.id, campaign_name: 'Other half' }),
  ).rejects.toMatchObject(refusal('BAD_REQUEST', 'keeps its half'));
});

test('the first half is refused where the credits suffice for it alone, or nobody is left for the other', async () => {
  await node.as(user).create({ ...draftOf(user, deliverableContacts(370)) });
  const { available } = await node.credits.ledger.balance(user.streamId);
  expect(available).toBeLessThan(LIST.length * 50);
  await expect(create(half(1))).rejects.toMatchObject(refusal('PAYMENT_REQUIRED', 'needed'));
  await expect(create(half(1, LIST.slice(0, 1)))).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/^INVALID/) as string },
  });
  const limited = { ...half(1), max_calls: 5 };
  expect((await create(limited)).total).toBe(5);
});

test('a half that is replaced by another list never has the people of the other half', async () => {
  const first = await create(half(1, LIST.slice(0, 20)));
  const second = await create(half(2));
  const ofSecond = await called(second);
  const { split: _, ...draft } = half(1);
  await node.as(user).replace({ id: first.id, ...draft });
  const ofFirst = await called(first);
  expect([...ofFirst, ...ofSecond].sort()).toEqual(LIST.map((contact) => contact.id).sort());
});

test('people who are added to a half later are in it, or are left out', async () => {
  const first = await create(half(1, LIST.slice(0, 20)));
  const second = await create(half(2, LIST.slice(0, 20)));
  const refused: string[] = [];
  for (const [at, contact] of LIST.entries()) {
    const campaign = at % 3 === 0 ? first : second;
    await node
      .as(user)
      .addContact({ campaign_name: campaign.id, ...contact })
      .catch((error: unknown) => refused.push(String(error)));
  }
  expect(refused.some((text) => text.includes('1 is in the other half'))).toBe(true);
  const [ofFirst, ofSecond] = [await called(first), await called(second)];
  expect(ofFirst.filter((person) => ofSecond.includes(person))).toEqual([]);
  // Everybody is taken by one of the two.
  for (const contact of LIST)
    for (const campaign of [first, second])
      await node
        .as(user)
        .addContact({ campaign_name: campaign.id, ...contact })
        .catch(() => undefined);
  const all = [...(await called(first)), ...(await called(second))];
  expect(all.sort()).toEqual(LIST.map((contact) => contact.id).sort());
});

test('a half that is created again after its campaign was deleted has the people of before', async () => {
  const first = await create(half(1, LIST.slice(0, 21)));
  const before = await called(first);
  const second = await create(half(2));
  await node.as(user).delete({ id: first.id });
  const again = await create(half(1));
  const [ofFirst, ofSecond] = [await called(again), await called(second)];
  expect(ofFirst).toEqual(expect.arrayContaining(before));
  expect([...ofFirst, ...ofSecond].sort()).toEqual(LIST.map((contact) => contact.id).sort());
});

test('campaigns that are created at once, of other lists, call nobody twice', async () => {
  const requests = [half(1), half(2, LIST.slice(0, 9)), half(1, LIST.slice(5)), half(2)];
  const ends = await Promise.allSettled(requests.map((draft) => create(draft)));
  const created = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  for (const end of ends)
    if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'CONFLICT' });
  for (const draft of [half(1), half(2)])
    await create(draft).then(
      (campaign) => created.push(campaign),
      () => undefined,
    );
  expect(created).toHaveLength(2);
  const people = (await Promise.all(created.map((campaign) => called(campaign)))).flat();
  expect(people).toHaveLength(new Set(people).size);
});

test('a half of a version that divided lists otherwise is neither paired nor changed, until it is deleted', async () => {
  const first = await create(half(1, LIST.slice(0, 20)));
  await node.connection
    .collection('campaigns')
    .updateOne({ _id: first.id as never }, { $unset: { 'split.division': 1 } });
  const refused = refusal('CONFLICT', `“${first.name}” was divided by an older rule`);
  const { split: _, ...draft } = half(1);
  const more = LIST[20] as ContactInput;
  await expect(create(half(2))).rejects.toMatchObject(refused);
  await expect(node.as(user).replace({ id: first.id, ...draft })).rejects.toMatchObject(refused);
  await expect(node.as(user).addContact({ campaign_name: first.id, ...more })).rejects.toMatchObject(refused);
  await node.as(user).delete({ id: first.id });
  const people = [...(await called(await create(half(1)))), ...(await called(await create(half(2))))];
  expect(people.sort()).toEqual(LIST.map((contact) => contact.id).sort());
});

test('a check tells who is in each half', async () => {
  const check = (part: 1 | 2) => node.as(user).checkList({ contacts: LIST, split: { test: id, part } });
  const [first, second] = [await check(1), await check(2)];
  expect(first.contacts + second.contacts).toBe(LIST.length);
  expect(first.skipped).toEqual([{ reason: 'other half', count: second.contacts }]);
});
