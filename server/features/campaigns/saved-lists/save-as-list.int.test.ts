import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactEnding, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
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
const OTHER = { ...CONSENT, source: 'Shop' } as const;
const contacts = (...endings: string[]) => endings.map((ending) => contactEnding(ending));

async function campaignOf(...endings: string[]): Promise<string> {
  const draft = { ...draftOf(user, contacts(...endings)), consent: CONSENT };
  return (await node.as(user).create(draft)).campaign.id;
}

test('the people of a campaign are saved as a list with all of their cells and their consent', async () => {
  const people = contacts('4001', '4002').map((contact) => ({ ...contact, custom: { plan: 'Gold' } }));
  const draft = { ...draftOf(user, people), message: 'Your plan is {plan}', consent: CONSENT };
  const { campaign } = await node.as(user).create(draft);
  const saved = await node.as(user).saveAsList({ id: campaign.id, name: 'Weekly' });
  expect(saved).toMatchObject({
    existing: false,
    list: { name: 'Weekly', size: 2, status: 'ready', consent: CONSENT, own_columns: ['plan'] },
  });
  const { id } = saved.list;
  const { contacts: listed } = await node.savedListsOf(user).contacts({ id });
  const { contacts: called } = await node.as(user).contacts({ id: campaign.id });
  expect(listed).toHaveLength(2);
  for (const contact of listed) {
    const person = called.find(({ recommended_phone: phone }) => phone === contact.recommended_phone);
    expect(person).toMatchObject(contact);
    expect(contact).not.toHaveProperty('status');
  }
  const { contacts: _, ...next } = draftOf(user, []);
  expect(await node.as(user).create({ ...next, list_id: id })).toMatchObject({ campaign: { total: 2 } });
});

test('saved again, the people of a campaign are the same list', async () => {
  const id = await campaignOf('4011');
  const { list } = await node.as(user, 'save-key').saveAsList({ id, name: 'Once' });
  expect(await node.as(user, 'save-key').saveAsList({ id, name: 'Once' })).toMatchObject({
    existing: false,
    list: { id: list.id },
  });
  expect(await node.as(user).saveAsList({ id, name: 'Twice' })).toMatchObject({
    existing: true,
    list: { id: list.id, name: 'Once' },
  });
});

test('people with different consent need one that holds for all of them', async () => {
  const id = await campaignOf('4021');
  await node.as(user).addContacts({ campaign: id, contacts: contacts('4022'), consent: OTHER });
  await expect(node.as(user).saveAsList({ id, name: 'Mixed' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { details: { fields: { consent: expect.stringContaining('different consent') as string } } },
  });
  expect(await node.as(user).saveAsList({ id, name: 'Mixed', consent: OTHER })).toMatchObject({
    list: { size: 2, consent: OTHER },
  });
});

test('people are saved of an own campaign, with a plan, and as long as they are kept', async () => {
  const id = await campaignOf('4031');
  const other = await node.subscriber('dominate');
  await expect(node.as(other).saveAsList({ id, name: 'Not mine' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await node.connection
    .collection<CampaignDocument>('campaigns')
    .updateOne(
      { _id: id },
      { $set: { contactsErasedAt: new Date(), contactsKeptDays: 30, erasingContacts: true } },
    );
  await expect(node.as(user).saveAsList({ id, name: 'Too late' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The contacts of this campaign were erased, so they cannot be saved.',
  });
});

test('people that are added or erased while they are read refuse the list, and nothing is left of it', async () => {
  const id = await campaignOf('4041', '4042');
  const erasing = await system.startNode({
    deps: (real) => ({
      ...real,
      contacts: {
        ...real.contacts,
        async *stream(campaignId) {
          for await (const batch of real.contacts.stream(campaignId)) yield batch.slice(1);
        },
      },
    }),
  });
  await expect(erasing.as(user).saveAsList({ id, name: 'Half' })).rejects.toMatchObject({ code: 'CONFLICT' });
  const { lists } = await node.savedListsOf(user).list();
  expect(lists.map(({ name }) => name)).not.toContain('Half');
});
