import { Schema, type Connection, type Model } from 'mongoose';
import { claimNext, claimRecord } from '#server/platform/lib/mongodb/due-records.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';
import { referencedKeys } from '#server/platform/lib/referenced-keys.ts';

const ID_IN_KEY = /^previews\/[^/]+\/([0-9a-f]{64})\.mp3$/;

/** `erased`: nobody sees it; its recording is about to be deleted, and then the record. */
const PREVIEW_STATES = ['making', 'ready', 'failed', 'erased'] as const;

/** A text spoken in a voice for its owner to hear. It is written before its recording, and removed after it. */
export interface PreviewRecord {
  /** See `previewId`. */
  _id: string;
  userId: string;
  voiceId: string;
  state: (typeof PREVIEW_STATES)[number];
  /** The text, which may contain names; only while it is being made. */
  text?: string | undefined;
  /** The voice at the speech provider where its campaign froze one. */
  providerVoiceId?: string | undefined;
  /** Whether it counts towards the limit of its owner. */
  counted?: boolean | undefined;
  /** Who makes it; whoever is no longer the holder must not change it. */
  holder?: string | undefined;
  /** How often making it was begun. */
  attempts: number;
  /** While it is made, when its holder counts as dead; later, when it expires; erased, when no holder writes any more. */
  dueAt: Date;
  /** Identifies voice and text for the drop engine, once it is ready; see `spokenHash`. */
  spoken?: string | undefined;
  /** The length of the recording, once it is ready. */
  seconds?: number | undefined;
  /** The loudness of its parts (`RecordingMeter.waveform`), once it is ready; absent if it cannot be decoded. */
  waveform?: number[] | undefined;
  /** Why it failed. */
  reason?: string | undefined;
}

export type PreviewModel = Model<PreviewRecord>;

/** Creates the model of the `previews` collection. */
export function createPreviewModel(connection: Connection): PreviewModel {
  const schema = new Schema<PreviewRecord>(
    {
      _id: { type: String, required: true },
      userId: { type: String, required: true },
      voiceId: { type: String, required: true },
      state: { type: String, enum: PREVIEW_STATES, required: true },
      text: String,
      providerVoiceId: String,
      counted: Boolean,
      holder: String,
      attempts: { type: Number, required: true },
      dueAt: { type: Date, required: true },
      spoken: String,
      seconds: Number,
      waveform: { type: [Number], default: undefined },
      reason: String,
    },
    { autoIndex: false, versionKey: false, collection: 'previews' },
  );
  schema.index({ userId: 1, voiceId: 1 });
  schema.index({ state: 1, dueAt: 1 });
  schema.index({ spoken: 1 }, { partialFilterExpression: { spoken: { $exists: true } } });
  return connection.model<PreviewRecord>('Preview', schema);
}

/** A preview that `holder` makes. */
export type ClaimedPreview = PreviewRecord & { holder: string };

/** How a preview begins. */
type NewPreview = Pick<PreviewRecord, '_id' | 'userId' | 'voiceId' | 'text' | 'providerVoiceId' | 'dueAt'> & {
  counted: boolean;
};
/** How making a preview ends. */
type Outcome =
  | Pick<PreviewRecord, 'spoken' | 'seconds' | 'waveform' | 'dueAt'>
  | (Pick<PreviewRecord, 'reason' | 'dueAt'> & { reason: string });

/** Reads and writes previews. Every change of one is a compare-and-set. */
export class PreviewStore {
  readonly #model: PreviewModel;

  constructor(model: PreviewModel) {
    this.#model = model;
  }

  async byId(id: string): Promise<PreviewRecord | undefined> {
    return (await this.#model.findById(id).lean()) ?? undefined;
  }

  /** Stores a new preview to be made; returns false if there is one. */
  insert(preview: NewPreview): Promise<boolean> {
    return isInserted(() => this.#model.create({ ...preview, state: 'making', attempts: 0 }));
  }

  /**
   * Makes a preview anew that is not being made, one whose recording is being deleted after that; returns false if it has
   * changed since it was read.
   */
  async restart(found: PreviewRecord, { _id, providerVoiceId, ...preview }: NewPreview): Promise<boolean> {
    const isHeld = found.state === 'erased' && found.dueAt > preview.dueAt;
    const { matchedCount } = await this.#model.updateOne(
      { _id, state: found.state, dueAt: found.dueAt },
      {
        $set: {
          ...preview,
          ...(isHeld && { dueAt: found.dueAt }),
          ...(providerVoiceId !== undefined && { providerVoiceId }),
          state: 'making',
          attempts: 0,
        },
        $unset: { holder: 1, spoken: 1, seconds: 1, waveform: 1, reason: 1 },
      },
    );
    return matchedCount === 1;
  }

  /** Claims a preview of a user that is to be made and that nobody holds, until `until`: the one that is due for longest. */
  async claim(userId: string, now: Date, until: Date, holder: string): Promise<ClaimedPreview | undefined> {
    const claimed = await claimNext(this.#model, {
      now,
      until,
      where: { userId, state: 'making' },
      set: { holder },
      inc: { attempts: 1 },
    });
    return claimed && { ...claimed, holder };
  }

