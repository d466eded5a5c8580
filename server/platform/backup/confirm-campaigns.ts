import type { mongo } from 'mongoose';

type Confirmed = { _id: string; restoredFrom?: Date };

/**
 * Lets restored campaigns call all who are still pending, and retry, as an operator has compared them with the carrier's
 * record; all campaigns without ids. Returns how many there were.
 */
export async function confirmCampaigns(db: mongo.Db, ids: readonly string[]): Promise<number> {
  const { modifiedCount } = await db
    .collection<Confirmed>('campaigns')
    .updateMany(
      { restoredFrom: { $exists: true }, ...(ids.length > 0 && { _id: { $in: [...ids] } }) },
      { $unset: { restoredFrom: 1 }, $currentDate: { changedAt: true } },
    );
  return modifiedCount;
}
