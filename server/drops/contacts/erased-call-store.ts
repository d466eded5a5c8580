import type { ErasedCallDocument, ErasedCallModel } from './erased-call-model.ts';

/** The numbers of erased calls, for as long as a webhook may be about one of them. */
export class ErasedCallStore {
  readonly #model: ErasedCallModel;

  constructor(model: ErasedCallModel) {
    this.#model = model;
  }

  /** Notes calls that are about to be erased. */
  async note(erased: readonly ErasedCallDocument[]): Promise<void> {
    if (erased.length > 0)
      await this.#model.collection.insertMany(erased.map(({ phone, at }) => ({ phone, at })));
  }

  /** Which of some numbers had an erased call that became final after `since`. */
  async among(phones: readonly string[], since: Date): Promise<ReadonlySet<string>> {
    return new Set(await this.#model.distinct('phone', { phone: { $in: [...phones] }, at: { $gt: since } }));
  }
}
