import { expect, it } from 'vitest';
import type { ContactModel } from '../contacts/contact-model.ts';
import { CallListStore } from './call-list-store.ts';
import { scansOf } from './call-scans.ts';

/** A collection in which no query finds a call, and every count finds all that it may: they were stored in between. */
function growingCalls() {
  const found = {
    sort: () => found,
    hint: () => found,
    limit: () => found,
    skip(rows: number) {
      if (rows < 0) throw new Error('The database refuses to skip less than no rows.');
      return found;
    },
    lean: () => Promise.resolve([]),
  };
  const countDocuments = () => ({
    hint: () => ({ limit: (most: number) => ({ exec: () => Promise.resolve(most) }) }),
  });
  return { find: () => found, countDocuments } as unknown as ContactModel;
}

it('passes calls that are stored between a search and a count', async () => {
  const [scan] = scansOf('c', { sort: 'name' }, { success: false, failed: false });
  if (scan === undefined) throw new Error('no scan');
  const store = new CallListStore(growingCalls());
  for (const count of [1, 2, 3]) {
    const part = { scan, after: ['Ana', 'Lee', 1], ascending: true };
    expect(await store.leap(part, count)).toEqual({ passed: count - 1 });
  }
});
