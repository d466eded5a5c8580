import { expect, test } from 'vitest';
import type { ContactSource } from '#server/features/campaigns/api.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
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
