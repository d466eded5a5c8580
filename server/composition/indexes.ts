import type { IndexDefinition, IndexOptions, mongo } from 'mongoose';

/** A mongoose model, as far as its indexes are concerned. */
export interface Indexed {
  schema: { indexes(): [key: IndexDefinition, options: IndexOptions][] };
  collection: { createIndexes(indexes: mongo.IndexDescription[]): Promise<unknown> };
}

/** Creates the indexes of the collections of some parts: one command each, where mongoose needs one for each index. */
export async function createIndexes(...parts: readonly { models: readonly Indexed[] }[]): Promise<void> {
  const models = parts.flatMap((part) => part.models);
  await Promise.all(
    models.map(async ({ schema, collection }) => {
      const indexes = schema.indexes().map(([key, options]) => ({ ...options, key }));
      if (indexes.length > 0) await collection.createIndexes(indexes as mongo.IndexDescription[]);
    }),
  );
}
