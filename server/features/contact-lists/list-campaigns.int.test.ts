import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactEnding, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
  user = await node.subscriber('dominate');
});
afterAll(() => system.stop());

const CONSENT = { basis: 'emergency', own_words: null, obtained_at: '2026-02-01', source: 'Call' } as const;
const contacts = (...endings: string[]) => endings.map((ending) => contactEnding(ending));
const lists = () => node.savedListsOf(user);
const DELETED = 'This list was deleted. Choose another one.';

async function save(name: string, ...endings: string[]): Promise<string> {
  return (await lists().create({ name, contacts: contacts(...endings), consent: CONSENT })).list.id;
}
/** A draft of a campaign from a list. */
function draftFrom(list_id: string) {
  const { contacts: _, ...draft } = draftOf(user, []);
  return { ...draft, list_id };
}

test('a campaign from a list has its contacts and its consent, whatever becomes of the list', async () => {
  const id = await save('Kept', '3001', '3002');
  const { campaign, credit_cost } = await node.as(user).create(draftFrom(id));
  expect({ total: campaign.total, credit_cost }).toEqual({ total: 2, credit_cost: 60 });
  await lists().removeContacts({ id, phones: ['12025553001'] });
  await lists().delete({ id });
  const page = await node.as(user).contacts({ id: campaign.id });
  expect(page.contacts.map(({ recommended_phone: phone }) => phone)).toEqual(['12025553001', '12025553002']);
  const { campaign: detail } = await node.as(user).get({ id: campaign.id });
  expect(detail.consents).toMatchObject([{ ...CONSENT, by_default: false, contacts: 2 }]);
});

test('a list names the campaigns that were made from it, and a person the calls of all of them', async () => {
  const id = await save('Used', '3011');
  const draft = draftFrom(id);
  const { campaign } = await node.as(user).create(draft);
  expect(await lists().get({ id })).toMatchObject({
    list: { used_by: 1 },
    campaigns: [{ id: campaign.id, name: draft.campaign_name }],
  });
  expect((await node.as(user).get({ id: campaign.id })).campaign.list_id).toBe(id);
  const { campaign: other } = await node.as(user).create(draftOf(user, contacts('3011', '3012')));
  expect((await node.as(user).get({ id: other.id })).campaign.list_id).toBeNull();
  expect(await lists().history({ phone: '2025553011' })).toMatchObject({
    calls: 0,
    delivered: 0,
    last_at: null,
    campaigns: [{ status: 'pending' }, { status: 'pending' }],
  });
  expect(await lists().history({ phone: '2025553013' })).toMatchObject({ calls: 0, campaigns: [] });
});

test('people on the do-not-call list are left out, as of a file, and the list can be checked before', async () => {
  const id = await save('Screened', '3021', '3022');
  await node.listOf(user).add({ phone: '12025553021' });
  expect(await node.as(user).checkList({ list_id: id })).toMatchObject({
    contacts: 1,
    skipped: [{ reason: 'do not call', count: 1 }],
  });
  const { campaign, skipped } = await node.as(user).create(draftFrom(id));
  expect({ total: campaign.total, skipped }).toEqual({
    total: 1,
    skipped: [{ reason: 'do not call', count: 1 }],
  });
});

test('a message that does not fit a contact is refused with its number', async () => {
  const id = await save('Does not fit', '3031');
  const draft = { ...draftFrom(id), message: '{address2}' };
  await expect(node.as(user).create(draft)).rejects.toMatchObject({
    cause: {
      details: { errors: [{ line: 2, message: expect.stringContaining('+1 (202) 555-3031: ') as string }] },
    },
  });
});

test('the own columns of a list are kept, and a message can use them', async () => {
  const [contact = contactEnding('3035')] = contacts('3035');
  const own = { ...contact, custom: { plan: 'Gold', unused: 'x' } };
  const { list } = await lists().create({ name: 'With a plan', contacts: [own], consent: CONSENT });
  expect(list.own_columns).toEqual(['plan', 'unused']);
  const { campaign } = await node.as(user).create({ ...draftFrom(list.id), message: 'Your plan is {plan}' });
  const page = await node.as(user).contacts({ id: campaign.id });
  expect(page.contacts[0]).toMatchObject({ custom: { plan: 'Gold' } });
});

test('a repeated request gets the first answer, even when the list is gone', async () => {
  const id = await save('Repeated', '3041');
  const draft = draftFrom(id);
  const first = await node.as(user, 'list-key').create(draft);
  await lists().delete({ id });
  expect(await node.as(user, 'list-key').create(draft)).toEqual(first);
  await expect(node.as(user).create({ ...draft, campaign_name: 'Later' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: DELETED,
    cause: { details: { fields: { list_id: DELETED } } },
  });
});

test('a campaign takes contacts or a list, and a list of its user alone', async () => {
  const id = await save('Own', '3051');
  const both = { ...draftFrom(id), contacts: contacts('3052') };
  await expect(node.as(user).create(both)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  const { list_id: _, ...neither } = draftFrom(id);
  await expect(node.as(user).create(neither)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  const other = await node.subscriber('dominate');
  const { contacts: _none, ...draft } = draftOf(other, []);
  await expect(node.as(other).create({ ...draft, list_id: id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(node.as(other).checkList({ list_id: id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a list that changes while it is copied is read again, so that the copy is of one time', async () => {
  const id = await save('Changing', '3061', '3062');
  const { savedLists } = node.contactLists;
  let opened = 0;
  const changing = await system.startNode({
    deps: (real) => ({
      ...real,
      savedLists: {
        ...real.savedLists,
        async open(...args) {
          const list = await savedLists.open(...args);
          opened += 1;
          if (opened === 1) await lists().removeContacts({ id, phones: ['12025553062'] });
          return list;
        },
      },
    }),
  });
  const { campaign } = await changing.as(user).create(draftFrom(id));
  expect({ opened, total: campaign.total }).toEqual({ opened: 2, total: 1 });
});
