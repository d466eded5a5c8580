import { Schema, type Connection, type Model } from 'mongoose';
import { MINUTE_MS } from '#shared/time-units.ts';

/** A process that works on the database, as it last said. */
export interface ProcessRecord {
  _id: string;
  role: string;
  host: string;
  pid: number;
  /** Its schema version. */
  version: number;
  /** Whether it works, or is still starting. */
  working: boolean;
  /** Identifies the secret that it signs with, and reveals nothing of it. */
  signsWith: string;
  startedAt: Date;
  seenAt: Date;
}

export type ProcessModel = Model<ProcessRecord>;

/** A process that was not seen for this long is gone. */
export const GONE_AFTER_MS = MINUTE_MS;

const schema = new Schema<ProcessRecord>(
  {
    _id: { type: String, required: true },
    role: { type: String, required: true },
    host: { type: String, required: true },
    pid: { type: Number, required: true },
    version: { type: Number, required: true },
    working: { type: Boolean, required: true },
    signsWith: { type: String, required: true },
    startedAt: { type: Date, required: true },
    seenAt: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, collection: 'processes' },
);
// Later than `GONE_AFTER_MS`, which is compared with the exact time.
schema.index({ seenAt: 1 }, { expireAfterSeconds: 600 });

/** Creates the model of the processes. */
export function createProcessModel(connection: Connection): ProcessModel {
  return connection.model<ProcessRecord>('Process', schema);
}

/** Reads and writes which processes work on the database. */
export class ProcessStore {
  readonly #model: ProcessModel;

  constructor(model: ProcessModel) {
    this.#model = model;
  }

  /** Records that a process is there. */
  async save({ _id, ...fields }: ProcessRecord): Promise<void> {
    await this.#model.updateOne({ _id }, { $set: fields }, { upsert: true });
  }

  /** Removes a process that ends. */
  async remove(id: string): Promise<void> {
    await this.#model.deleteOne({ _id: id });
  }

  /** Returns whether a process that does background work is there. */
  async hasWorker(now: Date): Promise<boolean> {
    return (await this.list(now)).some(
      ({ role, working }) => working && (role === 'worker' || role === 'all'),
    );
  }

  /** Returns the processes that are there. */
  async list(now: Date): Promise<ProcessRecord[]> {
    const since = new Date(now.getTime() - GONE_AFTER_MS);
    return this.#model
      .find({ seenAt: { $gt: since } })
      .lean<ProcessRecord[]>()
      .exec();
  }
}
