import mongoose, { type Connection, type Model } from 'mongoose';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** A second factor that is on. */
interface SecondFactorValues {
  enabledAt: Date;
  /** The encrypted secret of the codes. */
  secret: string;
  /** The time step of the last code that was used: it and earlier ones are refused. */
  lastStep: number;
  /** Hashes of the recovery codes that are left. */
  recoveryCodes: string[];
}

/** The codes of an authenticator app that a user signs in with, after the password. `_id` is the uid. */
export interface SecondFactorRecord extends Partial<SecondFactorValues> {
  _id: string;
  setup?: Setup;
  /** When support was asked to remove the factor; a use of it from then on keeps it. */
  resetAskedAt?: Date | undefined;
  /** When it is removed: a day after its owner was told. */
  resetAt?: Date | undefined;
}

/** A secret that awaits its first code. */
interface Setup {
  /** Encrypted. */
  secret: string;
  /** The session that it was shown in; absent on those of earlier versions, which must be begun again. */
  session?: string | undefined;
  at: Date;
}

/** Unset where the factor is kept. */
export const NO_RESET = { resetAskedAt: 1, resetAt: 1 } as const;

/** A record whose second factor is on. */
export type ActiveSecondFactor = SecondFactorValues & { _id: string };

export type SecondFactorModel = Model<SecondFactorRecord>;

/** Creates the `second_factors` model. */
export function createSecondFactorModel(connection: Connection): SecondFactorModel {
  const schema = new mongoose.Schema<SecondFactorRecord>(
    {
      _id: { type: String, required: true },
      setup: new mongoose.Schema(
        { secret: { type: String, required: true }, session: String, at: { type: Date, required: true } },
        { _id: false },
      ),
      enabledAt: Date,
      secret: String,
      lastStep: Number,
      recoveryCodes: { type: [String], default: undefined },
      resetAskedAt: Date,
      resetAt: Date,
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ secret: 1 }, { sparse: true });
  schema.index({ resetAskedAt: 1 }, { sparse: true });
  schema.index({ resetAt: 1 }, { sparse: true });
  return connection.model<SecondFactorRecord>('SecondFactor', schema, 'second_factors');
}

/** Reads and writes second factors. Each write that may race is one conditional update. */
export interface SecondFactorStore {
  byUser(uid: string): Promise<SecondFactorRecord | undefined>;
  /**
   * Stores a secret that awaits its first code, unless there is one of the same session since `validFrom`. Returns the one
   * that is stored then; undefined if the factor is on already.
   */
  beginSetup(uid: string, setup: Required<Setup>, validFrom: Date): Promise<string | undefined>;
  /** Turns the second factor on with the secret that awaits its first code. Returns false if that was replaced. */
  enable(uid: string, values: SecondFactorValues): Promise<boolean>;
  /** Records the use of the code of a time step, and keeps the factor. Returns false if it, or a later one, was used before. */
  useStep(uid: string, step: number, secret: string): Promise<boolean>;
  /** Removes a recovery code, and keeps the factor. Returns how many are left, or `undefined` if there is none with this hash. */
  useRecoveryCode(uid: string, hash: string): Promise<number | undefined>;
  /** Replaces the recovery codes if they still are those of `factor`. Returns whether it did. */
  replaceRecoveryCodes(factor: ActiveSecondFactor, hashes: string[]): Promise<boolean>;
  /** Returns factors whose encrypted secret begins with `prefix`. */
  sealedWith(prefix: string, limit: number): Promise<Pick<ActiveSecondFactor, '_id' | 'secret'>[]>;
  /** Counts the factors whose encrypted secret begins with none of the prefixes. */
  countSealedOtherwise(prefixes: readonly string[]): Promise<number>;
  /** Replaces the encrypted secret if it still is `from`. */
  reseal(uid: string, from: string, to: string): Promise<void>;
  /** Turns the second factor off, if it has this encrypted secret where one is given. Returns whether it did. */
  remove(uid: string, secret?: string): Promise<boolean>;
  /** Removes the second factor, and a secret that awaits its first code. */
  erase(uid: string): Promise<void>;
}

/** Creates the store over the `second_factors` collection. */
export function createSecondFactorStore(model: SecondFactorModel): SecondFactorStore {
  return {
    async byUser(uid) {
      return (await model.findById(uid).lean()) ?? undefined;
    },
    async beginSetup(uid, { secret, session, at }, validFrom) {
      const goesOn = { $and: [{ $eq: ['$setup.session', session] }, { $gte: ['$setup.at', validFrom] }] };
      const setup = { secret: { $cond: [goesOn, '$setup.secret', secret] }, session, at };
      for (;;) {
        try {
          const begun = await model
            .findOneAndUpdate({ _id: uid, enabledAt: { $exists: false } }, [{ $set: { setup } }], {
              upsert: true,
              returnDocument: 'after',
              updatePipeline: true,
            })
            .lean();
          return begun.setup?.secret;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
        // The id is taken: the factor is on, or a parallel call was the first to insert.
        if ((await model.exists({ _id: uid, enabledAt: { $exists: true } })) !== null) return undefined;
      }
    },
    async enable(uid, values) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, 'setup.secret': values.secret, enabledAt: { $exists: false } },
        { $set: values, $unset: { setup: 1 } },
      );
      return modifiedCount === 1;
    },
    async useStep(uid, step, secret) {
      const { modifiedCount } = await model.updateOne(
        { _id: uid, secret, lastStep: { $lt: step } },
        { $set: { lastStep: step }, $unset: NO_RESET },
      );
      return modifiedCount === 1;
    },
    async useRecoveryCode(uid, hash) {
      const record = await model
        .findOneAndUpdate(
          { _id: uid, enabledAt: { $exists: true }, recoveryCodes: hash },
          { $pull: { recoveryCodes: hash }, $unset: NO_RESET },
          { returnDocument: 'after' },
        )
        .lean();
      return record?.recoveryCodes?.length;
    },
    async replaceRecoveryCodes({ _id, recoveryCodes: before }, recoveryCodes) {
      const { matchedCount } = await model.updateOne(
        { _id, enabledAt: { $exists: true }, recoveryCodes: { $eq: before } },
        { $set: { recoveryCodes } },
      );
      return matchedCount === 1;
    },
    sealedWith: (prefix, limit) =>
      model
        .find({ secret: { $gte: prefix, $lt: `${prefix}\uffff` } }, { secret: 1 })
        .limit(limit)
        .lean<Pick<ActiveSecondFactor, '_id' | 'secret'>[]>(),
    countSealedOtherwise: (prefixes) =>
      // The gaps between them: the others are not read.
      model.countDocuments({ $or: gapsBetween(prefixes).map((secret) => ({ secret })) }),
    async reseal(uid, from, to) {
      await model.updateOne({ _id: uid, secret: from }, { $set: { secret: to } });
    },
    async remove(uid, secret) {
      const { deletedCount } = await model.deleteOne({
        _id: uid,
        enabledAt: { $exists: true },
        ...(secret !== undefined && { secret }),
      });
      return deletedCount === 1;
    },
    async erase(uid) {
      await model.deleteOne({ _id: uid });
    },
  };
}

function gapsBetween(prefixes: readonly string[]): { $gt?: string; $lt: string }[] {
  const sorted = prefixes.toSorted();
  return [...sorted, undefined].map((next, at) => {
    const previous = sorted[at - 1];
    return { ...(previous !== undefined && { $gt: `${previous}\uffff` }), $lt: next ?? '\uffff' };
  });
}
