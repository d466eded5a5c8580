import { Schema, type Connection, type Model, type Types } from 'mongoose';

/**
 * Final calls of one campaign and one UTC day that are counted and paid for together. Its contacts and counts are
 * frozen by the insert, whose unique id elects one settler (design §4).
 */
export interface SettlementDocument {
  /** `<campaign>:<n>`. */
  _id: string;
  campaignId: string;
  n: number;
  run: number;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Only while it is open: once all is done, the counts say what there is to know. */
  contacts?: Types.ObjectId[] | undefined;
  delivered: number;
  /** Negative where calls that were counted as failed were delivered after all; so is `retryable`. */
  failed: number;
  retryable: number;
  /** Nothing is charged: they were delivered after what they held was released. */
  uncharged?: true | undefined;
  /** The last one of a run, without calls: whatever is still held is released, and the campaign is finished or erased. */
  final?: true | undefined;
  /** Calls that a worker gave back after the campaign was deleted. */
  cancelled?: number | undefined;
  /** The campaign's run epoch, and its calls among these; of them those that failed for no fault of their number, and why. */
  runEpoch: number;
  runEpochCalls: number;
  faults: number;
  faultReason?: string | undefined;
  at: Date;
  /** Set when every step of it is done. */
  doneAt?: Date | undefined;
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

export function createSettlementModel(connection: Connection): SettlementModel {
  return connection.model<SettlementDocument>('Settlement', schema);
}
