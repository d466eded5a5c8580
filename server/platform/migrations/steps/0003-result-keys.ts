import type { mongo } from 'mongoose';
import { resultKeyOf } from '#shared/call-reasons.ts';
import { groupBy } from '#server/platform/lib/group-by.ts';
import type { Migration } from '#server/platform/migrations/migration.ts';

/** Contacts that are read at once. */
const BATCH = 1_000;

interface Contact {
  _id: mongo.ObjectId;
  status: string;
  code?: string;
  reason?: string;
  resultKey?: string;
}

/** Gives final calls of earlier versions the key of their result, by which newer ones list them. */
export const storeResultKeys: Migration = {
  id: 3,
  name: 'store the key of the result of each final call',
  when: 'background',
  async run({ connection, position, checkpoint }) {
    const contacts = connection.collection<Contact>('contacts');
    const projection = { status: 1, code: 1, reason: 1, resultKey: 1 };
    let after = position as mongo.ObjectId | null;
    for (;;) {
      const batch = await contacts
        .find(after === null ? {} : { _id: { $gt: after } }, { projection })
        .sort({ _id: 1 })
        .limit(BATCH)
        .toArray();
      await storeKeys(contacts, batch);
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH) return;
      after = last._id;
      await checkpoint(after);
    }
  },
};

/** Stores the keys of calls that lack one, unless their result has changed since they were read. */
async function storeKeys(contacts: mongo.Collection<Contact>, batch: readonly Contact[]): Promise<void> {
  const without = batch.flatMap(({ _id, status, code, reason, resultKey }) =>
    resultKey === undefined && isFinal(status) ? { _id, status, code, reason } : [],
  );
  const alike = groupBy(without, ({ status, code, reason }) => JSON.stringify([status, code, reason]));
  for (const calls of alike.values()) {
    const [first] = calls;
    if (first === undefined) continue;
    const { status, code = null, reason = null } = first;
    const ids = calls.map(({ _id }) => _id);
    await contacts.updateMany(
      { _id: { $in: ids }, status, code, reason, resultKey: { $exists: false } } as mongo.Filter<Contact>,
      { $set: { resultKey: resultKeyOf(first) } },
    );
  }
}

function isFinal(status: string): status is 'success' | 'failed' {
  return status === 'success' || status === 'failed';
}
