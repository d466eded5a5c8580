import { Schema, type Connection, type Model } from 'mongoose';
import { DAY_MS } from '#shared/time-units.ts';
import { groupBy } from '#server/platform/lib/group-by.ts';
import { isDuplicatesOnly } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** No limit counts calls that are older. */
const KEPT_DAYS = 40;
/** Each document is compared with the ids of its update one by one. */
const UPDATED_AT_ONCE = 100;

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

  /**
   * Records the calls that reach none of their limits. Returns the attempt ids of all that are recorded, now or before: those
   * may be made only now, so they count from now on. `calledBefore`: the numbers that had calls a moment ago; only the cost
   * depends on it.
   */
  async record(
    userId: string,
    calls: readonly LimitedCall[],
    now: Date,
    calledBefore?: ReadonlySet<string>,
  ): Promise<ReadonlySet<string>> {
    if (calls.length === 0) return new Set();
    const numbers = calledBefore ?? (await this.listCalled(userId, calls));
    const isFurther = ({ phone }: LimitedCall) => numbers.has(phone);
    const first = calls.filter((call) => !isFurther(call));
    const meanwhile = await this.#recordFirst(userId, first, now);
    const recorded = first.filter((call) => !meanwhile.includes(call)).map(({ attemptId }) => attemptId);
    const further = [...calls.filter(isFurther), ...meanwhile];
    return new Set([...recorded, ...(await this.#recordFurther(userId, further, now))]);
  }

  /** Returns the numbers that have calls, which costs less than to insert them in vain. */
  async listCalled(
    userId: string,
    calls: readonly Pick<LimitedCall, 'phone'>[],
  ): Promise<ReadonlySet<string>> {
    const phones = new Map(calls.map(({ phone }) => [idOf(userId, phone), phone]));
    const rows = await this.#model
      .find({ _id: { $in: [...phones.keys()] } }, { _id: 1 })
      .lean<Pick<CalledNumberDocument, '_id'>[]>();
    return new Set(rows.flatMap(({ _id }) => phones.get(_id) ?? []));
  }

  /** Records calls to numbers that have none. Returns the calls to numbers that had some all the same. */
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
    const recorded: string[] = [];
    const uncertain: LimitedCall[] = [];
    for (const batch of equallyLimited(calls)) {
      const ids = batch.map(({ phone }) => idOf(userId, phone));
      const { modifiedCount } = await this.#model.collection.updateMany(
        { _id: { $in: ids as never[] } },
        recordUnlessReached(ids, batch, now),
      );
      // A number is modified only if its call is recorded.
      if (modifiedCount === batch.length) recorded.push(...batch.map(({ attemptId }) => attemptId));
      else uncertain.push(...batch);
    }
    if (uncertain.length === 0) return recorded;
    const found = await this.#of(userId, uncertain);
    const there = new Set(found.map(({ _id }) => _id));
    const expired = uncertain.filter(({ phone }) => !there.has(idOf(userId, phone)));
    const again = await this.record(userId, expired, now);
    return [...recorded, ...again, ...found.flatMap((number) => number.calls.map(({ id }) => id))];
  }

  /** Removes calls that were not placed and were recorded last at `until` or before. */
  async remove(
    userId: string,
    calls: readonly Pick<LimitedCall, 'attemptId' | 'phone'>[],
    until: Date,
  ): Promise<void> {
    if (calls.length === 0) return;
    await this.#model.collection.updateMany(
      { _id: { $in: calls.map(({ phone }) => idOf(userId, phone)) as never[] } },
      {
        $pull: {
          calls: { id: { $in: calls.map(({ attemptId }) => attemptId) }, at: { $lte: until } },
        } as never,
      },
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

/** Divides calls into batches of the same limits, with each number once, for one update each. */
function equallyLimited(calls: readonly LimitedCall[]): LimitedCall[][] {
  const counts = new Map<string, number>();
  const nthTo = (phone: string): number => {
    const nth = (counts.get(phone) ?? 0) + 1;
    counts.set(phone, nth);
    return nth;
  };
  const groups = groupBy(calls, ({ phone, limits }) => JSON.stringify([nthTo(phone), limits]));
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / UPDATED_AT_ONCE) }, (_, n) =>
      group.slice(n * UPDATED_AT_ONCE, (n + 1) * UPDATED_AT_ONCE),
    ),
  );
}

/**
 * Adds to each document the attempt of its number, `ids[i]` that of `calls[i]`, all of the same limits. Dates the call again
 * if it is recorded, and leaves the document as it is if a limit is reached.
 */
function recordUnlessReached(
  ids: readonly string[],
  calls: readonly LimitedCall[],
  now: Date,
): Record<string, unknown>[] {
  const attempts = { $literal: calls.map(({ attemptId }) => attemptId) };
  const attempt = { $arrayElemAt: [attempts, { $indexOfArray: [{ $literal: [...ids] }, '$_id'] }] };
  const after = (time: Date) => ({ $filter: { input: '$calls', cond: { $gt: ['$$this.at', time] } } });
  const limits = calls[0]?.limits ?? [];
  const reached = limits.map((limit) => ({ $gte: [{ $size: after(since(limit, now)) }, limit.calls] }));
  const isRecorded = { $in: ['$$attempt', '$calls.id'] };
  const call = { id: '$$attempt', at: now };
  const dated = { $cond: [{ $eq: ['$$this.id', '$$attempt'] }, call, '$$this'] };
  const datedAgain = { calls: { $map: { input: '$calls', in: dated } }, lastAt: now };
  const recorded = {
    $concatArrays: [after(since({ days: KEPT_DAYS }, now)), [call]],
  };
  const added = { calls: recorded, lastAt: now };
  const next = { $cond: [isRecorded, datedAgain, { $cond: [{ $or: reached }, {}, added] }] };
  return [{ $replaceWith: { $mergeObjects: ['$$ROOT', { $let: { vars: { attempt }, in: next } }] } }];
}

function since({ days }: Pick<Limit, 'days'>, now: Date): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
