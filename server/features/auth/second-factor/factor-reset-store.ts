import { NO_RESET, type SecondFactorModel } from './second-factor-store.ts';

/** A factor that support was asked to remove. */
interface AskedReset {
  _id: string;
  resetAskedAt: Date;
}
/** A factor that is removed at a time. */
interface DueReset {
  _id: string;
  resetAt: Date;
}

/** The second factors that are to be removed, as support was asked to. Each write that may race is one conditional update. */
export interface FactorResetStore {
  /** Has a factor that is on removed, unless it is used before. Returns false if it is off, or that is so already. */
  ask(uid: string, askedAt: Date): Promise<boolean>;
  /** Keeps a factor that was to be removed. Returns false if it was not. */
  cancel(uid: string): Promise<boolean>;
  /** Returns factors whose owners have not been told yet. */
  asked(limit: number): Promise<AskedReset[]>;
  /** Sets when a factor is removed, once its owner was told, if that is still asked for. */
  schedule(reset: AskedReset, resetAt: Date): Promise<void>;
  /** Returns factors that are to be removed by now. */
  due(now: Date, limit: number): Promise<DueReset[]>;
  /** Removes a factor if it still is to be removed at this time. Returns whether it did. */
  remove(reset: DueReset): Promise<boolean>;
}

/** Creates the store over the `second_factors` collection. */
export function createFactorResetStore(model: SecondFactorModel): FactorResetStore {
  return {
    async ask(uid, resetAskedAt) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, enabledAt: { $exists: true }, resetAskedAt: { $exists: false } },
        { $set: { resetAskedAt } },
      );
      return modifiedCount === 1;
    },
    async cancel(uid) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, resetAskedAt: { $exists: true } },
        { $unset: NO_RESET },
      );
      return modifiedCount === 1;
    },
    asked: (limit) =>
      model
        .find({ resetAskedAt: { $gt: new Date(0) }, resetAt: { $exists: false } }, { resetAskedAt: 1 })
        .sort({ resetAskedAt: 1 })
        .limit(limit)
        .lean<AskedReset[]>(),
    async schedule({ _id, resetAskedAt }, resetAt) {
      await model.updateOne({ _id, resetAskedAt }, { $set: { resetAt } });
    },
    due: (now, limit) =>
      model
        .find({ resetAt: { $lte: now } }, { resetAt: 1 })
        .sort({ resetAt: 1 })
        .limit(limit)
        .lean<DueReset[]>(),
    async remove({ _id, resetAt }) {
      const { deletedCount } = await model.deleteOne({ _id, resetAt });
      return deletedCount === 1;
    },
  };
}
