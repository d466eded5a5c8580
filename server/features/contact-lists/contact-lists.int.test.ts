import { eraseFrom } from '#server/testing/system/erase-from.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { contactEnding, deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { ContactListStore } from './contact-list-store.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;
let names = 0;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
  user = await node.subscriber();
});
afterAll(() => system.stop());

const CONSENT = {
  basis: 'existing_customer',
  own_words: null,
  obtained_at: '2026-02-01',
  source: 'Shop',
} as const;
const nextName = () => `List ${String((names += 1))}`;
const lists = (key?: string, as = user) => node.savedListsOf(as, key);
const named = (lastFour: string, first_name: string, last_name = 'Lopez'): ContactInput => ({
  ...contactEnding(lastFour),
  first_name,
  last_name,
});
/** Saves contacts, unique by the exchange of their numbers. */
async function save(contacts: ContactInput[], owner = user): Promise<string> {
  return (await lists(undefined, owner).create({ name: nextName(), contacts })).list.id;
}
async function phonesOf(id: string, input: { search?: string; limit?: number } = {}): Promise<string[]> {
  const phones: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await lists().contacts({ id, ...input, cursor });
    phones.push(...page.contacts.map(({ recommended_phone: phone }) => phone.slice(-4)));
    cursor = page.next;
  }
  return phones;
}
async function expectExact(id: string, size: number): Promise<void> {
  const { list } = await lists().get({ id });
  expect({ size: list.size, stored: (await phonesOf(id)).length }).toEqual({ size, stored: size });
}

