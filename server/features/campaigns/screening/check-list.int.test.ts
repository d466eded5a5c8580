import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { contactEnding, deliverableContacts, draftOf } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { screenedBy } from './screening-harness.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;
const often = new Set<string>();
const among = vi.fn<(phones: readonly string[]) => void>();

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode({
    deps: (real) => ({
      ...screenedBy(often, real),
      doNotCall: {
        among: (uid, phones) => {
          among(phones);
          return real.doNotCall.among(uid, phones);
        },
      },
    }),
  });
});

beforeEach(async () => {
  user = await node.subscriber('launch');
  among.mockClear();
});

afterAll(() => system.stop());

const suppress = (phone: string) => node.listOf(user).add({ phone });

it('names the contacts that would be left out, and counts the others by their places', async () => {
  const contacts = [
    contactEnding('1001'),
    { ...contactEnding('1002'), state: 'ZZ' },
    contactEnding('1003'),
    { ...contactEnding('1004'), state: 'TX' },
    { ...contactEnding('1005'), state: 'ZZ' },
    contactEnding('1006'),
    contactEnding('1007'),
  ];
  await suppress('12025551003');
  await suppress('12025551005');
  often.add('12025551006').add('12025551003');
  expect(await node.as(user).checkList({ contacts })).toEqual({
    success: true,
    contacts: 3,
    warnings: [expect.objectContaining({ code: 'unknown_state', count: 2 })],
    classes: [
      { window: 'FL', count: 2 },
      { window: 'TX', count: 1 },
    ],
    skipped: [
      { reason: 'do not call', count: 2 },
      { reason: 'called too often', count: 1 },
      { reason: 'no calling hours', count: 1 },
    ],
    left_out: [
      { line: 3, phone: '12025551002', name: 'Ana Lopez', reason: 'no calling hours' },
      { line: 4, phone: '12025551003', name: 'Ana Lopez', reason: 'do not call' },
      { line: 6, phone: '12025551005', name: 'Ana Lopez', reason: 'do not call' },
      { line: 7, phone: '12025551006', name: 'Ana Lopez', reason: 'called too often' },
    ],
    left_out_total: 4,
  });
  expect(await node.connection.collection('contacts').countDocuments({})).toBe(0);
  expect(await node.connection.collection('campaigns').countDocuments({ userId: user.uid })).toBe(0);
});

it('says that nobody would be called', async () => {
  const contacts = [{ ...contactEnding('1001'), state: 'ZZ' }];
  await expect(node.as(user).checkList({ contacts })).resolves.toMatchObject({
    contacts: 0,
    classes: [],
    left_out_total: 1,
  });
});

it('another user’s do-not-call list does not matter', async () => {
  await suppress('12025551001');
  user = await node.subscriber('launch');
  await expect(node.as(user).checkList({ contacts: [contactEnding('1001')] })).resolves.toMatchObject({
    contacts: 1,
  });
});

it('asks for at most 1,000 numbers at a time', async () => {
  await node.as(user).checkList({ contacts: deliverableContacts(2_500) });
  expect(among.mock.calls.map(([phones]) => phones.length)).toEqual([1_000, 1_000, 500]);
});

it.each([
  ['an invalid list', { contacts: [contactEnding('1001'), contactEnding('1001')] }, 'INVALID_CSV'],
  ['an unknown placeholder', { message: 'Hello {nickname}' }, 'INVALID_INPUT'],
  ['a message that a contact does not fit', { message: '{nickname}'.repeat(100) }, 'INVALID_INPUT'],
  ['a drop date too far ahead', { drop_date: '2099-01-01T00:00:00Z' }, 'INVALID_INPUT'],
])('%s is refused as by the creation', async (_what, change, code) => {
  const list = { contacts: [contactEnding('1001')], ...change };
  await expect(node.as(user).checkList(list)).rejects.toMatchObject({ cause: { code } });
});

it('needs a plan', async () => {
  const nobody = await node.subscriber('launch', 'nobody-checks');
  await expect(node.as(nobody).checkList({ contacts: [contactEnding('1001')] })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

describe('the check of a saved list', () => {
  /** Saves a list of `count` contacts; returns its id. */
  async function savedList(count: number): Promise<string> {
    const contacts = deliverableContacts(count);
    const { list } = await node.savedListsOf(user).create({ name: newId(), contacts });
    return list.id;
  }

  it('reads it from the database, keeps nothing of it on disk, and says the same as for its contacts', async () => {
    const contacts = deliverableContacts(2_500);
    const list_id = await savedList(2_500);
    const spooled = vi.spyOn(node.deps.spool, 'create');
    expect(await node.as(user).checkList({ list_id })).toEqual(await node.as(user).checkList({ contacts }));
    expect(spooled).not.toHaveBeenCalled();
    spooled.mockRestore();
  });

  it('asks for the plan before it is read', async () => {
    const opened = vi.spyOn(node.deps.savedLists, 'open');
    const list_id = await savedList(2);
    const nobody = await node.subscriber('launch', 'nobody-checks');
    await expect(node.as(nobody).checkList({ list_id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(
      node.as(nobody).create({ ...draftOf(nobody), contacts: undefined, list_id }),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
  });

  it('ends with its sender', async () => {
    const list_id = await savedList(5_000);
    const gone = new AbortController();
    among.mockImplementationOnce(() => {
      gone.abort();
    });
    const check = createCallerFactory(node.campaigns.router)(contextOf(user), { signal: gone.signal });
    await expect(check.checkList({ list_id })).rejects.toMatchObject({ message: 'The request was aborted.' });
    // One part is read ahead of the one that is screened.
    expect(among.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['once', 1, true],
    ['again and again', Infinity, false],
  ])('is repeated for a list that changes %s meanwhile', async (_, changes, isDone) => {
    const list_id = await savedList(2);
    const { open } = node.deps.savedLists;
    let left = changes;
    const opened = vi.spyOn(node.deps.savedLists, 'open').mockImplementation(async (uid, id) => {
      const list = await open.call(node.deps.savedLists, uid, id);
      left -= 1;
      return left >= 0 ? { ...list, isUnchanged: () => Promise.resolve(false) } : list;
    });
    const check = node.as(user).checkList({ list_id });
    if (isDone) expect(await check).toMatchObject({ contacts: 2 });
    else await expect(check).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(opened).toHaveBeenCalledTimes(isDone ? 2 : 3);
    opened.mockRestore();
  });
});