  /** Prolongs a claim; returns false if it has passed to another holder or the preview was erased. */
  async renew({ _id, holder }: ClaimedPreview, until: Date): Promise<boolean> {
    const { matchedCount } = await this.#model.updateOne(
      { _id, state: 'making', holder },
      { $set: { dueAt: until } },
    );
    return matchedCount === 1;
  }

  /** Records how making a claimed preview ended; returns false like `renew`. */
  async finish({ _id, holder }: ClaimedPreview, outcome: Outcome): Promise<boolean> {
    const state = 'reason' in outcome ? 'failed' : 'ready';
    const { matchedCount } = await this.#model.updateOne(
      { _id, state: 'making', holder },
      { $set: { ...outcome, state }, $unset: { text: 1, providerVoiceId: 1, holder: 1 } },
    );
    return matchedCount === 1;
  }

  /** Returns a ready preview of a voice and text. */
  async bySpoken(spoken: string): Promise<PreviewRecord | undefined> {
    return (await this.#model.findOne({ spoken, state: 'ready' }).lean()) ?? undefined;
  }

  /** Returns when the next preview of a user is to be made, or the claim of one expires that is being made. */
  async nextDue(userId: string): Promise<Date | undefined> {
    const next = await this.#model
      .findOne({ userId, state: 'making' }, { dueAt: 1 })
      .sort({ dueAt: 1 })
      .lean();
    return next?.dueAt;
  }

  /** Returns users with previews that are to be made and have no living holder. */
  toMake(now: Date): Promise<string[]> {
    return this.#model.distinct('userId', { state: 'making', dueAt: { $lte: now } });
  }

  /** Returns expired and erased previews, longest due first. */
  toErase(now: Date, limit: number): Promise<PreviewRecord[]> {
    return this.#model
      .find({ state: { $in: ['ready', 'failed', 'erased'] }, dueAt: { $lte: now } })
      .sort({ dueAt: 1 })
      .limit(limit)
      .lean();
  }

  /** Claims a preview until `until` to delete its recording; undefined if it has changed since it was read. */
  claimErasure({ _id, state, dueAt }: PreviewRecord, until: Date): Promise<PreviewRecord | undefined> {
    return claimRecord(this.#model, _id, { due: { state, dueAt }, until, set: { state: 'erased' } });
  }

  /** Marks the previews of a user, or of one voice, as erased: due now, or at `made` if somebody may be making them. */
  async erase({ userId, voiceId }: PreviewScope, now: Date, made: Date): Promise<void> {
    const own = { userId, ...(voiceId !== undefined && { voiceId }) };
    const erased = (dueAt: Date) => ({
      $set: { state: 'erased' as const, dueAt },
      $unset: { text: 1 as const, providerVoiceId: 1 as const, spoken: 1 as const },
    });
    await this.#model.updateMany({ ...own, state: 'making', holder: { $exists: true } }, erased(made));
    await this.#model.updateMany({ ...own, state: { $in: ['making', 'ready', 'failed'] } }, erased(now));
  }

  /** Returns up to `limit` erased previews of a user, or of one voice, that nobody makes any more. */
  erased({ userId, voiceId }: PreviewScope, now: Date, limit: number): Promise<PreviewRecord[]> {
    return this.#model
      .find({
        userId,
        ...(voiceId !== undefined && { voiceId }),
        state: 'erased',
        dueAt: { $lte: now },
      })
      .limit(limit)
      .lean();
  }

  /** Removes a preview after its recording. Returns whether it was asked for again meanwhile: it may be made from now on. */
  async remove({ _id, dueAt }: PreviewRecord, now: Date): Promise<boolean> {
    if ((await this.#model.deleteOne({ _id, state: 'erased', dueAt })).deletedCount === 1) return false;
    const { matchedCount } = await this.#model.updateOne(
      { _id, state: 'making', dueAt, holder: { $exists: false } },
      { $set: { dueAt: now } },
    );
    return matchedCount === 1;
  }

  /** Returns those of the object keys that are recordings of previews. */
  referenced(keys: readonly string[]): Promise<string[]> {
    return referencedKeys(keys, ID_IN_KEY, async (ids) => {
      const found = await this.#model.find({ _id: { $in: ids } }, { _id: 1 }).lean();
      const stored = new Set(found.map(({ _id }) => _id));
      return (id) => stored.has(id);
    });
  }

  async hasAny(userId: string): Promise<boolean> {
    return (await this.#model.exists({ userId })) !== null;
  }
}

/** All previews of a user, or those in one voice. */
export interface PreviewScope {
  userId: string;
  voiceId?: string | undefined;
}
