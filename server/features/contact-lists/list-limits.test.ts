import { expect, test } from 'vitest';
import type { SavedList } from './contact-list-model.ts';
import { assertWithinLimits } from './list-limits.ts';

/** Returns why a user of lists of these sizes may not have more; null if they may. */
async function refusal(sizes: [size: number, reserved: number][], lists: number, contacts: number) {
  const owned = sizes.map(([size, reserved]) => ({ size, reserved }) as SavedList);
  const of = {
    ofUser: (uid: string, limit: number) => Promise.resolve(uid === 'ana' ? owned.slice(0, limit) : []),
  };
  const deps = { lists: of } as unknown as Parameters<typeof assertWithinLimits>[0];
  const error: unknown = await assertWithinLimits(deps, 'ana', { lists, contacts }).catch(
    (refused: unknown) => refused,
  );
  if (error === undefined) return null;
  expect(error).toMatchObject({ code: 'LIMIT_REACHED' });
  return (error as Error).message;
}

const empty = (count: number) => Array.from({ length: count }, (): [number, number] => [0, 0]);
const LISTS = 'You can have up to 100 contact lists. Please delete a list first.';
const CONTACTS = 'Your contact lists can have up to 5,000,000 contacts together. Please delete a list first.';

test.each<[string, [number, number][], number, number, string | null]>([
  ['the 100th list', empty(99), 1, 0, null],
  ['a list beyond 100', empty(100), 1, 0, LISTS],
  ['contacts of 100 lists', empty(100), 0, 1, null],
  ['more than 100 lists', empty(101), 0, 0, LISTS],
  ['the 5,000,000th contact', [[4_999_999, 0]], 0, 1, null],
  ['a contact beyond 5,000,000', [[5_000_000, 0]], 0, 1, CONTACTS],
  [
    'the same in several lists',
    [
      [3_000_000, 0],
      [2_000_000, 0],
    ],
    0,
    1,
    CONTACTS,
  ],
  ['contacts of a list that is being stored', [[10, 5_000_000]], 0, 1, CONTACTS],
  ['contacts of a list that has more than it reserved', [[5_000_000, 10]], 0, 1, CONTACTS],
])('%s', async (_, sizes, lists, contacts, expected) => {
  expect(await refusal(sizes, lists, contacts)).toBe(expected);
});
