import type { mongo } from 'mongoose';
import { groupBy } from '#server/platform/lib/group-by.ts';
import type { Migration } from '#server/platform/migrations/migration.ts';

/** Contacts that are read at once. */
const BATCH = 1_000;

interface Contact {
  _id: mongo.ObjectId;
  /** Unset once it is erased. */
  phone?: string;
  window?: string;
  fields?: { state?: string; zipcode?: string };
}

/** What decides where a person may be. */
export interface Place {
  phone: string;
  state?: string | undefined;
  zipcode?: string | undefined;
}

/**
 * Gives contacts of earlier versions their window class, which newer ones store with the contact. `keyOf` is the rule by
 * which those compute it. Once every database has run it, the engine need not compute it for stored contacts.
 */
export function storeWindowClasses(keyOf: (place: Place) => string): Migration {
  return {
    id: 2,
    name: 'store the window class of each contact',
    when: 'background',
    async run({ connection, position, checkpoint }) {
      const contacts = connection.collection<Contact>('contacts');
      let after = position as mongo.ObjectId | null;
      for (;;) {
        const batch = await contacts
          .find(after === null ? {} : { _id: { $gt: after } }, {
            projection: { phone: 1, window: 1, 'fields.state': 1, 'fields.zipcode': 1 },
          })
          .sort({ _id: 1 })
          .limit(BATCH)
          .toArray();
        const without = batch.flatMap(({ _id, phone, window, fields }) =>
          window !== undefined || phone === undefined ? [] : { _id, phone, ...fields },
        );
        const byWindow = groupBy(without, keyOf);
        for (const [window, alike] of byWindow) {
          const ids = alike.map(({ _id }) => _id);
          // A worker may have stored it meanwhile.
          await contacts.updateMany({ _id: { $in: ids }, window: { $exists: false } }, { $set: { window } });
        }
        const last = batch.at(-1);
        if (last === undefined || batch.length < BATCH) return;
        after = last._id;
        await checkpoint(after);
      }
    },
  };
}
