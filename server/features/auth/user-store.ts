import mongoose, { type Connection, type Model, type UpdateQuery } from 'mongoose';
import { comparableEmail } from '#shared/email-address.ts';
import { OPTIONAL_MAILS, type OptionalMail } from '#shared/schemas/account/mail-choices.ts';
import { unauthenticated } from '#server/platform/lib/errors.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

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
  /** Optional mails that the user has turned off; absent if none ever was. */
  mutedMails?: OptionalMail[] | undefined;
  /** Set while a registration awaits verification; unset when it is completed or the password is replaced. */
  registrationId?: string | undefined;
  /** Set once the user has closed the list of first steps. */
  firstRunClosed?: boolean | undefined;
  createdAt: Date;
  /** Since when no calls are placed for the account, by support. */
  suspendedAt?: Date | undefined;
  /** Since when the account is being erased. From then on it counts as absent. */
  closingAt?: Date | undefined;
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
      mutedMails: { type: [String], enum: OPTIONAL_MAILS, default: undefined },
      registrationId: String,
      firstRunClosed: Boolean,
      createdAt: { type: Date, required: true },
      suspendedAt: Date,
      closingAt: Date,
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ emailLower: 1 }, { unique: true });
  schema.index({ createdAt: 1 }, { partialFilterExpression: { registrationId: { $exists: true } } });
  schema.index({ closingAt: 1 }, { sparse: true });
  return connection.model<UserRecord>('User', schema, 'users');
}

/** An account and the address that it had when it was read. */
export type Addressed = Pick<UserRecord, '_id' | 'emailLower'>;

/** The fields of an account that its owner may change at any time. */
export type ProfileChanges = Partial<Pick<UserRecord, 'displayName' | 'companyName' | 'phone'>>;

/** Accounts that are not being erased. Every method applies to these alone. */
export const OPEN = { closingAt: { $exists: false } } as const;

/** Reads and writes open accounts. Each write that may race is one conditional update. */
export interface UserStore {
  byId(uid: string): Promise<UserRecord | undefined>;
  byEmail(email: string): Promise<UserRecord | undefined>;
  /** Returns which of some users have an open account. */
  openAmong(uids: readonly string[]): Promise<Set<string>>;
  /** Inserts an account; returns `false` if the address is taken. */
  insert(user: UserRecord): Promise<boolean>;
  /** Marks the address as verified; returns `false` if it already was, or is no longer the one of `user`. */
  markVerified(user: Addressed, at: Date): Promise<boolean>;
  /** The same, and replaces the password in the same write. */
  verifyWithPassword(user: Addressed, at: Date, passwordHash: string): Promise<boolean>;
  /** Redeems the registration `id`; returns `false` if it was redeemed before or the password was replaced. */
  useRegistration(uid: string, id: string): Promise<boolean>;
  /** Replaces the password if its hash still is `from`, and voids a pending registration. Returns whether it did. */
  replacePassword(uid: string, from: string, to: string): Promise<boolean>;
  /** The same, if the address still is the one of `user` too. */
  setPassword(user: Addressed & Pick<UserRecord, 'passwordHash'>, passwordHash: string): Promise<boolean>;
  /** Updates the given fields and returns the account, or `undefined` if it does not exist. */
  setProfile(uid: string, changes: ProfileChanges): Promise<UserRecord | undefined>;
  /** Closes the list of first steps. */
  closeFirstRun(uid: string): Promise<void>;
  /** Suspends the account. Returns false if it already was. */
  suspend(uid: string, at: Date): Promise<boolean>;
  /** Ends the suspension of the account. Returns false if it was not suspended. */
  unsuspend(uid: string): Promise<boolean>;
  /** Turns an optional mail on or off and returns the account, or `undefined` if it does not exist. */
  setMail(uid: string, mail: OptionalMail, on: boolean): Promise<UserRecord | undefined>;
}

/** Returns the form of an address that is unique to an account. */
export function normalizeEmail(email: string): string {
  return comparableEmail(email);
}

/** Earlier accounts have an address in lower case that was not normalised otherwise. */
export function normalizedForms(email: string): string[] {
  return [...new Set([normalizeEmail(email), email.trim().toLowerCase()])];
}

/** Returns the account of a session. Throws `AppError` UNAUTHENTICATED if it was deleted meanwhile. */
export async function signedInAccount(
  { users }: { users: Pick<UserStore, 'byId'> },
  uid: string,
): Promise<UserRecord> {
  const user = await users.byId(uid);
  if (user === undefined) throw unauthenticated();
  return user;
}

/** Creates the account store over the `users` collection. */
export function createUserStore(model: UserModel): UserStore {
  return {
    async byId(uid) {
      return (await model.findOne({ _id: uid, ...OPEN }).lean()) ?? undefined;
    },
    async byEmail(email) {
      const filter = { emailLower: { $in: normalizedForms(email) }, ...OPEN };
      return (await model.findOne(filter).lean()) ?? undefined;
    },
    async openAmong(uids) {
      const found = await model.find({ _id: { $in: uids }, ...OPEN }, { _id: 1 }).lean();
      return new Set(found.map(({ _id }) => _id));
    },
    insert(user) {
      return isInserted(() => model.create(user));
    },
    async markVerified({ _id, emailLower }, at) {
      const { modifiedCount } = await model.updateOne(
        { _id, emailLower, ...OPEN, emailVerifiedAt: { $exists: false } },
        { $set: { emailVerifiedAt: at } },
      );
      return modifiedCount === 1;
    },
    async verifyWithPassword({ _id, emailLower }, at, passwordHash) {
      const { modifiedCount } = await model.updateOne(
        { _id, emailLower, ...OPEN, emailVerifiedAt: { $exists: false } },
        { $set: { emailVerifiedAt: at, passwordHash }, $unset: { registrationId: 1 } },
      );
      return modifiedCount === 1;
    },
    async useRegistration(uid, id) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, ...OPEN, registrationId: id },
        { $unset: { registrationId: 1 } },
      );
      return modifiedCount === 1;
    },
    async replacePassword(uid, from, to) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, ...OPEN, passwordHash: from },
        { $set: { passwordHash: to }, $unset: { registrationId: 1 } },
      );
      return modifiedCount === 1;
    },
    async setPassword({ _id, emailLower, passwordHash: from }, passwordHash) {
      const { modifiedCount } = await model.updateOne(
        { _id, emailLower, passwordHash: from, ...OPEN },
        { $set: { passwordHash }, $unset: { registrationId: 1 } },
      );
      return modifiedCount === 1;
    },
    setProfile: (uid, changes) => update(model, uid, { $set: changes }),
    async closeFirstRun(uid) {
      await update(model, uid, { $set: { firstRunClosed: true } });
    },
    async suspend(uid, at) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, ...OPEN, suspendedAt: { $exists: false } },
        { $set: { suspendedAt: at } },
      );
      return modifiedCount === 1;
    },
    async unsuspend(uid) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, ...OPEN, suspendedAt: { $exists: true } },
        { $unset: { suspendedAt: 1 } },
      );
      return modifiedCount === 1;
    },
    setMail: (uid, mail, on) =>
      update(model, uid, on ? { $pull: { mutedMails: mail } } : { $addToSet: { mutedMails: mail } }),
  };
}

/** Returns the account after an update of it, or `undefined` if it is not open. */
async function update(
  model: UserModel,
  uid: string,
  change: UpdateQuery<UserRecord>,
): Promise<UserRecord | undefined> {
  const filter = { _id: uid, ...OPEN };
  return (await model.findOneAndUpdate(filter, change, { returnDocument: 'after' }).lean()) ?? undefined;
}
