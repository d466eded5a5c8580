import mongoose, { type Connection, type Model } from 'mongoose';
import { DAY_SECONDS, HOUR_MS } from '#shared/time-units.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { hashSecret, newSecret } from '#server/platform/lib/secrets/ids.ts';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';

const LINK_KINDS = ['verify-email', 'reset-password', 'change-email'] as const;
/** The action that a mailed link permits. */
type LinkKind = (typeof LINK_KINDS)[number];

/** A mailed link. Only the hash of its secret is stored, so that a copy of the database gives no access. */
export interface MailedLinkRecord {
  /** SHA-256 of the secret. */
  _id: string;
  kind: LinkKind;
  uid: string;
  /** The address that the link was mailed to; absent on links of earlier versions, which no longer work. */
  email?: string | undefined;
  /** For `change-email`: the address of the account when the change was requested, in canonical form. */
  from?: string | undefined;
  /** Of kinds that another password voids: the digest of the one that was valid when the link was requested. */
  passwordDigest?: string | undefined;
  createdAt: Date;
  expiresAt: Date;
  usedAt?: Date | undefined;
  /** Set only on the newest link of kinds where a new link voids the previous one. */
  newest?: true | undefined;
}

type MailedLinkModel = Model<MailedLinkRecord>;

/** Links are kept for a week after expiry, so that an old one still reports that the address is verified. */
const RETENTION_SECONDS = 7 * DAY_SECONDS;

/** The `mailed_links` collection. */
export function createMailedLinkModel(connection: Connection): MailedLinkModel {
  const schema = new mongoose.Schema<MailedLinkRecord>(
    {
      _id: { type: String, required: true },
      kind: { type: String, enum: LINK_KINDS, required: true },
      uid: { type: String, required: true },
      email: String,
      from: String,
      passwordDigest: String,
      createdAt: { type: Date, required: true },
      expiresAt: { type: Date, required: true },
      usedAt: Date,
      newest: Boolean,
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
  schema.index({ uid: 1 });
  schema.index(
    { uid: 1, kind: 1, newest: 1 },
    { unique: true, partialFilterExpression: { newest: { $exists: true } } },
  );
  return connection.model<MailedLinkRecord>('MailedLink', schema, 'mailed_links');
}

const LIFETIME_MS: Readonly<Record<LinkKind, number>> = {
  'verify-email': 24 * HOUR_MS,
  'reset-password': HOUR_MS,
  'change-email': HOUR_MS,
};

/** Kinds where a new link voids all previous ones. Links of other kinds all work until one is used. */
const NEWEST_ONLY: ReadonlySet<LinkKind> = new Set(['reset-password', 'change-email']);

/** Whom a link is for. */
type LinkTarget = Pick<MailedLinkRecord, 'uid' | 'from' | 'passwordDigest'> & { email: string };

/** Returns what a link keeps of the password that was valid when it was requested. */
export function passwordDigest({ passwordHash }: Pick<UserRecord, 'passwordHash'>): string {
  return hashSecret(passwordHash);
}

/** Issues and redeems the secrets of mailed links. */
export interface MailedLinks {
  /** Creates a link for the mail to an address and returns its secret, which is not stored. */
  issue(kind: LinkKind, target: LinkTarget): Promise<string>;
  /** Returns the link of a secret, including used, expired and replaced links. */
  find(kind: LinkKind, secret: string): Promise<MailedLinkRecord | undefined>;
  /** Marks a link as used; returns `false` if it was used or replaced before or has expired. */
  redeem(link: MailedLinkRecord): Promise<boolean>;
  /** Erases all links of a user. */
  eraseAll(uid: string): Promise<void>;
}

/** The link store over the `mailed_links` collection. */
export function createMailedLinks(model: MailedLinkModel, clock: Clock): MailedLinks {
  return {
    async issue(kind, target) {
      const secret = newSecret();
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS[kind]);
      const link = { _id: hashSecret(secret), kind, ...target, createdAt, expiresAt };
      if (NEWEST_ONLY.has(kind)) await createNewest(model, link);
      else await model.create(link);
      return secret;
    },
    async find(kind, secret) {
      return (await model.findOne({ _id: hashSecret(secret), kind }).lean()) ?? undefined;
    },
    async redeem({ _id, kind }) {
      const usedAt = clock.now();
      const { modifiedCount } = await model.updateOne(
        {
          _id,
          usedAt: { $exists: false },
          expiresAt: { $gt: usedAt },
          ...(NEWEST_ONLY.has(kind) && { newest: true }),
        },
        { $set: { usedAt } },
      );
      return modifiedCount === 1;
    },
    async eraseAll(uid) {
      await model.deleteMany({ uid });
    },
  };
}

async function voidNewest(model: MailedLinkModel, kind: LinkKind, uid: string): Promise<void> {
  await model.updateMany({ uid, kind, newest: true }, { $unset: { newest: 1 } });
}

/** Replaces the newest link. The unique index admits one newest link at a time; a concurrent creation is retried. */
async function createNewest(model: MailedLinkModel, link: MailedLinkRecord): Promise<void> {
  const { uid, kind } = link;
  for (;;) {
    await voidNewest(model, kind, uid);
    try {
      await model.create({ ...link, newest: true });
      return;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
