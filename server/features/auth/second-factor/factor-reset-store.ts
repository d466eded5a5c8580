import type { SecondFactorModel } from './second-factor-store.ts';

/** The second factors that are to be removed, as support was asked to. Each write that may race is one conditional update. */
export interface FactorResetStore {
  /** Has a factor that is on removed at a time, unless it is used before. Returns false if it is off, or that is so already. */
  ask(uid: string, resetAt: Date): Promise<boolean>;
  /** Keeps a factor that was to be removed. Returns false if it was not. */
  cancel(uid: string): Promise<boolean>;
  /** Returns factors that are to be removed by now. */
  due(now: Date, limit: number): Promise<{ _id: string; resetAt: Date }[]>;
  /** Removes a factor if it still is to be removed at this time. Returns whether it did. */
  remove(uid: string, resetAt: Date): Promise<boolean>;
}

/** Creates the store over the `second_factors` collection. */
export function createFactorResetStore(model: SecondFactorModel): FactorResetStore {
  return {
    async ask(uid, resetAt) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, enabledAt: { $exists: true }, resetAt: { $exists: false } },
        { $set: { resetAt } },
      );
      return modifiedCount === 1;
    },
    async cancel(uid) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, resetAt: { $exists: true } },
        { $unset: { resetAt: 1 } },
      );
      return modifiedCount === 1;
    },
    due: (now, limit) =>
      model
        .find({ resetAt: { $lte: now } }, { resetAt: 1 })
        .sort({ resetAt: 1 })
        .limit(limit)
        .lean<{ _id: string; resetAt: Date }[]>(),
    async remove(uid, resetAt) {
      const { deletedCount } = await model.deleteOne({ _id: uid, resetAt });
      return deletedCount === 1;
    },
  };
}
