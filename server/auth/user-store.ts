import { mongo } from 'mongoose';
import type { UserModel, UserRecord } from './user-model.ts';

/** Reads and writes accounts. Every write that may race is one compare-and-set. */
export interface UserStore {
  byId(uid: string): Promise<UserRecord | undefined>;
  byEmail(email: string): Promise<UserRecord | undefined>;
  /** Stores a new account; `false` when the address has one already. */
  insert(user: UserRecord): Promise<boolean>;
  /** Marks the address as verified; `false` when it was before. */
  markVerified(uid: string, at: Date): Promise<boolean>;
  /** Verifies the address and replaces the password in one write; `false` when it was verified before. */
  verifyWithPassword(uid: string, at: Date, passwordHash: string): Promise<boolean>;
  /** Uses the registration `id` up; `false` when it was used, or the password was replaced since. */
  useRegistration(uid: string, id: string): Promise<boolean>;
  /** Replaces the password, and with it what the registering browser could still become. */
  setPassword(uid: string, passwordHash: string): Promise<void>;
  /** Changes the fields given and answers the account; `undefined` where there is none. */
  setProfile(uid: string, changes: { displayName?: string; phone?: string }): Promise<UserRecord | undefined>;
}

/** The address as it is compared: without case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** The account store over the `users` collection. */
export function createUserStore(model: UserModel): UserStore {
  return {
    async byId(uid) {
      return (await model.findById(uid).lean()) ?? undefined;
    },
    async byEmail(email) {
      return (await model.findOne({ emailLower: emailKey(email) }).lean()) ?? undefined;
    },
    async insert(user) {
      try {
        await model.create(user);
        return true;
      } catch (error) {
        if (error instanceof mongo.MongoServerError && error.code === 11_000) return false;
        throw error;
      }
    },
    async markVerified(uid, at) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, emailVerifiedAt: { $exists: false } },
        { $set: { emailVerifiedAt: at } },
      );
      return modifiedCount === 1;
    },
    async verifyWithPassword(uid, at, passwordHash) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, emailVerifiedAt: { $exists: false } },
        { $set: { emailVerifiedAt: at, passwordHash }, $unset: { registrationId: 1 } },
      );
      return modifiedCount === 1;
    },
    async useRegistration(uid, id) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, registrationId: id },
        { $unset: { registrationId: 1 } },
      );
      return modifiedCount === 1;
    },
    async setPassword(uid, passwordHash) {
      await model.updateOne({ _id: uid }, { $set: { passwordHash }, $unset: { registrationId: 1 } });
    },
    async setProfile(uid, changes) {
      return (
        (await model.findByIdAndUpdate(uid, { $set: changes }, { returnDocument: 'after' }).lean()) ??
        undefined
      );
    },
  };
}
