import { normalizedForms, OPEN, type UserModel, type UserRecord } from '#server/features/auth/user-store.ts';

/** Marks accounts as closing, finds these and erases them. */
export class ClosingAccountStore {
  readonly #model: UserModel;

  constructor(model: UserModel) {
    this.#model = model;
  }

  /** Marks an open account whose password hash still is `passwordHash`. Returns it, or `undefined` if there is none. */
  async mark(uid: string, passwordHash: string, closingAt: Date): Promise<UserRecord | undefined> {
    const marked = await this.#model
      .findOneAndUpdate(
        { _id: uid, passwordHash, ...OPEN },
        { $set: { closingAt } },
        { returnDocument: 'after' },
      )
      .lean();
    return marked ?? undefined;
  }

  /** Returns accounts that are being erased, the longest first. */
  list(limit: number): Promise<UserRecord[]> {
    return this.#model
      .find({ closingAt: { $gt: new Date(0) } })
      .sort({ closingAt: 1 })
      .limit(limit)
      .lean();
  }

  /** Returns the account with this address if it is being erased. */
  async byEmail(email: string): Promise<UserRecord | undefined> {
    const emailLower = { $in: normalizedForms(email) };
    return (await this.#model.findOne({ emailLower, closingAt: { $gt: new Date(0) } }).lean()) ?? undefined;
  }

  /** Returns the credit event stream of an account, also of one that is being erased. */
  async streamIdOf(uid: string): Promise<string | undefined> {
    return (await this.#model.findById(uid, { streamId: 1 }).lean())?.streamId;
  }

  /** Erases the record of an account that is being erased. */
  async erase(uid: string): Promise<void> {
    await this.#model.deleteOne({ _id: uid, closingAt: { $exists: true } });
  }
}
