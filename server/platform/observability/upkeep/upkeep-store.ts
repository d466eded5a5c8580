import { Schema, type Connection, type Model } from 'mongoose';

/** When operators last did what they do again and again, for the metrics. */
export interface UpkeepRecord {
  _id: 'backup' | 'copy' | 'audit';
  /** Of a backup the moment that it holds; of a copy when its backup was begun; of an audit its end. */
  at: Date;
  /** How many differences an audit found. */
  differences?: number;
}

const schema = new Schema<UpkeepRecord>(
  { _id: { type: String, required: true }, at: { type: Date, required: true }, differences: Number },
  { autoIndex: false, versionKey: false, collection: 'upkeep' },
);

export function createUpkeepModel(connection: Connection): Model<UpkeepRecord> {
  return connection.model<UpkeepRecord>('Upkeep', schema);
}

/** Reads and writes what operators did last; a document for each kind of work. */
export class UpkeepStore {
  readonly #model: Model<UpkeepRecord>;

  constructor(model: Model<UpkeepRecord>) {
    this.#model = model;
  }

  /** Records that a backup is complete. An older one that ends later changes nothing. */
  recordBackup(at: Date): Promise<void> {
    return this.#recordLatest('backup', at);
  }

  /** Records that a backup is in the bucket of copies; an older one changes nothing. */
  recordCopy(at: Date): Promise<void> {
    return this.#recordLatest('copy', at);
  }

  /** Records what an audit found. */
  async recordAudit(at: Date, differences: number): Promise<void> {
    await this.#model.updateOne({ _id: 'audit' }, { $set: { at, differences } }, { upsert: true });
  }

  /** Returns the last work of a kind, if there was any. */
  async last(work: UpkeepRecord['_id']): Promise<UpkeepRecord | undefined> {
    return (await this.#model.findById(work).lean<UpkeepRecord>()) ?? undefined;
  }

  async #recordLatest(_id: UpkeepRecord['_id'], at: Date): Promise<void> {
    await this.#model.updateOne({ _id }, { $max: { at } }, { upsert: true });
  }
}