describe('a saved list', () => {
  test('has the name, size, columns and consent that it was saved with', async () => {
    const contacts = [named('2001', 'ana', 'LOPEZ'), named('2002', 'Bo')];
    const { list, existing, message } = await lists().create({
      name: ' Spring leads ',
      contacts,
      consent: CONSENT,
    });
    expect({ existing, message }).toEqual({
      existing: false,
      message: '“Spring leads” is saved with 2 contacts.',
    });
    expect(list).toMatchObject({
      name: 'Spring leads',
      status: 'ready',
      size: 2,
      consent: CONSENT,
      used_by: 0,
    });
    expect(list.columns).toEqual(expect.arrayContaining(['first_name', 'city']));
    expect((await lists().contacts({ id: list.id })).contacts[0]).toMatchObject({
      first_name: 'Ana',
      last_name: 'Lopez',
      recommended_phone: '12025552001',
      address2: '',
    });
  });

  test('is stored once: the same contacts in any order are the list that has them', async () => {
    const contacts = [named('2011', 'Ana'), named('2012', 'Bo')];
    const id = await save(contacts);
    const again = await lists().create({ name: 'Another name', contacts: contacts.toReversed() });
    expect(again).toMatchObject({ existing: true, list: { id, name: `List ${String(names)}` } });
    expect(again.message).toBe(`You already have this list as “List ${String(names)}”.`);
    // A list that was changed since is not that content any more.
    await lists().removeContacts({ id, phones: ['12025552011'] });
    expect(await lists().create({ name: nextName(), contacts })).toMatchObject({ existing: false });
  });

  test('is not the answer to its former content while a change of it is not finished', async () => {
    const contacts = [named('2013', 'Ana'), named('2014', 'Bo')];
    const [id, other] = [await save(contacts), nextName()];
    const begun = { id: 'an edit', remove: ['12025552013'], growth: -1 };
    await node.connection
      .collection<{ _id: string }>('contact_lists')
      .updateOne({ _id: id }, { $set: { edit: begun } });
    const again = await lists().create({ name: other, contacts });
    expect(again).toMatchObject({ existing: false, list: { name: other, size: 2 } });
    await expectExact(again.list.id, 2);
    await expectExact(id, 1);
  });

  test('whose change a process left undone is changed by the sweep', async () => {
    const id = await save([named('2017', 'Ana'), named('2018', 'Bo')]);
    const collection = node.connection.collection<{ _id: string; edit?: object }>('contact_lists');
    const edit = { id: 'an edit', remove: ['12025552017'], growth: -1 };
    await collection.updateOne({ _id: id }, { $set: { edit, dueAt: new Date(0) } });
    await node.contactLists.sweep();
    expect((await collection.findOne({ _id: id }))?.edit).toBeUndefined();
    await expectExact(id, 1);
  });

  test('is saved under its new name where the list with its content is changed meanwhile', async () => {
    const contacts = [named('2015', 'Ana'), named('2016', 'Bo')];
    const id = await save(contacts);
    const insert = vi.spyOn(ContactListStore.prototype, 'insert').mockImplementationOnce(async () => {
      await lists().removeContacts({ id, phones: ['12025552015'] });
      return false;
    });
    const find = vi.spyOn(ContactListStore.prototype, 'findByDigest').mockResolvedValueOnce(undefined);
    const saved = await lists().create({ name: nextName(), contacts });
    insert.mockRestore();
    find.mockRestore();
    expect(saved).toMatchObject({ existing: false, list: { size: 2 } });
  });

  test('is saved once per key, and its name is unique', async () => {
    const input = { name: nextName(), contacts: [named('2021', 'Ana')] };
    const first = await lists('a-key').create(input);
    expect(await lists('a-key').create(input)).toEqual(first);
    await expect(lists('a-key').create({ ...input, contacts: [named('2022', 'Ana')] })).rejects.toMatchObject(
      { cause: { code: 'IDEMPOTENCY_MISMATCH' } },
    );
    await expect(lists().create({ ...input, contacts: [named('2023', 'Ana')] })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `You already have a list named "${input.name}".`,
    });
  });

  test('of two requests at once is stored once', async () => {
    const contacts = deliverableContacts(300);
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => lists().create({ name: nextName(), contacts })),
    );
    const saved = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.list.id] : []));
    expect(new Set(saved).size).toBe(1);
    await expectExact(saved[0] ?? '', 300);
  });

  test('with an invalid row is refused with all errors by line, and nothing is saved', async () => {
    const contacts = [named('2031', ''), named('2032', 'Bo'), { ...named('2032', 'Cy'), id: 'other' }];
    await expect(lists().create({ name: 'Bad', contacts })).rejects.toMatchObject({
      cause: {
        code: 'INVALID_CSV',
        details: {
          errors: [
            { line: 2, message: 'Missing FirstName' },
            { line: 4, message: 'Duplicate phone number' },
          ],
        },
      },
    });
    expect((await lists().list()).lists.map(({ name }) => name)).not.toContain('Bad');
  });

  test('needs a plan, and belongs to its user alone', async () => {
    const nobody = { uid: 'nobody', streamId: 'none' };
    await expect(
      lists(undefined, nobody).create({ name: 'x', contacts: [named('2041', 'Ana')] }),
    ).rejects.toMatchObject({ cause: { code: 'SUBSCRIPTION_REQUIRED' } });
    const id = await save([named('2042', 'Ana')]);
    const other = await node.subscriber();
    await expect(lists(undefined, other).get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(lists(undefined, other).delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await lists(undefined, other).list()).lists).toEqual([]);
  });

  test('with a hostile name or contact is kept as it is', async () => {
    const name = '=HYPERLINK("x") $ne <b>.__proto__';
    const contact = { ...named('2051', '$where', '{first_name}'), city: '\u2028=1+1' };
    const { list } = await lists().create({ name, contacts: [contact] });
    expect(list.name).toBe(name);
    expect((await lists().contacts({ id: list.id })).contacts[0]).toMatchObject({ city: '=1+1' });
  });

  test('leaves nothing behind where its account is erased while it is stored', async () => {
    const leaving = await node.subscriber();
    const contacts = deliverableContacts(40);
    const stored = node.connection.collection<{ _id: string }>('list_contacts');
    const before = await stored.countDocuments({});
    const renew = vi.spyOn(ContactListStore.prototype, 'renew').mockImplementationOnce(async () => {
      // After the upload was seen to be open, before its contacts are stored.
      await eraseFrom(node.contactLists, leaving);
      return true;
    });
    await expect(lists(undefined, leaving).create({ name: nextName(), contacts })).rejects.toThrow();
    renew.mockRestore();
    const known = node.connection.collection('contact_lists');
    expect(await known.countDocuments({ userId: leaving.uid })).toBe(0);
    // An hour later.
    await known.updateMany({ userId: 'deleted' }, { $set: { dueAt: new Date(0) } });
    await node.contactLists.sweep();
    expect(await stored.countDocuments({})).toBe(before);
    expect(await known.countDocuments({ userId: 'deleted' })).toBe(0);
  });

  test('is renamed, and deleted for good', async () => {
    const id = await save([named('2061', 'Ana')]);
    const name = nextName();
    expect((await lists().update({ id, name, consent: CONSENT })).list).toMatchObject({
      name,
      consent: CONSENT,
    });
    expect(await lists().delete({ id })).toEqual({ success: true });
    await expect(lists().get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await node.connection.collection('list_contacts').countDocuments({ listId: id })).toBe(0);
    expect(await lists().create({ name, contacts: [named('2061', 'Ana')] })).toMatchObject({
      existing: false,
    });
  });

  test('is deleted by requests at the same time, of which none is refused as if it were changed', async () => {
    const id = await save([named('2062', 'Ana')]);
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => lists().delete({ id })));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    expect(refused.length).toBeLessThan(ends.length);
    expect(refused.filter((reason) => reason.includes('being combined'))).toEqual([]);
  });
});

