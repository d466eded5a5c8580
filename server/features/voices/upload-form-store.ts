import type { VoiceModel, VoiceRecord } from './voice-store.ts';

/** Queries on the upload forms of voices. */
export interface UploadFormStore {
  /** Frees tickets expired by `now`, then returns the user's slots and tickets in use. */
  slotsInUse(uid: string, now: Date): Promise<{ slots: Set<number>; tickets: Set<number> }>;
  /** Returns active voices with an expired form whose upload key is still set. */
  withExpiredForm(now: Date, limit: number): Promise<VoiceRecord[]>;
  /** Unsets an upload key; call it after its object is deleted and the form has expired. */
  clearUploadKey(vid: string): Promise<void>;
}

/** Returns the store over the `voices` collection. */
export function createUploadFormStore(model: VoiceModel): UploadFormStore {
  return {
    async slotsInUse(uid, now) {
      await model.updateMany(
        { userId: uid, ticket: { $exists: true }, uploadUntil: { $lte: now } },
        { $unset: { ticket: 1 } },
      );
      const held = await model
        .find(
          // Each alternative includes the user, so that each can use its own partial index.
          {
            $or: [
              { userId: uid, slot: { $exists: true } },
              { userId: uid, ticket: { $exists: true } },
            ],
          },
          { slot: 1, ticket: 1 },
        )
        .lean();
      return {
        slots: new Set(held.flatMap(({ slot }) => slot ?? [])),
        tickets: new Set(held.flatMap(({ ticket }) => ticket ?? [])),
      };
    },
    withExpiredForm(now, limit) {
      return model
        .find({ uploadKey: { $exists: true }, uploadUntil: { $lte: now }, state: 'active' })
        .sort({ uploadUntil: 1 })
        .limit(limit)
        .lean();
    },
    async clearUploadKey(vid) {
      await model.updateOne({ _id: vid, state: 'active' }, { $unset: { uploadKey: 1 } });
    },
  };
}
