import { Schema, type Connection, type Model } from 'mongoose';
import { EXPORT_STATUSES } from '#shared/schemas/account/account-export.ts';
import { referencedKeys } from '#server/platform/lib/referenced-keys.ts';
import { changeClaimed, claimNext, claimRecord } from '#server/platform/lib/mongodb/due-records.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** An export of an account. It is removed with its file. */
export interface ExportRecord {
  _id: string;
  uid: string;
  status: (typeof EXPORT_STATUSES)[number];
  requestedAt: Date;
  /** How often making it was begun. */
  attempts: number;
  /** When it is worked on next; a claim moves it ahead. */
  dueAt: Date;
  /** When the file and this record are erased; absent while it is being made. */
  expiresAt?: Date | undefined;
  /** Set once the mail that it is ready is sent or given up. */
  mailed?: true | undefined;
}

export type ExportModel = Model<ExportRecord>;

const PREPARING = 'preparing';
const ID_IN_KEY = /^exports\/[^/]+\/([^/]+)\/[^/]+$/;

/** The `account_exports` collection. A unique index allows one export of an account to be made at a time. */
export function createExportModel(connection: Connection): ExportModel {
  const schema = new Schema<ExportRecord>(
    {
      _id: { type: String, required: true },
      uid: { type: String, required: true },
      status: { type: String, enum: EXPORT_STATUSES, required: true },
      requestedAt: { type: Date, required: true },
      attempts: { type: Number, required: true },
      dueAt: { type: Date, required: true },
      expiresAt: Date,
      mailed: Boolean,
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ dueAt: 1 });
  schema.index({ uid: 1, requestedAt: -1 });
  schema.index({ uid: 1 }, { unique: true, partialFilterExpression: { status: PREPARING } });
  return connection.model<ExportRecord>('AccountExport', schema, 'account_exports');
}

/** Reads and writes exports. A worker changes only what it has claimed: `dueAt` names its claim. */
export class ExportStore {
  readonly #model: ExportModel;

  constructor(model: ExportModel) {
    this.#model = model;
  }

  /** Returns false if the id is taken or an export of the account is being made. */
  insert(record: ExportRecord): Promise<boolean> {
    return isInserted(() => this.#model.create(record));
  }

  /** Returns the exports of a user, the latest first. Few, as they expire. */
  ofUser(uid: string): Promise<ExportRecord[]> {
    return this.#model.find({ uid }).sort({ requestedAt: -1 }).lean();
  }

  async find(uid: string, id: string): Promise<ExportRecord | undefined> {
    return (await this.#model.findOne({ _id: id, uid }).lean()) ?? undefined;
  }

  /** Returns those of the object keys that are files of exports. */
  referenced(keys: readonly string[]): Promise<string[]> {
    return referencedKeys(keys, ID_IN_KEY, async (ids) => {
      const found = await this.#model.find({ _id: { $in: ids } }, { _id: 1 }).lean();
      const stored = new Set(found.map(({ _id }) => _id));
      return (id) => stored.has(id);
    });
  }

  /** Claims a due export that is made, or given up, for one worker until `until`, the longest due first. */
  claim(now: Date, until: Date): Promise<ExportRecord | undefined> {
    return claimNext(this.#model, { now, until, where: { status: { $ne: PREPARING } } });
  }

  /** Claims an export that is to be made, for one worker until `until`; `undefined` if it is not due. */
  claimUnmade(id: string, now: Date, until: Date): Promise<ExportRecord | undefined> {
    return claimRecord(this.#model, id, { now, until, where: { status: PREPARING }, inc: { attempts: 1 } });
  }

  /** Returns ids of the due exports that are to be made, the longest due first. */
  async listUnmade(now: Date): Promise<string[]> {
    const due = await this.#model
      .find({ dueAt: { $lte: now }, status: PREPARING }, { _id: 1 })
      .sort({ dueAt: 1 })
      .lean();
    return due.map(({ _id }) => _id);
  }

  /** Changes a claimed export. Returns false if the claim has passed to another worker or the export is gone. */
  async change(claimed: ExportRecord, changes: Partial<Omit<ExportRecord, '_id'>>): Promise<boolean> {
    return (await changeClaimed(this.#model, claimed, { $set: changes })) !== undefined;
  }

  /** Removes an export; returns false if it has changed since it was read. */
  async remove({ _id, dueAt }: ExportRecord): Promise<boolean> {
    return (await this.#model.deleteOne({ _id, dueAt })).deletedCount === 1;
  }
}
