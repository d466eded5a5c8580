import { Schema, type Connection, type Model } from 'mongoose';
import { DAY_MS } from '#shared/time-units.ts';
import { isDuplicatesOnly } from '#server/lib/mongodb/mongo-errors.ts';

/** No limit counts calls that are older. */
const KEPT_DAYS = 40;

/** The calls of a user to one number. One document, so that a call is counted and recorded in one step. */
interface CalledNumberDocument {
  /** `<user>:<number>`. */
  _id: string;
  /** By attempt id. */
  calls: { id: string; at: Date }[];
  /** When the last one was recorded. */
  lastAt: Date;
}

/** At most `calls` within the last `days`. */
export interface Limit {
  calls: number;
  days: number;
}

/** A call to record, if none of its limits is reached. */
export interface LimitedCall {
  attemptId: string;
  phone: string;
  limits: readonly Limit[];
}

type CallLogModel = Model<CalledNumberDocument>;

const schema = new Schema<CalledNumberDocument>(
  {
    _id: { type: String, required: true },
    calls: { type: [{ _id: false, id: String, at: Date }], required: true },
    lastAt: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, collection: 'call_log' },
);

schema.index({ lastAt: 1 }, { expireAfterSeconds: (KEPT_DAYS * DAY_MS) / 1_000 });

export function createCallLogModel(connection: Connection): CallLogModel {
  return connection.model<CalledNumberDocument>('CalledNumber', schema);
}

const idOf = (userId: string, phone: string) => `${userId}:${phone}`;

/** Calls by user and number. */
export class CallLogStore {
  readonly #model: CallLogModel;

  constructor(model: CallLogModel) {
    this.#model = model;
  }

  /** Records the calls that reach none of their limits. Returns the attempt ids of all that are recorded, now or before. */
  async record(userId: string, calls: readonly LimitedCall[], now: Date): Promise<ReadonlySet<string>> {
    const known = await this.#recordFirst(userId, calls, now);
    const first = calls.filter((call) => !known.includes(call)).map(({ attemptId }) => attemptId);
    return new Set([...first, ...(await this.#recordFurther(userId, known, now))]);
  }

  /** Records calls to numbers that have none, a tenth of the work of an update. Returns the calls to all other numbers. */
  async #recordFirst(userId: string, calls: readonly LimitedCall[], now: Date): Promise<LimitedCall[]> {
    if (calls.length === 0) return [];
    const numbers = calls.map(({ attemptId, phone }) => ({
      _id: idOf(userId, phone) as never,
      calls: [{ id: attemptId, at: now }],
      lastAt: now,
    }));
    try {
      await this.#model.collection.insertMany(numbers, { ordered: false });
      return [];
    } catch (error) {
      if (!isDuplicatesOnly(error)) throw error;
      return [error.writeErrors].flat().flatMap(({ index }) => calls[index] ?? []);
    }
  }

  /** Returns the attempt ids of the calls that are recorded, now or before, and of others to their numbers. */
  async #recordFurther(userId: string, calls: readonly LimitedCall[], now: Date): Promise<string[]> {
    if (calls.length === 0) return [];
    const write = () =>
      this.#model.collection.bulkWrite(
        calls.map((call) => ({
          updateOne: {
            filter: { _id: idOf(userId, call.phone) as never },
            update: recordUnlessReached(call, now),
            // Where the number has expired meanwhile.
            upsert: true,
          },
        })),
        { ordered: false },
      );
    await write().catch((error: unknown) => {
      if (!isDuplicatesOnly(error)) throw error;
      return write();
    });
    const found = await this.#of(userId, calls);
    return found.flatMap((number) => number.calls.map(({ id }) => id));
  }

  /** Removes calls that were not placed. */
  async remove(userId: string, calls: readonly Pick<LimitedCall, 'attemptId' | 'phone'>[]): Promise<void> {
    if (calls.length === 0) return;
    await this.#model.collection.updateMany(
      { _id: { $in: calls.map(({ phone }) => idOf(userId, phone)) as never[] } },
      { $pull: { calls: { id: { $in: calls.map(({ attemptId }) => attemptId) } } } as never },
    );
  }

  /** Returns which of the numbers have reached one of their limits at a time. */
  async reached(
    userId: string,
    numbers: readonly Omit<LimitedCall, 'attemptId'>[],
    time: Date,
  ): Promise<ReadonlySet<string>> {
    const found = new Map((await this.#of(userId, numbers)).map(({ _id, calls }) => [_id, calls]));
    const isReached = ({ phone, limits }: Omit<LimitedCall, 'attemptId'>) => {
      const calls = found.get(idOf(userId, phone)) ?? [];
      return limits.some((limit) => calls.filter(({ at }) => at > since(limit, time)).length >= limit.calls);
    };
    return new Set(numbers.filter(isReached).map(({ phone }) => phone));
  }

  /** Erases the calls of a user. */
  async erase(userId: string): Promise<void> {
    // The ids that begin with the user and a colon: a semicolon is the next character.
    await this.#model.deleteMany({ _id: { $gte: `${userId}:`, $lt: `${userId};` } });
  }

  #of(userId: string, numbers: readonly { phone: string }[]): Promise<CalledNumberDocument[]> {
    return this.#model
      .find({ _id: { $in: numbers.map(({ phone }) => idOf(userId, phone)) } })
      .lean<CalledNumberDocument[]>()
      .exec();
  }
}

/** Leaves the document as it is if the call is recorded or a limit is reached. */
function recordUnlessReached({ attemptId, limits }: LimitedCall, now: Date): Record<string, unknown>[] {
  const known = { $ifNull: ['$calls', []] };
  const after = (time: Date) => ({ $filter: { input: known, cond: { $gt: ['$$this.at', time] } } });
  const isRecorded = { $in: [attemptId, { $ifNull: ['$calls.id', []] }] };
  const reached = limits.map((limit) => ({ $gte: [{ $size: after(since(limit, now)) }, limit.calls] }));
  const isKept = { $or: [isRecorded, ...reached] };
  const added = [{ id: { $literal: attemptId }, at: now }];
  const recorded = { $concatArrays: [after(since({ days: KEPT_DAYS }, now)), added] };
  return [
    { $set: { calls: { $cond: [isKept, known, recorded] }, lastAt: { $cond: [isKept, '$lastAt', now] } } },
  ];
}

function since({ days }: Pick<Limit, 'days'>, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
