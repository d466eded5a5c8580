import type { mongo } from 'mongoose';
import type { ClaimDocument, ClaimModel } from './claim-model.ts';

/** The batches under way; every change expects the state it changes. */
export class ClaimStore {
  readonly #model: ClaimModel;

  constructor(model: ClaimModel) {
    this.#model = model;
  }

  async insert(claim: ClaimDocument): Promise<void> {
    await this.#model.collection.insertOne(claim as unknown as mongo.OptionalId<mongo.Document>);
  }

  /** Extends the lease; false where another worker has taken the claim over. */
  async renew({ _id, holder }: ClaimDocument, leaseUntil: Date): Promise<boolean> {
    const result = await this.#model.updateOne({ _id, holder, state: 'placing' }, { $set: { leaseUntil } });
    return result.matchedCount === 1;
  }

  /** The claims of a campaign that nobody places any more. */
  listExpired(campaignId: string, now: Date): Promise<ClaimDocument[]> {
    return this.#model
      .find({ campaignId, state: 'placing', leaseUntil: { $lte: now } })
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

  /** Ends the placing: from here on only reports, or the deadline, change its calls. */
  async markPlaced(_id: string, deadlineAt: Date): Promise<void> {
    await this.#model.updateOne(
      { _id, state: 'placing' },
      { $set: { state: 'placed', deadlineAt, drops: [] } },
    );
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
}
