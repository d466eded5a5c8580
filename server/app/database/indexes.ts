import type { mongo } from 'mongoose';
import type { Indexed } from '#server/platform/lib/mongodb/indexed.ts';

/**
 * Creates the collections of some parts, then their indexes: one command each, where mongoose needs one for each index.
 * Never at once: the embedded engine loses an index that is created while its collection is.
 */
export async function createIndexes(...parts: readonly { models?: readonly Indexed[] }[]): Promise<void> {
  const models = parts.flatMap((part) => part.models ?? []);
  await Promise.all(
    models.map(async (model) => {
      await model.init();
      const { schema, collection } = model;
      const indexes = schema.indexes().map(([key, options]) => ({ ...options, key }));
      if (indexes.length > 0) await collection.createIndexes(indexes as mongo.IndexDescription[]);
    }),
  );
}
