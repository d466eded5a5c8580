import mongoose, { type Connection, type Model } from 'mongoose';

/** A phone that awaits its code. `_id` is the uid. */
export interface TestPhoneRecord {
  _id: string;
  /** Eleven digits beginning with 1. */
  phone: string;
  codeHash: string;
  expiresAt: Date;
  /** How many codes were entered. */
  tries: number;
}

export type TestPhoneModel = Model<TestPhoneRecord>;

/** The `test_phones` collection. */
export function createTestPhoneModel(connection: Connection): TestPhoneModel {
  const schema = new mongoose.Schema<TestPhoneRecord>(
    {
      _id: { type: String, required: true },
      phone: { type: String, required: true },
      codeHash: { type: String, required: true },
      expiresAt: { type: Date, required: true },
      tries: { type: Number, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<TestPhoneRecord>('TestPhone', schema, 'test_phones');
}

/** Stores the phones that await their codes, one for each user. */
export class TestPhoneStore {
  readonly #model: TestPhoneModel;

  constructor(model: TestPhoneModel) {
    this.#model = model;
  }

  /** Stores a phone in place of an earlier one. */
  async put({ _id, ...record }: TestPhoneRecord): Promise<void> {
    await this.#model.updateOne({ _id }, { $set: record }, { upsert: true });
  }

  /** Returns the phone that awaits its code at this time. */
  async of(uid: string, at: Date): Promise<TestPhoneRecord | undefined> {
    return (
      (await this.#model.findOne({ _id: uid, expiresAt: { $gt: at } }).lean<TestPhoneRecord>()) ?? undefined
    );
  }

  /** Counts a code that is entered; returns the phone, or undefined once it is expired or `maxTries` were entered. */
  async countTry(uid: string, at: Date, maxTries: number): Promise<TestPhoneRecord | undefined> {
    const open = { _id: uid, expiresAt: { $gt: at }, tries: { $lt: maxTries } };
    const counted = this.#model.findOneAndUpdate(open, { $inc: { tries: 1 } });
    return (await counted.lean<TestPhoneRecord>()) ?? undefined;
  }

  async erase(uid: string): Promise<void> {
    await this.#model.deleteOne({ _id: uid });
  }
}
