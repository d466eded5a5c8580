import mongoose, { type Connection, type Model } from 'mongoose';

/** A person's account. The `_id` is the uid of the documents. */
export interface UserRecord {
  _id: string;
  email: string;
  /** Unique: one account an address, whatever its case. */
  emailLower: string;
  passwordHash: string;
  displayName: string;
  companyName: string;
  phone: string;
  role: 'agent';
  /** Random, so that an account can be erased and its credit events stay (design §3). */
  streamId: string;
  emailVerifiedAt?: Date | undefined;
  /** Of a registration that awaits verification; unset once it has led to a session or the password was replaced. */
  registrationId?: string | undefined;
  createdAt: Date;
}

export type UserModel = Model<UserRecord>;

/** The `users` collection; it stays unsharded for its unique e-mail (design §4). */
export function createUserModel(connection: Connection): UserModel {
  const schema = new mongoose.Schema<UserRecord>(
    {
      _id: { type: String, required: true },
      email: { type: String, required: true },
      emailLower: { type: String, required: true },
      passwordHash: { type: String, required: true },
      displayName: { type: String, required: true },
      companyName: { type: String, required: true },
      phone: { type: String, default: '' },
      role: { type: String, enum: ['agent'], required: true },
      streamId: { type: String, required: true },
      emailVerifiedAt: Date,
      registrationId: String,
      createdAt: { type: Date, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ emailLower: 1 }, { unique: true });
  return connection.model<UserRecord>('User', schema, 'users');
}
