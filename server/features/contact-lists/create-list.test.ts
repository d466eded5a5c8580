import { expect, test } from 'vitest';
import type { ContactSource } from '#server/features/campaigns/api.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { contactEnding } from '#server/testing/system/campaign-drafts.ts';
import type { SavedList } from './contact-list-model.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { createList } from './create-list.ts';

/** A request with the key of an attempt that died before it had an effect that could be seen. */
async function isReplaced({
  status,
  tombstoned,
}: {
  status?: string;
  tombstoned: boolean;
}): Promise<boolean> {
  const clock = createTestClock();
  let isFirst = true;
  let replaced = false;
  const deps = {
    clock,
    idempotencyKeys: {
      claim: (own: object) =>
        Promise.resolve({ ...own, attempt: 'earlier', ids: { listId: 'l1' }, leaseUntil: clock.now() }),
      replace: () => {
        replaced = true;
        // Another request was faster, so that this one ends here.
        return Promise.resolve(false);
      },
    },
    lists: {
      insert: ({ _id }: { _id: string }) => Promise.resolve(_id === 'l1' && tombstoned),
      find: () => {
        const found = isFirst || status === undefined ? undefined : { _id: 'l1', status };
        isFirst = false;
        return Promise.resolve(found);
      },
    },
  } as unknown as ContactListsDeps;
  const request = {
    uid: 'ana',
    draft: { name: 'Customers', consent: null },
    idempotencyKey: 'key',
    source: { digest: 'd' } as unknown as ContactSource,
  };
  await expect(createList(deps, request as never)).rejects.toMatchObject({ code: 'CONFLICT' });
  return replaced;
}

test.each([
  ['can store nothing any more', { tombstoned: true }, true],
  ['undid what it had stored', { tombstoned: false }, true],
  ['is storing its list after all', { tombstoned: false, status: 'preparing' }, false],
])('an attempt that %s is replaced: %o', async (_, situation, expected) => {
  expect(await isReplaced(situation)).toBe(expected);
});

const NOW = new Date('2026-11-20T09:30:00Z');
const CONSENT = { basis: 'other', own_words: 'x', obtained_at: '2026-01-01', source: 'Shop' } as const;
const CONTACTS = [
  { ...contactEnding('0143'), first_name: 'Ana', city: 'Austin', custom: { pet: 'Rex' } },
  { ...contactEnding('0144'), first_name: 'Bo' },
];

interface Given {
  size?: number;
  inserts?: boolean[];
  /** What a list with this content is like: at first, and after a refused insert. */
  existing?: (Partial<SavedList> | undefined)[];
  owned?: number[];
  hasOwner?: boolean;
  renews?: boolean;
  commits?: boolean;
}

/** Saves a list; returns the answer or the error, and what is asked of the stores. */
async function saved(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const next = <T>(some: T[], otherwise: T) => (some.length > 0 ? (some.shift() as T) : otherwise);
  const inserts = [...(given.inserts ?? [])];
  const existing = [...(given.existing ?? [])];
  const owned = [...(given.owned ?? [])];
  let list: Partial<SavedList> = {};
  const deps = {
    assertSubscribed: (uid: string) => Promise.resolve(calls.push(['assertSubscribed', uid])),
    consentOf: (uid: string, consent: unknown) => {
      calls.push(['consentOf', uid, consent]);
      return Promise.resolve(CONSENT);
    },
    clock: { now: () => NOW },
    leaseMs: 5_000,
    lists: recorded('lists', {
      insert(inserted: SavedList) {
        list = inserted;
        return Promise.resolve(next(inserts, true));
      },
      find: () => Promise.resolve(list),
      findOwned: (_uid: string, id: string) =>
        Promise.resolve({ createdAt: NOW, updatedAt: NOW, ...list, _id: id, status: 'ready' }),
      findByDigest: () => Promise.resolve(next(existing, undefined)),
      ofUser: () => Promise.resolve(Array.from({ length: next(owned, 0) }, () => ({ size: 0, reserved: 0 }))),
      renew: () => Promise.resolve(given.renews ?? true),
      commit: () => Promise.resolve(given.commits ?? true),
      markDeleting: () => Promise.resolve(true),
    }),
    contacts: recorded('contacts', { erase: () => Promise.resolve(0) }),
    campaigns: { countsOf: () => Promise.resolve(new Map()) },
    users: { byUid: () => Promise.resolve(given.hasOwner === false ? undefined : {}) },
  } as unknown as ContactListsDeps;
  const source = {
    digest: 'd',
    ownColumns: () => Promise.resolve(['pet']),
    check: () => Promise.resolve(given.size ?? 2),
    async *contacts() {
      for (const contact of CONTACTS) yield await Promise.resolve([contact]);
    },
    warnings: { list: () => ['a warning'] },
  } as unknown as ContactSource;
  const draft = { name: 'Customers', consent: CONSENT };
  const answer: unknown = await createList(deps, {
    uid: 'ana',
    draft,
    source,
    idempotencyKey: undefined,
  }).catch((error: unknown) => error);
  const made = calls.filter(([name]) =>
    ['lists.insert', 'contacts.insert', 'lists.commit', 'lists.markDeleting'].includes(name as string),
  );
  return { answer, calls, made: made.map(([name]) => name), list };
}

