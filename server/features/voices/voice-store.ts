import mongoose, { type Connection, type Model } from 'mongoose';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

/**
 * pending: the upload has not arrived. active: in the library. deleting: its uses are being checked. deleted: invisible,
 * its recording and clone are being removed.
 */
export const VOICE_STATES = ['pending', 'active', 'deleting', 'deleted'] as const;
type VoiceState = (typeof VOICE_STATES)[number];

/** The attempts to clone a voice at the speech provider. A voice without any has not been tried yet. */
interface CloneAttempts {
  /** Attempts begun. After the first, an earlier one may have left a clone behind. */
  count: number;
  /** When the next attempt is due; during one, when its lease expires. Absent once the clone is made or refused. */
  dueAt?: Date | undefined;
  /** The attempt in progress. */
  lease?: string | undefined;
  /** Why the last attempt is repeated later. */
  problem?: string | undefined;
  /** Why the voice cannot be cloned. */
  failure?: string | undefined;
  /** When the clone was made or refused; absent for those of versions before. */
  endedAt?: Date | undefined;
}

/** A voice of a user's library. */
export interface VoiceRecord {
  _id: string;
  userId: string;
  /** Slot 0 to 3 of the user; held from the start of the upload until the voice is deleted. */
  slot?: number | undefined;
  state: VoiceState;
  title: string;
  description: string;
  avatar: number;
  /** Key of the accepted recording, written once by the server; absent while pending. */
  objectKey?: string | undefined;
  /** Key of the upload. Its form can be posted again until it expires, so nothing else is stored there. */
  uploadKey?: string | undefined;
  /** Upload ticket 0 to 11 of the user; held until `uploadUntil`, also by a deleted voice. */
  ticket?: number | undefined;
  createdAt: Date;
  /** Until when the upload may arrive. */
  uploadUntil: Date;
  /** Why the uploaded file was rejected; the voice is then deleted. */
  rejection?: string | undefined;
  /** The id at the speech provider; absent until the voice is cloned. */
  providerVoiceId?: string | undefined;
  clone?: CloneAttempts | undefined;
  /** What may make the recording a poor sample. */
  warnings?: string[] | undefined;
}

export type VoiceModel = Model<VoiceRecord>;

/** Creates the model. The unique index on slots enforces the voice limit under concurrency. */
export function createVoiceModel(connection: Connection): VoiceModel {
  const schema = new mongoose.Schema<VoiceRecord>(
    {
      _id: { type: String, required: true },
      userId: { type: String, required: true },
      slot: Number,
      state: { type: String, enum: VOICE_STATES, required: true },
      title: { type: String, required: true },
      description: { type: String, default: '' },
      avatar: { type: Number, required: true },
      objectKey: String,
      uploadKey: String,
      ticket: Number,
      createdAt: { type: Date, required: true },
      uploadUntil: { type: Date, required: true },
      rejection: String,
      providerVoiceId: String,
      clone: new mongoose.Schema<CloneAttempts>(
        { count: Number, dueAt: Date, lease: String, problem: String, failure: String, endedAt: Date },
        { _id: false },
      ),
      warnings: { type: [String], default: undefined },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index(
    { userId: 1, slot: 1 },
    { unique: true, partialFilterExpression: { slot: { $exists: true } } },
  );
  // Enforces the limit of open uploads under concurrency.
  schema.index(
    { userId: 1, ticket: 1 },
    { unique: true, partialFilterExpression: { ticket: { $exists: true } } },
  );
  schema.index({ userId: 1 });
  schema.index({ state: 1, uploadUntil: 1 });
  // For voices that still need a clone.
  schema.index({ state: 1, providerVoiceId: 1, 'clone.failure': 1, 'clone.dueAt': 1 });
  schema.index({ uploadUntil: 1 }, { partialFilterExpression: { uploadKey: { $exists: true } } });
  return connection.model<VoiceRecord>('Voice', schema, 'voices');
}

type VoiceChanges = Partial<
  Pick<VoiceRecord, 'title' | 'description' | 'avatar' | 'rejection' | 'objectKey' | 'clone'>
>;

/** Reads and writes voices. State changes are compare-and-set. */
export interface VoiceStore {
  /** Stores a new voice; returns false if its slot or ticket is taken. */
  insert(voice: VoiceRecord): Promise<boolean>;
  byId(vid: string): Promise<VoiceRecord | undefined>;
  /** Returns the user's voices that hold a slot, oldest first. */
  holdingSlots(uid: string): Promise<VoiceRecord[]>;
  /** Returns all voices of the user, in any state. */
  ofUser(uid: string): Promise<VoiceRecord[]>;
  /** Moves a voice between states; returns `undefined` if it was not in `from`. `deleted` frees the slot. */
  transition(
    vid: string,
    from: VoiceState,
    to: VoiceState,
    changes?: VoiceChanges,
  ): Promise<VoiceRecord | undefined>;
  /** Changes fields of an active voice; returns `undefined` if it is not active. */
  change(vid: string, changes: VoiceChanges): Promise<VoiceRecord | undefined>;
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
    ofUser(uid) {
      return model.find({ userId: uid }).lean();
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
