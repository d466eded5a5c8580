import mongoose, { type Connection, type Model } from 'mongoose';

export const LINK_KINDS = ['verify-email', 'reset-password'] as const;
/** What following a mailed link proves the person may do. */
export type LinkKind = (typeof LINK_KINDS)[number];

/** A secret that was mailed. Only its hash is kept, so that a copy of the database opens nothing. */
export interface MailedLinkRecord {
  /** SHA-256 of the secret. */
  _id: string;
  kind: LinkKind;
  uid: string;
  createdAt: Date;
  expiresAt: Date;
  usedAt?: Date | undefined;
  /** Set on the newest link alone, for kinds of which only that one works. */
  newest?: true | undefined;
}

export type MailedLinkModel = Model<MailedLinkRecord>;

/** Kept a week past their end, so that an old link can still say that the address is verified. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;

/** The `mailed_links` collection. */
export function createMailedLinkModel(connection: Connection): MailedLinkModel {
  const schema = new mongoose.Schema<MailedLinkRecord>(
    {
      _id: { type: String, required: true },
      kind: { type: String, enum: LINK_KINDS, required: true },
      uid: { type: String, required: true },
      createdAt: { type: Date, required: true },
      expiresAt: { type: Date, required: true },
      usedAt: Date,
      newest: Boolean,
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });
  schema.index(
    { uid: 1, kind: 1, newest: 1 },
    { unique: true, partialFilterExpression: { newest: { $exists: true } } },
  );
  return connection.model<MailedLinkRecord>('MailedLink', schema, 'mailed_links');
}
