import { Schema, type Connection, type Model } from 'mongoose';
import { claimNext } from '#server/platform/lib/mongodb/due-records.ts';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** A mail that the mail server has not taken yet. */
export interface QueuedMail {
  /** Part of its message id, the same at each attempt. */
  _id: string;
  /** The mail, encrypted: it may hold a link that signs in. */
  sealed: string;
  at: Date;
  /** When it is tried next; a process that sends it puts this off first. */
  dueAt: Date;
}

/** The `queued_mails` collection. */
export function createQueuedMailModel(connection: Connection): Model<QueuedMail> {
  const schema = new Schema<QueuedMail>(
    {
      _id: String,
      sealed: { type: String, required: true },
      at: { type: Date, required: true },
      dueAt: { type: Date, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ dueAt: 1 });
  schema.index({ at: 1 });
  return connection.model<QueuedMail>('QueuedMail', schema, 'queued_mails');
}

/** Stores the mails that wait for the mail server. */
export class QueuedMailStore {
  readonly #model: Model<QueuedMail>;

  constructor(model: Model<QueuedMail>) {
    this.#model = model;
  }

  /** Returns whether the mail was added; false if it waits already. */
  async add(mail: QueuedMail): Promise<boolean> {
    try {
      await this.#model.create(mail);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Claims a due mail, the longest due first; no other process can claim it before `until`. */
  claim(now: Date, until: Date): Promise<QueuedMail | undefined> {
    return claimNext(this.#model, { now, until });
  }

  async postpone(id: string, dueAt: Date): Promise<void> {
    await this.#model.updateOne({ _id: id }, { $set: { dueAt } });
  }

  async remove(id: string): Promise<void> {
    await this.#model.deleteOne({ _id: id });
  }

  /** Returns when the oldest mail was written that still waits; `undefined` if none does. */
  async oldest(): Promise<Date | undefined> {
    return (await this.#model.findOne({}, { at: 1 }).sort({ at: 1 }).lean())?.at;
  }
}
