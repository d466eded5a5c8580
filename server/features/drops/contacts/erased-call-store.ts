import { Schema, type Connection, type Model } from 'mongoose';
import { MINUTE_MS } from '#shared/time-units.ts';

/** A call that was final when its contact was erased: the carrier may repeat a webhook that names only its number. */
export interface ErasedCallDocument {
  phone: string;
  /** When it became final. */
  at: Date;
}

export type ErasedCallModel = Model<ErasedCallDocument>;

/** How long after a call the carrier repeats its webhook; erased calls are kept no longer. */
export const REPEATED_FOR_MS = 10 * MINUTE_MS;

const schema = new Schema<ErasedCallDocument>(
  { phone: { type: String, required: true }, at: { type: Date, required: true } },
  { autoIndex: false, versionKey: false, collection: 'erased_calls' },
);
schema.index({ phone: 1, at: 1 });
schema.index({ at: 1 }, { expireAfterSeconds: REPEATED_FOR_MS / 1_000 });

export function createErasedCallModel(connection: Connection): ErasedCallModel {
  return connection.model<ErasedCallDocument>('ErasedCall', schema);
}

/** Numbers of erased calls, kept while a webhook may be about one of them. */
export class ErasedCallStore {
  readonly #model: ErasedCallModel;

  constructor(model: ErasedCallModel) {
    this.#model = model;
  }

  /** Records calls that are about to be erased. */
  async note(erased: readonly ErasedCallDocument[]): Promise<void> {
    if (erased.length > 0)
      await this.#model.collection.insertMany(erased.map(({ phone, at }) => ({ phone, at })));
  }

  /** Returns which of these numbers had an erased call that became final after `since`. */
  async among(phones: readonly string[], since: Date): Promise<ReadonlySet<string>> {
    return new Set(await this.#model.distinct('phone', { phone: { $in: [...phones] }, at: { $gt: since } }));
  }
}
