import type { VoiceModel, VoiceRecord } from './voice-model.ts';

/** The upload forms that users were given, as the voices record them. */
export interface UploadFormStore {
  /** The user's slots and tickets that are taken; tickets whose time is over by `now` are released first. */
  placesTaken(uid: string, now: Date): Promise<{ slots: Set<number>; tickets: Set<number> }>;
  /** Active voices whose form has expired and whose upload key is still on record. */
  withExpiredForm(now: Date, limit: number): Promise<VoiceRecord[]>;
  /** Forgets an upload key; call it once the object there is deleted and the form has expired. */
  forgetUploadKey(vid: string): Promise<void>;
}

/** The upload forms over the `voices` collection. */
export function createUploadFormStore(model: VoiceModel): UploadFormStore {
  return {
    async placesTaken(uid, now) {
      await model.updateMany(
        { userId: uid, ticket: { $exists: true }, uploadUntil: { $lte: now } },
        { $unset: { ticket: 1 } },
      );
      const held = await model
        .find(
          // Each alternative names the user: so each is answered by its own partial index.
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
    async forgetUploadKey(vid) {
      await model.updateOne({ _id: vid, state: 'active' }, { $unset: { uploadKey: 1 } });
    },
  };
}
