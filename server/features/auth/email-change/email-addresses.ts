import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';
import {
  type Addressed,
  normalizeEmail,
  OPEN,
  type UserModel,
  type UserRecord,
} from '#server/features/auth/user-store.ts';

/** What became of a change of address: a lost one no longer applied, a taken address belongs to another account. */
type AddressChange = 'changed' | 'lost' | 'taken';

/** Replaces the addresses of accounts and finds those never verified. Each write is one conditional update. */
export interface EmailAddresses {
  /** Replaces the address of the pending registration `id`, unless it has been verified meanwhile. */
  correct(registration: { uid: string; id: string }, email: string): Promise<AddressChange>;
  /** Replaces the address that `user` was read with by a verified one, unless the password was replaced since. */
  change(user: Addressed & Pick<UserRecord, 'passwordHash'>, email: string, at: Date): Promise<AddressChange>;
  /** Returns accounts that began with verification and never had it: created in `from`–`until`, the oldest first. */
  neverVerified(from: Date, until: Date, limit: number): Promise<UserRecord[]>;
  /** Erases an account unless it has been verified meanwhile. Returns whether it did. */
  eraseUnverified(uid: string): Promise<boolean>;
}

const UNVERIFIED = {
  ...OPEN,
  registrationId: { $exists: true },
  emailVerifiedAt: { $exists: false },
} as const;

/** Creates the store of addresses over the `users` collection, whose unique index decides who has an address. */
export function createEmailAddresses(model: UserModel): EmailAddresses {
  return {
    correct: ({ uid, id }, email) =>
      replace(() =>
        model.updateOne({ ...UNVERIFIED, _id: uid, registrationId: id }, { $set: fieldsOf(email) }),
      ),
    change: ({ _id, emailLower, passwordHash }, email, at) =>
      replace(() =>
        model.updateOne(
          { _id, emailLower, passwordHash, ...OPEN },
          { $set: { ...fieldsOf(email), emailVerifiedAt: at }, $unset: { registrationId: 1 } },
        ),
      ),
    neverVerified: (from, until, limit) =>
      model
        .find({ ...UNVERIFIED, createdAt: { $gt: from, $lte: until } })
        .sort({ createdAt: 1 })
        .limit(limit)
        .lean(),
    async eraseUnverified(uid) {
      return (await model.deleteOne({ ...UNVERIFIED, _id: uid })).deletedCount === 1;
    },
  };
}

function fieldsOf(email: string): Pick<UserRecord, 'email' | 'emailLower'> {
  return { email, emailLower: normalizeEmail(email) };
}

async function replace(update: () => Promise<{ matchedCount: number }>): Promise<AddressChange> {
  try {
    return (await update()).matchedCount === 1 ? 'changed' : 'lost';
  } catch (error) {
    if (isDuplicateKey(error)) return 'taken';
    throw error;
  }
}
