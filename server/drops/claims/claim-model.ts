import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** The content of a drop: a recording at the carrier, or why there is none. */
export type FrozenSpeech =
  { kind: 'media'; mediaId: string } | { kind: 'unspeakable'; code: string; reason: string };

/** One drop of a claim, frozen so that a repeated request has an identical body. */
export interface FrozenDrop {
  contactId: Types.ObjectId;
  seq: number;
  attemptId: string;
  to: string;
  postalCode?: string | undefined;
  speech: FrozenSpeech;
}

/**
 * A batch of contacts that one worker places. The states are described in [decision
 * 1](../decisions/0001-claim-states.md).
 */
export interface ClaimDocument {
  _id: string;
  campaignId: string;
  run: number;
  runEpoch: number;
  /**
   * `claiming`: nothing was placed; `placing`: drops may be at the carrier; `placed`: waits for reports until the
   * deadline; `void`: expired while `claiming`, its contacts are released.
   */
  state: 'claiming' | 'placing' | 'placed' | 'void';
  /** The run of the worker that holds the lease. */
  holder: string;
  leaseUntil: Date;
  firstClaimedAt: Date;
  /** Drops that may still be placed. Emptied once placed: bodies are kept no longer than needed. */
  drops: FrozenDrop[];
  seqs: number[];
  deadlineAt?: Date | undefined;
}

export type ClaimModel = Model<ClaimDocument>;

const dropSchema = new Schema<FrozenDrop>(
  {
    contactId: { type: Schema.Types.ObjectId, required: true },
    seq: { type: Number, required: true },
    attemptId: { type: String, required: true },
    to: { type: String, required: true },
    postalCode: String,
    speech: { type: Schema.Types.Mixed, required: true },
  },
  { _id: false },
);

const schema = new Schema<ClaimDocument>(
  {
    _id: { type: String, required: true },
    campaignId: { type: String, required: true },
    run: { type: Number, required: true },
    runEpoch: { type: Number, required: true },
    state: { type: String, required: true, enum: ['claiming', 'placing', 'placed', 'void'] },
    holder: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
    firstClaimedAt: { type: Date, required: true },
    drops: { type: [dropSchema], required: true },
    seqs: { type: [Number], required: true },
    deadlineAt: Date,
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'claims' },
);

schema.index({ campaignId: 1, state: 1 });
schema.index({ state: 1, deadlineAt: 1 });

export function createClaimModel(connection: Connection): ClaimModel {
  return connection.model<ClaimDocument>('Claim', schema);
}
