import type { Migration } from '#server/platform/migrations/migration.ts';

/** Earlier versions kept the tombstones that only occupy the id of a cancelled request for ever; the sweep removes them now. */
export const endTombstones: Migration = {
  id: 4,
  name: 'let tombstones of cancelled requests end',
  when: 'background',
  async run({ connection }) {
    await connection
      .collection('campaigns')
      .updateMany(
        { status: 'Deleted', streamId: { $exists: false }, resweepAt: { $exists: false } },
        { $set: { resweepAt: new Date() } },
      );
  },
};
