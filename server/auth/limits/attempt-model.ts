import mongoose, { type Connection, type Model } from 'mongoose';

/** A counter of attempts within a window, as `rate-limiter-flexible` stores it. */
export interface AttemptRecord {
  key: string;
  points: number;
  expire: Date | null;
}

export const ATTEMPTS_COLLECTION = 'auth_attempts';

/** Creates the `auth_attempts` model. Its unique key makes limits exact across processes. */
export function createAttemptModel(connection: Connection): Model<AttemptRecord> {
  const schema = new mongoose.Schema<AttemptRecord>(
    { key: { type: String, required: true }, points: { type: Number, required: true }, expire: Date },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ key: 1 }, { unique: true });
  schema.index({ expire: 1 }, { expireAfterSeconds: 0 });
  return connection.model<AttemptRecord>('AuthAttempt', schema, ATTEMPTS_COLLECTION);
}
