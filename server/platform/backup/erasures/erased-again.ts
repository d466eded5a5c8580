import type { mongo } from 'mongoose';

type Stored = Record<string, unknown>;

/** The accounts that were erased since a backup was made: the day by id. */
export type ErasedSince = ReadonlyMap<string, string>;

/**
 * Returns an account as it is restored: one that was erased since is closed, so that it counts as absent from the first moment,
 * and the deletion of accounts erases it again.
 */
export function restoredAccount(stored: Stored, { erased }: { erased: ErasedSince }): Stored {
  const day = erased.get(String(stored['_id']));
  return day === undefined ? stored : { ...stored, closingAt: new Date(day) };
}

/** Stores the deletion of each account that was erased since and came back, without an address: its owner had the mails. */
export async function beginDeletions(db: mongo.Db, erased: ErasedSince, now: Date): Promise<number> {
  const users = db.collection<{ _id: string; streamId: string; closingAt?: Date }>('users');
  const deletions = db.collection<{ _id: string }>('account_deletions');
  let begun = 0;
  for (const [uid, day] of erased) {
    const user = await users.findOne({ _id: uid }, { projection: { streamId: 1 } });
    if (user === null) continue;
    const deletion = { streamId: user.streamId, requestedAt: new Date(day), dueAt: now };
    const unset = { recipient: 1, announced: 1, erasedAt: 1 } as const;
    await deletions.updateOne({ _id: uid }, { $set: deletion, $unset: unset }, { upsert: true });
    begun += 1;
  }
  return begun;
}
