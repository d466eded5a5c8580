import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** What a drop says: a recording that the carrier has, or why there can be none. */
export type FrozenSpeech =
  { kind: 'media'; mediaId: string } | { kind: 'unspeakable'; code: string; reason: string };

/** One drop of a claim, frozen so that placing it again sends the very same body (design §4). */
export interface FrozenDrop {
  contactId: Types.ObjectId;
  seq: number;
  attemptId: string;
  to: string;
  postalCode?: string | undefined;
  speech: FrozenSpeech;
}

/**
 * A batch of contacts that one worker places. `claiming` while nothing of it was sent, so that whoever finds the lease
 * expired makes it `void` and gives its contacts back; `placing` until the carrier's answer to every drop is on record,
 * or can no longer be had, taken over by whoever finds the lease expired; then `placed`: reports are awaited until the
 * deadline, and after it the rest is failed.
 */
export interface ClaimDocument {
  _id: string;
  campaignId: string;
  run: number;
  runEpoch: number;
  state: 'claiming' | 'placing' | 'placed' | 'void';
  /** The run of a worker that places it. */
  holder: string;
  leaseUntil: Date;
  firstClaimedAt: Date;
  /** Those that may be sent. Emptied once placed: bodies are not kept longer than they are needed. */
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
