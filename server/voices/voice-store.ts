import { isInserted } from '#server/lib/mongo-errors.ts';
import type { VoiceModel, VoiceRecord, VoiceState } from './voice-model.ts';

type VoiceChanges = Partial<
  Pick<VoiceRecord, 'title' | 'description' | 'avatar' | 'providerVoiceId' | 'rejection' | 'objectKey'>
>;

/** Reads and writes voices. State changes are compare-and-set. */
export interface VoiceStore {
  /** Stores a new voice; returns false if its slot or ticket is taken. */
  insert(voice: VoiceRecord): Promise<boolean>;
  byId(vid: string): Promise<VoiceRecord | undefined>;
  /** Returns the user's voices that hold a slot, oldest first. */
  holdingSlots(uid: string): Promise<VoiceRecord[]>;
  /** Moves a voice between states; returns `undefined` if it was not in `from`. `deleted` frees the slot. */
  transition(
    vid: string,
    from: VoiceState,
    to: VoiceState,
    changes?: VoiceChanges,
  ): Promise<VoiceRecord | undefined>;
  /** Changes fields of an active voice; returns `undefined` if it is not active. */
  change(vid: string, changes: VoiceChanges): Promise<VoiceRecord | undefined>;
  /** Sets the provider's id unless one is set; returns the stored id, `undefined` if the voice is not active. */
  setProviderVoiceOnce(vid: string, providerVoiceId: string): Promise<string | undefined>;
  /** Returns expired pending uploads and unfinished deletions. */
  unfinished(now: Date, limit: number): Promise<VoiceRecord[]>;
  erase(vid: string): Promise<void>;
}

/** Returns the store over the `voices` collection. */
export function createVoiceStore(model: VoiceModel): VoiceStore {
  return {
    insert(voice) {
      return isInserted(() => model.create(voice));
    },
    async byId(vid) {
      return (await model.findById(vid).lean()) ?? undefined;
    },
    async holdingSlots(uid) {
      const holding = await model.find({ userId: uid, slot: { $exists: true } }).lean();
      return holding.sort(byAge);
    },
    async transition(vid, from, to, changes = {}) {
      const update = {
        $set: { ...changes, state: to },
        ...(to === 'deleted' && { $unset: { slot: 1 as const } }),
      };
      return (
        (await model
          .findOneAndUpdate({ _id: vid, state: from }, update, { returnDocument: 'after' })
          .lean()) ?? undefined
      );
    },
    async change(vid, changes) {
      const update = model.findOneAndUpdate(
        { _id: vid, state: 'active' },
        { $set: changes },
        { returnDocument: 'after' },
      );
      return (await update.lean()) ?? undefined;
    },
    async setProviderVoiceOnce(vid, providerVoiceId) {
      await model.updateOne(
        { _id: vid, state: 'active', providerVoiceId: { $exists: false } },
        { $set: { providerVoiceId } },
      );
      const voice = await model.findOne({ _id: vid, state: 'active' }).lean();
      return voice?.providerVoiceId;
    },
    unfinished(now, limit) {
      return model
        .find({
          $or: [
            { state: 'pending', uploadUntil: { $lte: now } },
            { state: { $in: ['deleting', 'deleted'] } },
          ],
        })
        .sort({ uploadUntil: 1 })
        .limit(limit)
        .lean();
    },
    async erase(vid) {
      await model.deleteOne({ _id: vid, state: 'deleted' });
    },
  };
}

/** Compares by age; a user has few voices, so sorting in memory needs no index. */
function byAge(one: VoiceRecord, other: VoiceRecord): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one._id < other._id ? -1 : 1);
}
