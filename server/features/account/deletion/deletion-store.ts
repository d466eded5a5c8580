import { Schema, type Connection, type Model } from 'mongoose';
import { claimNext } from '#server/platform/lib/mongodb/due-records.ts';
import type { Recipient } from '#server/providers/mail/email-template.ts';

/** The deletion of one account. It outlives the user record, and is removed after the last pass. */
export interface DeletionRecord {
  /** The uid. */
  _id: string;
  streamId: string;
  requestedAt: Date;
  /** Where the mails go; erased once the last one is sent. */
  recipient?: Recipient | undefined;
  /** Set when the mail about the request is sent. */
  announced?: true | undefined;
  /** When the user record was erased. */
  erasedAt?: Date | undefined;
  /** The steps that failed or had to wait in the last pass. */
  unfinished?: string[] | undefined;
  /** When it is worked on next; a claim moves it ahead. */
  dueAt: Date;
}

export type DeletionModel = Model<DeletionRecord>;

/** The `account_deletions` collection. */
export function createDeletionModel(connection: Connection): DeletionModel {
  const recipient = new Schema<Recipient>(
    {
      email: { type: String, required: true },
      displayName: { type: String, required: true },
      emailConfirmed: { type: Boolean, required: true },
    },
    { _id: false },
  );
  const schema = new Schema<DeletionRecord>(
    {
      _id: { type: String, required: true },
      streamId: { type: String, required: true },
      requestedAt: { type: Date, required: true },
      recipient,
      announced: Boolean,
      erasedAt: Date,
      unfinished: { type: [String], default: undefined },
      dueAt: { type: Date, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ dueAt: 1 });
  return connection.model<DeletionRecord>('AccountDeletion', schema, 'account_deletions');
}

/** Deletions of accounts in progress. */
export class DeletionStore {
  readonly #model: DeletionModel;

  constructor(model: DeletionModel) {
    this.#model = model;
  }

  /** Stores a deletion unless the account has one. */
  async insert({ _id, ...deletion }: DeletionRecord): Promise<void> {
    await this.#model.updateOne({ _id }, { $setOnInsert: deletion }, { upsert: true });
  }

  async of(uid: string): Promise<DeletionRecord | undefined> {
    return (await this.#model.findById(uid).lean()) ?? undefined;
  }

  /** Claims a due deletion for one worker, the longest due first; it is due again at `until`. */
  claim(now: Date, until: Date): Promise<DeletionRecord | undefined> {
    return claimNext(this.#model, { now, until });
  }

  /** Puts a deletion off, after a pass that left these steps `unfinished`. */
  async postpone(uid: string, dueAt: Date, unfinished?: string[]): Promise<void> {
    await this.#model.updateOne(
      { _id: uid },
      { $set: { dueAt, ...(unfinished !== undefined && { unfinished }) } },
    );
  }

  async markAnnounced(uid: string): Promise<void> {
    await this.#model.updateOne({ _id: uid }, { $set: { announced: true } });
  }

  /** Records that the user record is erased; the first time counts. */
  async markErased(uid: string, erasedAt: Date): Promise<void> {
    await this.#model.updateOne({ _id: uid, erasedAt: { $exists: false } }, { $set: { erasedAt } });
  }

  /** Erases the address, and schedules the last pass. */
  async forgetRecipient(uid: string, dueAt: Date): Promise<void> {
    await this.#model.updateOne({ _id: uid }, { $set: { dueAt }, $unset: { recipient: 1 } });
  }

  async remove(uid: string): Promise<void> {
    await this.#model.deleteOne({ _id: uid });
  }
}
