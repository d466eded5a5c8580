import type { CreateAnswer } from './create-answer.ts';
import type { CreateKeyDocument, CreateKeyModel } from './create-key-model.ts';

/** Idempotency keys of creations: one row a user and key, inserted before anything else (design §4). */
export class CreateKeyStore {
  readonly #model: CreateKeyModel;

  constructor(model: CreateKeyModel) {
    this.#model = model;
  }

  /** Stores the row unless there is one; answers the row that is there. */
  async claim(row: CreateKeyDocument): Promise<CreateKeyDocument> {
    return this.#model
      .findOneAndUpdate({ _id: row._id }, { $setOnInsert: row }, { upsert: true, returnDocument: 'after' })
      .lean<CreateKeyDocument>()
      .exec();
  }

  /** Puts `next` in the place of an unfinished row; false where someone else was faster. */
  async replace(previous: CreateKeyDocument, next: CreateKeyDocument): Promise<boolean> {
    const { _id, campaignId } = previous;
    const result = await this.#model.updateOne(
      { _id, campaignId },
      { $set: { campaignId: next.campaignId, leaseUntil: next.leaseUntil, at: next.at } },
    );
    return result.matchedCount === 1;
  }

  async finish({ _id, campaignId }: CreateKeyDocument, answer: CreateAnswer): Promise<void> {
    await this.#model.updateOne({ _id, campaignId }, { $set: { answer } });
  }

  /** Frees the key after a refusal, so that it can be used again. */
  async free({ _id, campaignId }: CreateKeyDocument): Promise<void> {
    await this.#model.deleteOne({ _id, campaignId });
  }
}
