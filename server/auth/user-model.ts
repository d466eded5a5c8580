import mongoose, { type Connection, type Model } from 'mongoose';

/** A user account; `_id` is the uid of the API. */
export interface UserRecord {
  _id: string;
  email: string;
  /** Unique: one account per address, ignoring case. */
  emailLower: string;
  passwordHash: string;
  displayName: string;
  companyName: string;
  phone: string;
  role: 'agent';
  /** Random, so that the credit events can outlive a deleted account without naming it. */
  streamId: string;
  emailVerifiedAt?: Date | undefined;
  /** Set while a registration awaits verification; unset when it is completed or the password is replaced. */
  registrationId?: string | undefined;
  createdAt: Date;
}

export type UserModel = Model<UserRecord>;

/** Creates the `users` model. The collection is unsharded because of its unique e-mail index. */
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
