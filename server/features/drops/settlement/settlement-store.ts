import { Schema, type Connection, type Model, type Types, type mongo } from 'mongoose';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { CountsHours, DayShare, HourCounts, ReasonCounts, ReplacedCalls } from './call-counts.ts';

/**
 * Final calls of one campaign and one UTC day that are counted and charged together. The insert freezes its contacts
 * and counts, and its unique id elects one settler.
 */
export interface SettlementDocument {
  /** `<campaign>:<n>`. */
  _id: string;
  campaignId: string;
  n: number;
  run: number;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Only while it is open. */
  contacts?: Types.ObjectId[] | undefined;
  delivered: number;
  /** Negative for late successes of calls that were counted as failed, like `retryable`. */
  failed: number;
  retryable: number;
  /** What it adds to the counters by reason, and by hour of its day; settlements of older versions have neither. */
  reasons?: ReasonCounts | undefined;
  hours?: HourCounts | undefined;
  /** The failed calls that its calls replace, as they were retried. */
  replaces?: ReplacedCalls | undefined;
  /** Of older versions: it counts no calls, but takes calls that are being retried out of the counters of their days. */
  takesBack?: TakenBack | undefined;
  /** Nothing is charged: the calls were delivered after their hold was released. */
  uncharged?: true | undefined;
  /** Ends a run and counts no calls: the rest of the hold is released, and the campaign is finished or erased. */
  final?: true | undefined;
  /** Calls that were released by their worker after the campaign was deleted. */
  cancelled?: number | undefined;
  /**
   * The run epoch of the campaign, its calls in this settlement, how many of them failed through no fault of the
   * number, and why.
   */
  runEpoch: number;
  runEpochCalls: number;
  faults: number;
  faultReason?: string | undefined;
  at: Date;
  /** Set when all of its steps are done. */
  doneAt?: Date | undefined;
}

/** Some failed calls of a retry, in the order of their numbers. */
interface TakenBack {
  /** What they had added to each day; negative counts. */
  days: Omit<DayShare, 'delivered'>[];
  /** The number of the last of them; unset if the retry had no others. */
  throughSeq?: number | undefined;
}

export type SettlementModel = Model<SettlementDocument>;

const schema = new Schema<SettlementDocument>(
  {
    _id: { type: String, required: true },
    campaignId: { type: String, required: true },
    n: { type: Number, required: true },
    run: { type: Number, required: true },
    day: { type: String, required: true },
    contacts: { type: [Schema.Types.ObjectId], default: undefined },
    delivered: { type: Number, required: true },
    failed: { type: Number, required: true },
    retryable: { type: Number, required: true },
    reasons: Schema.Types.Mixed,
    hours: Schema.Types.Mixed,
    replaces: Schema.Types.Mixed,
    takesBack: Schema.Types.Mixed,
    uncharged: Boolean,
    final: Boolean,
    cancelled: Number,
    runEpoch: { type: Number, required: true },
    runEpochCalls: { type: Number, required: true },
    faults: { type: Number, required: true },
    faultReason: String,
    at: { type: Date, required: true },
    doneAt: Date,
  },
  { autoIndex: false, versionKey: false, collection: 'settlements' },
);

schema.index({ campaignId: 1, n: 1 });
schema.index({ campaignId: 1 }, { name: 'open', partialFilterExpression: { contacts: { $exists: true } } });
// Of older versions, so that it stays small.
schema.index(
  { campaignId: 1, run: 1 },
  { name: 'taken_back', partialFilterExpression: { takesBack: { $exists: true } } },
);

export function createSettlementModel(connection: Connection): SettlementModel {
  return connection.model<SettlementDocument>('Settlement', schema);
}

/** Returns the id of the n-th settlement of a campaign. */
export function settlementId(campaignId: string, n: number): string {
  return `${campaignId}:${String(n)}`;
}

/** Calls of one run epoch in a settlement, and how many of them failed through no fault of the number. */
export type SettledFaults = Pick<SettlementDocument, 'runEpochCalls' | 'faults'>;

export class SettlementStore {
  readonly #model: SettlementModel;

  constructor(model: SettlementModel) {
    this.#model = model;
  }

  async find(campaignId: string, n: number): Promise<SettlementDocument | undefined> {
    return (
      (await this.#model
        .findOne({ _id: settlementId(campaignId, n) })
        .lean<SettlementDocument>()
        .exec()) ?? undefined
    );
  }

  /** Returns which of these settlements of a campaign counted their calls by hour. */
  async countingHours(campaignId: string, numbers: readonly (number | undefined)[]): Promise<CountsHours> {
    const ids = [...new Set(numbers)].flatMap((n) => (n === undefined ? [] : settlementId(campaignId, n)));
    if (ids.length === 0) return () => false;
    const found = await this.#model
      .find({ _id: { $in: ids }, hours: { $exists: true } }, { n: 1 })
      .lean<Pick<SettlementDocument, 'n'>[]>();
    const counting = new Set<number | undefined>(found.map(({ n }) => n));
    return (settlement) => counting.has(settlement);
  }

  /** Returns through which number older versions have taken the calls of a run out of their days before it; 0 for none. */
  async takenBackThrough(campaignId: string, run: number): Promise<number> {
    const found = await this.#model
      .find({ campaignId, run, takesBack: { $exists: true } }, { takesBack: 1 })
      .lean<Pick<SettlementDocument, 'takesBack'>[]>();
    return Math.max(0, ...found.map(({ takesBack }) => takesBack?.throughSeq ?? Infinity));
  }

  /** Opens a settlement. Returns false if another settler has opened that number. */
  open(settlement: SettlementDocument): Promise<boolean> {
    const document = settlement as unknown as mongo.OptionalId<mongo.Document>;
    return isInserted(() => this.#model.collection.insertOne(document));
  }

  /** Returns the settlements of a run epoch up to the n-th, newest first, without their contacts. */
  listByRunEpoch({ campaignId, n, runEpoch }: SettlementDocument, limit: number): Promise<SettledFaults[]> {
    return this.#model
      .find({ campaignId, n: { $lte: n }, runEpoch }, { runEpochCalls: 1, faults: 1 })
      .sort({ n: -1 })
      .limit(limit)
      .lean<SettledFaults[]>()
      .exec();
  }

  /** Yields the settlements of a campaign in their order, without their contacts. */
  async *stream(campaignId: string): AsyncGenerator<SettlementDocument> {
    const found = this.#model.find({ campaignId }, { contacts: 0 }).sort({ n: 1 });
    for await (const settlement of found.lean<SettlementDocument[]>().cursor()) yield settlement;
  }

  /** Marks a settlement as done and removes its contacts; does nothing if it is done already. */
  async close({ _id }: Pick<SettlementDocument, '_id'>, doneAt: Date): Promise<void> {
    await this.#model.updateOne(
      { _id, doneAt: { $exists: false } },
      { $set: { doneAt }, $unset: { contacts: 1 } },
    );
  }

  /** Erases the settlements of campaigns. */
  async erase(campaignIds: readonly string[]): Promise<void> {
    await this.#model.deleteMany({ campaignId: { $in: [...campaignIds] } });
  }

  /** Returns the campaigns with settlements that are not done. */
  async listOpen(): Promise<string[]> {
    const open = await this.#model
      .find({ contacts: { $exists: true } }, { campaignId: 1 })
      .hint('open')
      .lean<Pick<SettlementDocument, 'campaignId'>[]>();
    return [...new Set(open.map(({ campaignId }) => campaignId))];
  }
}