test('a list is stored with what it was made of, before its contacts are, and shown after them', async () => {
  const { answer, calls, made, list } = await saved({});
  expect(answer).toMatchObject({
    success: true,
    existing: false,
    warnings: ['a warning'],
    message: '“Customers” is saved with 2 contacts.',
  });
  expect(made).toEqual(['lists.insert', 'contacts.insert', 'contacts.insert', 'lists.commit']);
  expect(list).toMatchObject({
    userId: 'ana',
    name: 'Customers',
    liveName: 'Customers',
    status: 'preparing',
    size: 2,
    reserved: 2,
    consent: CONSENT,
    ownColumns: ['pet'],
    version: 1,
    createdAt: NOW,
    updatedAt: NOW,
    readers: [],
    dueAt: new Date(NOW.getTime() + 5_000),
    digest: expect.stringMatching(/^[0-9a-f]{40,48}$/) as string,
  });
  expect(list.columns).toEqual(expect.arrayContaining(['first_name', 'city']));
  expect(list.columns).not.toContain('address2');
  expect(calls.slice(0, 2)).toEqual([
    ['assertSubscribed', 'ana'],
    ['consentOf', 'ana', CONSENT],
  ]);
  expect(calls.filter(([name]) => name === 'lists.renew')).toHaveLength(2);
});

const EARLIER = { _id: 'earlier', name: 'Earlier', status: 'ready' as const };
const SAVING = 'This list is being saved already. Please try again in a moment.';
const TOO_LONG = 'This took too long and was cancelled. Please try again.';
const STORED = ['lists.insert', 'contacts.insert', 'contacts.insert', 'lists.commit'];
const UNDONE = 'lists.markDeleting';
test.each<[string, Given, object, string[]]>([
  ['without contacts is refused', { size: 0 }, { code: 'INVALID_CSV' }, []],
  ['beyond the limit is refused', { owned: [100] }, { code: 'LIMIT_REACHED' }, []],
  ['that fits no longer once it is read is refused', { owned: [0, 100] }, { code: 'LIMIT_REACHED' }, []],
  ['that the user has is the one that is shown', { existing: [EARLIER] }, { existing: true }, []],
  [
    'that is being saved is refused',
    { existing: [{ status: 'preparing' }] },
    { code: 'CONFLICT', message: SAVING },
    [],
  ],
  [
    'that another request has just saved is that one',
    { inserts: [false], existing: [undefined, EARLIER] },
    { existing: true },
    ['lists.insert'],
  ],
  [
    'whose name is taken is refused',
    { inserts: [false, false] },
    { code: 'ALREADY_EXISTS', message: 'You already have a list named "Customers".' },
    ['lists.insert', 'lists.insert'],
  ],
  [
    'whose content was free again is saved',
    { inserts: [false, true] },
    { existing: false },
    ['lists.insert', ...STORED],
  ],
  [
    'that is one too many of several at once is undone',
    { owned: [0, 0, 101] },
    { code: 'LIMIT_REACHED' },
    ['lists.insert', UNDONE],
  ],
  [
    'of an account that was closed meanwhile is undone',
    { hasOwner: false },
    { code: 'UNAUTHENTICATED' },
    ['lists.insert', UNDONE],
  ],
  [
    'whose upload was swept is undone',
    { renews: false },
    { code: 'UNAVAILABLE', message: TOO_LONG },
    ['lists.insert', UNDONE],
  ],
  [
    'that was swept before it was shown is undone',
    { commits: false },
    { code: 'UNAVAILABLE', message: TOO_LONG },
    [...STORED, UNDONE],
  ],
])('a list %s', async (_, given, expected, steps) => {
  const { answer, made } = await saved(given);
  expect(answer).toMatchObject(expected);
  expect(made).toEqual(steps);
});
