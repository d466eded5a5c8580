import type { RequestKeyDocument, RequestKeyModel } from './request-key-model.ts';

/** Idempotency keys: one row a user and key, inserted before anything else (design §4). */
export class RequestKeyStore {
  readonly #model: RequestKeyModel;

  constructor(model: RequestKeyModel) {
    this.#model = model;
  }

  /** Stores the row unless there is one; answers the row that is there. */
  claim(row: RequestKeyDocument): Promise<RequestKeyDocument> {
    return this.#model
      .findOneAndUpdate({ _id: row._id }, { $setOnInsert: row }, { upsert: true, returnDocument: 'after' })
      .lean<RequestKeyDocument>()
      .exec();
  }

  /** What a key has led to; `at work` may still be refused, and `misused` came with another request since. */
  async stateOf(uid: string, key: string): Promise<'unknown' | 'at work' | 'answered' | 'misused'> {
    const row = await this.#model.findById(`${uid}:${key}`, { answer: 1, misused: 1 }).lean();
    if (row === null) return 'unknown';
    if (row.misused === true) return 'misused';
    return row.answer === undefined ? 'at work' : 'answered';
  }

  /** The key came with another request than the one it belongs to. */
  async noteMisused({ _id }: RequestKeyDocument): Promise<void> {
    await this.#model.updateOne({ _id }, { $set: { misused: true } });
  }

  /** Puts `next` in the place of an unfinished row; false where someone else was faster. */
  async replace({ _id, attempt }: RequestKeyDocument, next: RequestKeyDocument): Promise<boolean> {
    const { ids, leaseUntil, at } = next;
    const result = await this.#model.updateOne(
      { _id, attempt },
      { $set: { attempt: next.attempt, ids, leaseUntil, at } },
    );
    return result.matchedCount === 1;
  }

  async finish({ _id, attempt }: RequestKeyDocument, answer: unknown): Promise<void> {
    await this.#model.updateOne({ _id, attempt }, { $set: { answer } });
  }

  /** Frees the key after a refusal, so that it can be used again. */
  async free({ _id, attempt }: RequestKeyDocument): Promise<void> {
    await this.#model.deleteOne({ _id, attempt });
  }
}
