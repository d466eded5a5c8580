import mongoose, { type Connection, type Model } from 'mongoose';

export const REQUEST_COUNTS = 'api_key_requests';

/** The requests of an API key within a window, as `rate-limiter-flexible` stores them. */
interface RequestCount {
  key: string;
  points: number;
  expire: Date | null;
}

/** The `api_key_requests` collection. Its unique key makes the limit exact across processes. */
export function createRequestCountModel(connection: Connection): Model<RequestCount> {
  const schema = new mongoose.Schema<RequestCount>(
    { key: { type: String, required: true }, points: { type: Number, required: true }, expire: Date },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ key: 1 }, { unique: true });
  schema.index({ expire: 1 }, { expireAfterSeconds: 0 });
  return connection.model<RequestCount>('ApiKeyRequests', schema, REQUEST_COUNTS);
}