describe('the contacts of a list', () => {
  test('are paged by name and found by the beginning of a name or number', async () => {
    const id = await save([
      named('2101', 'Bo', 'Berg'),
      named('2102', 'Ana', 'Zorn'),
      named('2103', 'Ana', 'Abel'),
      named('2104', 'Ana', 'Abel'),
      contactEnding('2105', '303555'),
    ]);
    expect(await phonesOf(id, { limit: 2 })).toEqual(['2103', '2104', '2105', '2102', '2101']);
    expect(await phonesOf(id, { search: 'ANA a', limit: 1 })).toEqual(['2103', '2104']);
    expect(await phonesOf(id, { search: '+1 (303)' })).toEqual(['2105']);
    expect(await phonesOf(id, { search: '202-555', limit: 3 })).toEqual(['2101', '2102', '2103', '2104']);
    expect(await phonesOf(id, { search: '$ne' })).toEqual([]);
    const cursor = Buffer.from('$where').toString('base64url');
    await expect(lists().contacts({ id, cursor })).rejects.toMatchObject({
      message: 'cursor: This is not a cursor of this list',
    });
  });

  test('are all listed, whatever script or picture their names begin with', async () => {
    const id = await save([
      named('2181', '🎉 Party'),
      named('2182', '𠮷野'),
      named('2183', '漢字'),
      named('2184', '\uFFFF'),
    ]);
    expect((await phonesOf(id)).sort()).toEqual(['2181', '2182', '2183', '2184']);
    expect(await phonesOf(id, { search: '🎉' })).toEqual(['2181']);
    expect((await phonesOf(id, { limit: 1 })).sort()).toEqual(['2181', '2182', '2183', '2184']);
  });

  test('have at most 20 own columns together, whatever is added, corrected and combined', async () => {
    const own = (letter: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${letter}${String(at)}`, 'x']));
    const left = await save([{ ...named('2191', 'Ana'), custom: own('a', 19) }]);
    const [bo, cy] = [named('2192', 'Bo'), named('2193', 'Cy')];
    const last = { ...bo, custom: { constructor: 'Ltd.' } };
    const { list } = await lists().addContact({ id: left, contact: last });
    expect(list.own_columns).toHaveLength(20);
    expect(list.own_columns).toContain('constructor');
    const refused = { cause: { code: 'INVALID_INPUT' }, message: expect.stringContaining('20') as string };
    const more = { ...cy, custom: { b1: 'x' } };
    await expect(lists().addContact({ id: left, contact: more })).rejects.toMatchObject(refused);
    await expect(
      lists().correctContact({ id: left, phone: '12025552192', contact: { ...bo, custom: own('c', 20) } }),
    ).rejects.toMatchObject(refused);
    await expectExact(left, 2);

    const right = await save([{ ...named('2194', 'Di'), custom: own('d', 20) }]);
    const union = await lists().combine({ name: nextName(), operation: 'union', left, right });
    expect(union.list.own_columns).toEqual(list.own_columns);
    const { contacts } = await lists().contacts({ id: union.list.id, search: 'Di' });
    expect(contacts[0]?.custom).toBeUndefined();
    const corrected = { ...named('2194', 'Dia'), custom: { a0: 'y' } };
    const after = await lists().correctContact({
      id: union.list.id,
      phone: '12025552194',
      contact: corrected,
    });
    expect(after.list.own_columns).toEqual(list.own_columns);
  });

  test('are added, corrected and removed by the rules of contact files', async () => {
    const id = await save([named('2111', 'Ana'), named('2112', 'Bo')]);
    const contact = { ...named('2113', 'cy'), recommended_phone: '+1 (202) 555-2113', phone_number: '' };
    expect((await lists().addContact({ id, contact })).list).toMatchObject({ size: 3, version: 2 });
    await expect(lists().addContact({ id, contact })).rejects.toMatchObject({
      message: '+1 (202) 555-2113 is already on this list.',
    });
    const moved = { ...named('2119', 'Cy'), email: 'cy@example.com' };
    await lists().correctContact({ id, phone: '2025552113', contact: moved });
    expect(await phonesOf(id)).toEqual(['2111', '2112', '2119']);
    await expect(lists().correctContact({ id, phone: '12025552112', contact: moved })).rejects.toMatchObject({
      cause: { code: 'ALREADY_EXISTS' },
    });
    await expect(lists().correctContact({ id, phone: '12025559999', contact: moved })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(
      lists().addContact({ id, contact: { ...contact, first_name: '', recommended_phone: '555' } }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const removal = await lists().removeContacts({
      id,
      phones: ['12025552111', '12025552119', '12025550000'],
    });
    expect(removal).toMatchObject({ removed: 2, list: { size: 1, version: 4 } });
    await lists().addContact({ id, contact: named('2111', 'Ana') });
    await expectExact(id, 2);
  });

  test('are added once per key', async () => {
    const id = await save([named('2121', 'Ana')]);
    const input = { id, contact: named('2122', 'Bo') };
    const first = await lists('add-key').addContact(input);
    expect(await lists('add-key').addContact(input)).toEqual(first);
    await expectExact(id, 2);
  });

  test('are counted exactly by many changes at once', async () => {
    const id = await save(deliverableContacts(20).map((contact) => ({ ...contact, city: 'Many' })));
    const results = await Promise.allSettled([
      ...Array.from({ length: 12 }, (_, at) =>
        lists().addContact({ id, contact: named(String(2150 + at), 'Ana') }),
      ),
      ...Array.from({ length: 6 }, () => lists().addContact({ id, contact: named('2199', 'Same') })),
      ...Array.from({ length: 6 }, (_, at) =>
        lists().removeContacts({ id, phones: ['12025551000', `1202555${String(1_001 + at)}`] }),
      ),
    ]);
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    expect(failed).toEqual(
      Array.from({ length: 5 }, () => expect.stringContaining('already on this list') as string),
    );
    await expectExact(id, 20 + 13 - 7);
  });
});

describe('two lists', () => {
  test('are combined by number, and the row of the first is kept', async () => {
    const left = await save([named('2201', 'Ana'), named('2202', 'Bo'), named('2203', 'Cy')]);
    const right = await save([named('2202', 'Other'), { ...named('2204', 'Di'), address2: 'Floor 2' }]);
    const made = async (operation: 'union' | 'subtract' | 'intersect') => {
      const { list } = await lists().combine({ name: nextName(), operation, left, right });
      const { contacts } = await lists().contacts({ id: list.id });
      expect(list).toMatchObject({ status: 'ready', size: contacts.length });
      expect(list.columns.includes('address2')).toBe(operation === 'union');
      return contacts.map(({ first_name: name }) => name);
    };
    expect(await made('union')).toEqual(['Ana', 'Bo', 'Cy', 'Di']);
    expect(await made('subtract')).toEqual(['Ana', 'Cy']);
    expect(await made('intersect')).toEqual(['Bo']);
    expect(await lists().removeContacts({ id: left, phones: ['12025552201'] })).toMatchObject({ removed: 1 });
  });

  test('of several slices are combined exactly, once per key, whoever builds', async () => {
    const all = deliverableContacts(5_000).map((contact) => ({ ...contact, city: 'Slices' }));
    const [left, right] = [await save(all.slice(0, 3_000)), await save(all.slice(1_500))];
    const input = { name: nextName(), operation: 'union' as const, left, right };
    const [{ list }] = await Promise.all([
      lists('combine-key').combine(input),
      ...(await buildersOf(input.name)),
    ]);
    expect((await lists('combine-key').combine(input)).list.id).toBe(list.id);
    // On a busy machine the request leaves a part to the job.
    while ((await lists().get({ id: list.id })).list.status === 'building') await build(list.id);
    await expectExact(list.id, 5_000);
  });

  test('refuse changes while a list is built from them, and can be changed after it', async () => {
    const [left, right] = [await save([named('2231', 'Ana')]), await save([named('2232', 'Bo')])];
    const collection = node.connection.collection<{ _id: string }>('contact_lists');
    await collection.updateOne({ _id: left }, { $set: { readers: ['a build'] } });
    await expect(lists().removeContacts({ id: left, phones: ['12025552231'] })).rejects.toMatchObject({
      message: 'This list is being combined with another. Please try again in a moment.',
    });
    await expect(lists().delete({ id: left })).rejects.toMatchObject({ code: 'CONFLICT' });
    await collection.updateOne({ _id: left }, { $set: { readers: [] } });
    await lists().combine({ name: nextName(), operation: 'union', left, right });
    expect((await collection.findOne({ _id: left })) as unknown).toMatchObject({ readers: [] });
  });

  test('with different consent are united only with one for all', async () => {
    const contacts = [named('2241', 'Ana')];
    const left = (await lists().create({ name: nextName(), contacts, consent: CONSENT })).list.id;
    const right = await save([named('2242', 'Bo')]);
    const input = { name: nextName(), operation: 'union' as const, left, right };
    await expect(lists().combine(input)).rejects.toMatchObject({
      cause: { details: { fields: { consent: expect.stringContaining('different consent') as string } } },
    });
    expect((await lists().combine({ ...input, consent: CONSENT })).list.consent).toEqual(CONSENT);
  });

  test('must be the caller’s own, and two', async () => {
    const own = await save([named('2251', 'Ana')]);
    const other = await node.subscriber();
    const foreign = await save([named('2252', 'Bo')], other);
    const input = { name: nextName(), operation: 'union' as const, left: own };
    await expect(lists().combine({ ...input, right: foreign })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(lists().combine({ ...input, right: own })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(lists().combine({ ...input, right: 'gone' })).rejects.toMatchObject({
      message: 'This list was deleted. Choose another one.',
    });
  });
});

function build(id: string): Promise<void> {
  const control = { signal: new AbortController().signal, heartbeat: () => Promise.resolve() };
  return node.contactLists.handlers.buildList(id, control);
}

/** Returns three workers that build a list as soon as it exists. */
async function buildersOf(name: string): Promise<Promise<void>[]> {
  const collection = node.connection.collection<{ _id: string }>('contact_lists');
  return Promise.resolve(
    Array.from({ length: 3 }, async () => {
      let list = await collection.findOne({ liveName: name });
      while (list === null) list = await collection.findOne({ liveName: name });
      await build(list._id);
    }),
  );
}
