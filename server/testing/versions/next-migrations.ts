import type { Connection } from 'mongoose';
import type { Migration } from '#server/platform/migrations/migration.ts';
import { allMigrations as currentMigrations } from '#server/platform/migrations/all-migrations.ts';

/** The field that the next version adds to what is stored, and the index on it. */
export const ADDED = 'addedByNextVersion';
/** One document for each execution of a migration of the next version. */
export const RUNS = 'next_version_runs';
/** One document for each document that got the field. */
export const CHANGED = 'next_version_changed';

/** What the next version changed. */
export interface ChangedDocument {
  collection: string;
  id: string;
}

/** A document of any collection, whatever its id is. */
export interface AnyDocument {
  _id: string;
  [ADDED]?: boolean;
}

/** Collections that it leaves as they are: its own, the database's, and the ledger, whose events nothing ever changes. */
const KEPT = /^(next_version|system\.|credit_events$)/;

/** Its processes start with an expanding migration; a contracting one follows when no older process is up. */
const NEXT: readonly Migration[] = [
  {
    id: 1_001,
    name: 'add a field to all documents',
    when: 'start',
    run: ({ connection }) => expand(connection),
  },
  {
    id: 1_002,
    name: 'need the field',
    when: 'background',
    requires: 1_001,
    run: async ({ connection }) => {
      await connection.collection(RUNS).insertOne({ migration: 1_002 });
    },
  },
];

/** Returns the migrations of the version after this one, which `buildNextVersion` builds in their place. */
export function allMigrations(given: Parameters<typeof currentMigrations>[0]): readonly Migration[] {
  return [...currentMigrations(given), ...NEXT];
}

async function expand(connection: Connection): Promise<void> {
  await connection.collection(RUNS).insertOne({ migration: 1_001 });
  for (const { name } of await connection.listCollections()) {
    if (KEPT.test(name)) continue;
    const stored = connection.collection<AnyDocument>(name);
    const ids = (await stored.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id: id }) => id);
    await stored.updateMany({ _id: { $in: ids } }, { $set: { [ADDED]: true } });
    if (ids.length > 0)
      await connection.collection(CHANGED).insertMany(ids.map((id) => ({ collection: name, id })));
  }
  await connection.collection('contacts').createIndexes([{ key: { [ADDED]: 1 }, name: ADDED, sparse: true }]);
}
