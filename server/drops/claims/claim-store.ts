import type { mongo, QueryFilter } from 'mongoose';
import type { ClaimDocument, ClaimModel, FrozenDrop } from './claim-model.ts';

/** The batches under way; every change expects the state it changes. */
export class ClaimStore {
  readonly #model: ClaimModel;

  constructor(model: ClaimModel) {
    this.#model = model;
  }

  async insert(claim: ClaimDocument): Promise<void> {
    await this.#model.collection.insertOne(claim as unknown as mongo.OptionalId<mongo.Document>);
  }

  /** From here on its drops may be at the carrier; false where the claim has been made void meanwhile. */
  begin({ _id, holder }: ClaimDocument, leaseUntil: Date): Promise<boolean> {
    return this.#change({ _id, holder, state: 'claiming' }, { state: 'placing', leaseUntil });
  }

  /** Extends the leases of what a holder has claimed and not begun. */
  async renewAhead(campaignId: string, holder: string, leaseUntil: Date): Promise<void> {
    await this.#model.updateMany({ campaignId, holder, state: 'claiming' }, { $set: { leaseUntil } });
  }

  /** Extends the lease; false where another worker has taken the claim over. */
  renew({ _id, holder }: ClaimDocument, leaseUntil: Date): Promise<boolean> {
    return this.#change({ _id, holder, state: 'placing' }, { leaseUntil });
  }

  /** The claims of a campaign that nobody places any more, and void ones that are to be looked at once more. */
  listExpired(campaignId: string, now: Date): Promise<ClaimDocument[]> {
    return this.#model
      .find({ campaignId, state: { $in: ['claiming', 'placing', 'void'] }, leaseUntil: { $lte: now } })
      .lean<ClaimDocument[]>()
      .exec();
  }

  /** Takes an expired claim over; `undefined` where another worker was faster. */
  async takeOver(
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
   * Makes an expired claim void of which nothing was sent, or keeps it so; false where its holder began or another was
   * faster.
   */
  makeVoid({ _id, leaseUntil }: ClaimDocument, until: Date): Promise<boolean> {
    const expected = { _id, state: { $in: ['claiming', 'void'] as const }, leaseUntil };
    return this.#change(expected, { state: 'void', leaseUntil: until });
  }

  /** Leaves only some drops to be sent; false where another worker has taken the claim over. */
  keepOnly({ _id, holder }: ClaimDocument, drops: readonly FrozenDrop[]): Promise<boolean> {
    return this.#change({ _id, holder, state: 'placing' }, { drops: [...drops] });
  }

  /**
   * Ends the placing, unless another worker has taken the claim over: from here on only reports, or the deadline, change
   * its calls.
   */
  async markPlaced({ _id, holder }: ClaimDocument, deadlineAt: Date): Promise<void> {
    await this.#change({ _id, holder, state: 'placing' }, placedUntil(deadlineAt));
  }

  /** The same for one whose holder is gone; nothing happens where it has given a heartbeat since. */
  async markAbandoned({ _id, leaseUntil }: ClaimDocument, deadlineAt: Date): Promise<void> {
    await this.#change({ _id, leaseUntil, state: 'placing' }, placedUntil(deadlineAt));
  }

  /** Placed claims past their deadline, of any campaign. */
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

  /** Which of some claims are not there any more. */
  async gone(ids: readonly string[]): Promise<string[]> {
    const there = new Set(await this.#model.distinct('_id', { _id: { $in: [...ids] } }).exec());
    return ids.filter((id) => !there.has(id));
  }

  async exists(campaignId: string): Promise<boolean> {
    return (await this.#model.exists({ campaignId })) !== null;
  }

  /** Forgets the claims of a campaign up to a run; those of a later run are none of a slow finisher's business. */
  async erase(campaignId: string, run: number): Promise<void> {
    await this.#model.deleteMany({ campaignId, run: { $lte: run } });
  }

  /** One compare-and-set; false where the claim was not as expected. */
  async #change(expected: QueryFilter<ClaimDocument>, set: Partial<ClaimDocument>): Promise<boolean> {
    const { matchedCount } = await this.#model.updateOne(expected, { $set: set });
    return matchedCount === 1;
  }
}

function placedUntil(deadlineAt: Date): Partial<ClaimDocument> {
  return { state: 'placed', deadlineAt, drops: [] };
}
