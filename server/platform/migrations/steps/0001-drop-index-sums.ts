import { isNoSuchIndex } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { Migration } from '#server/platform/migrations/migration.ts';

/** Earlier versions read the sums of campaigns from this index; it costs a write with every change of a counter. */
export const dropIndexSums: Migration = {
  id: 1,
  name: 'drop the index sums of campaigns',
  when: 'background',
  async run({ connection }) {
    try {
      await connection.collection('campaigns').dropIndex('sums');
    } catch (error) {
      if (!isNoSuchIndex(error)) throw error;
    }
  },
};
