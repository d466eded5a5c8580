import type { IndexDefinition, IndexOptions, mongo } from 'mongoose';

/** A mongoose model, as far as its indexes are concerned. */
export interface Indexed {
  /** Creates the collection, once. */
  init(): Promise<unknown>;
  schema: { indexes(): [key: IndexDefinition, options: IndexOptions][] };
  collection: { createIndexes(indexes: mongo.IndexDescription[]): Promise<unknown> };
}
