import { type mongo, type QueryFilter, Schema, type Connection, type Model, type Types } from 'mongoose';

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
  /** Its window class; unset in claims of older versions. */
  window?: string | undefined;
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
    window: String,
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

/** Claims in progress; every change is a compare-and-set on the expected state. */
export class ClaimStore {
  readonly #model: ClaimModel;

  constructor(model: ClaimModel) {
    this.#model = model;
  }

  async insert(claim: ClaimDocument): Promise<void> {
    await this.#model.collection.insertOne(claim as unknown as mongo.OptionalId<mongo.Document>);
  }

  /** Starts placing: from here on its drops may be at the carrier. Returns false if the claim has been voided. */
  startPlacing({ _id, holder }: ClaimDocument, leaseUntil: Date): Promise<boolean> {
    return this.#change({ _id, holder, state: 'claiming' }, { state: 'placing', leaseUntil });
  }

  /** Renews the leases of the claims of a holder that are not started. */
  async renewPrefetched(campaignId: string, holder: string, leaseUntil: Date): Promise<void> {
    await this.#model.updateMany({ campaignId, holder, state: 'claiming' }, { $set: { leaseUntil } });
  }

  /** Renews the lease. Returns false if another worker has reclaimed it. */
  renew({ _id, holder }: ClaimDocument, leaseUntil: Date): Promise<boolean> {
    return this.#change({ _id, holder, state: 'placing' }, { leaseUntil });
  }

  /** Returns the claims of a campaign whose lease has expired, and void ones due for a check. */
  listExpired(campaignId: string, now: Date): Promise<ClaimDocument[]> {
    return this.#model
      .find({ campaignId, state: { $in: ['claiming', 'placing', 'void'] }, leaseUntil: { $lte: now } })
      .lean<ClaimDocument[]>()
      .exec();
  }

  /** Reclaims an expired claim; `undefined` if another worker was faster. */
  async reclaim(
    { _id, leaseUntil }: ClaimDocument,
    holder: string,
    until: Date,
  ): Promise<ClaimDocument | undefined> {
    const taken = await this.#model
      .findOneAndUpdate(
        { _id, state: 'placing', leaseUntil },
        { $set: { holder, leaseUntil: until } },
        { returnDocument: 'after' },
      )
      .lean<ClaimDocument>()
      .exec();
    return taken ?? undefined;
  }

  /**
   * Voids an expired claim that was never placed, or keeps it void. Returns false if its holder started it or another
   * worker was faster.
   */
  markVoid({ _id, leaseUntil }: ClaimDocument, until: Date): Promise<boolean> {
    const expected = { _id, state: { $in: ['claiming', 'void'] as const }, leaseUntil };
    return this.#change(expected, { state: 'void', leaseUntil: until });
  }

  /** Keeps only these drops to be placed. Returns false if another worker has reclaimed it. */
  retainDrops({ _id, holder }: ClaimDocument, drops: readonly FrozenDrop[]): Promise<boolean> {
    return this.#change({ _id, holder, state: 'placing' }, { drops: [...drops] });
  }

  /**
   * Ends placing unless another worker has reclaimed it: from here on only reports or the deadline change its calls.
   */
  async markPlaced({ _id, holder }: ClaimDocument, deadlineAt: Date): Promise<void> {
    await this.#change({ _id, holder, state: 'placing' }, placedUntil(deadlineAt));
  }

  /** Ends placing of a claim whose holder is gone; does nothing if it has sent a heartbeat since. */
  async markAbandoned({ _id, leaseUntil }: ClaimDocument, deadlineAt: Date): Promise<void> {
    await this.#change({ _id, leaseUntil, state: 'placing' }, placedUntil(deadlineAt));
  }

  /** Returns placed claims past their deadline, of any campaign. */
  listOverdue(now: Date, limit: number): Promise<ClaimDocument[]> {
    return this.#model
      .find({ state: 'placed', deadlineAt: { $lte: now } })
      .limit(limit)
      .lean<ClaimDocument[]>()
      .exec();
  }

  async remove(_id: string): Promise<void> {
    await this.#model.deleteOne({ _id });
  }

  /** Returns which of these claims no longer exist. */
  async listMissing(ids: readonly string[]): Promise<string[]> {
    const there = new Set(await this.#model.distinct('_id', { _id: { $in: [...ids] } }).exec());
    return ids.filter((id) => !there.has(id));
  }

  async exists(campaignId: string): Promise<boolean> {
    return (await this.#model.exists({ campaignId })) !== null;
  }

  /** Removes the claims of a campaign up to a run; a slow finisher must not remove those of a later run. */
  async erase(campaignId: string, run: number): Promise<void> {
    await this.#model.deleteMany({ campaignId, run: { $lte: run } });
  }

  /** One compare-and-set. Returns false if the claim was not as expected. */
  async #change(expected: QueryFilter<ClaimDocument>, set: Partial<ClaimDocument>): Promise<boolean> {
    const { matchedCount } = await this.#model.updateOne(expected, { $set: set });
    return matchedCount === 1;
  }
}

function placedUntil(deadlineAt: Date): Partial<ClaimDocument> {
  return { state: 'placed', deadlineAt, drops: [] };
}
