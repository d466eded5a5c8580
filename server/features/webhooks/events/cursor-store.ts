import mongoose, { type Connection, type Model } from 'mongoose';
import { claimNext } from '#server/platform/lib/mongodb/due-records.ts';

/** How far the records of a user who has endpoints were searched for events. */
export interface CursorRecord {
  /** The uid. */
  _id: string;
  streamId: string;
  /** When they are searched next; a claim moves it ahead. */
  dueAt: Date;
  /** Campaigns that changed since then are searched. */
  campaignsFrom: Date;
  /** Numbers that were added since then are searched. */
  suppressionsFrom: Date;
  /** Removals of numbers since then are searched; absent in records of the version before. */
  removalsFrom?: Date | undefined;
  /** Voices that ended and lists that became ready since then are searched; absent until the first search for them. */
  libraryFrom?: Date | undefined;
  /** The last credit event that was read, and what was available after it. */
  creditVersion: number;
  available: number;
}

export type CursorModel = Model<CursorRecord>;

/** The `webhook_cursors` collection. */
export function createCursorModel(connection: Connection): CursorModel {
  const schema = new mongoose.Schema<CursorRecord>(
    {
      _id: { type: String, required: true },
      streamId: { type: String, required: true },
      dueAt: { type: Date, required: true },
      campaignsFrom: { type: Date, required: true },
      suppressionsFrom: { type: Date, required: true },
      removalsFrom: Date,
      libraryFrom: Date,
      creditVersion: { type: Number, required: true },
      available: { type: Number, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ dueAt: 1 });
  return connection.model<CursorRecord>('WebhookCursor', schema, 'webhook_cursors');
}

/** Writes become visible a little after the time that they carry: what is later than that is searched again. */
const OVERLAP_MS = 120_000;

/** Returns from when on the records are searched again after a search that began at `now`. */
export function searchedUntil(now: Date): Date {
  return new Date(now.getTime() - OVERLAP_MS);
}

/** Reads and writes the cursors of users who have endpoints. */
export class CursorStore {
  readonly #model: CursorModel;

  constructor(model: CursorModel) {
    this.#model = model;
  }

  /** Stores the cursor of a user, unless there is one. */
  async begin({ _id, ...cursor }: CursorRecord): Promise<void> {
    await this.#model.updateOne({ _id }, { $setOnInsert: cursor }, { upsert: true });
  }

  async find(uid: string): Promise<CursorRecord | undefined> {
    return (await this.#model.findById(uid).lean<CursorRecord>()) ?? undefined;
  }

  /** Claims the cursor that is due for longest, until `until`. */
  claim(now: Date, until: Date): Promise<CursorRecord | undefined> {
    return claimNext(this.#model, { now, until });
  }

  /** Moves a cursor ahead; one that another process has moved further stays. */
  async advance(
    uid: string,
    to: Partial<Pick<CursorRecord, 'campaignsFrom' | 'suppressionsFrom' | 'removalsFrom' | 'libraryFrom'>>,
  ) {
    await this.#model.updateOne({ _id: uid }, { $max: to });
  }

  /** Moves the credits of a cursor ahead of `from`. */
  async advanceCredits(
    uid: string,
    from: number,
    to: Pick<CursorRecord, 'creditVersion' | 'available'>,
  ): Promise<void> {
    await this.#model.updateOne({ _id: uid, creditVersion: from }, { $set: to });
  }

  /** Deletes the cursor of the user. */
  async erase(uid: string): Promise<void> {
    await this.#model.deleteOne({ _id: uid });
  }
}
