import type { mongo } from 'mongoose';

/**
 * Iterates over the documents of a cursor in the batches in which they arrive, and lets the database read the next batch
 * while the caller works on one, so two are in memory. Closes the cursor at its end. Throws the database's errors.
 */
export async function* batchesOf<Document>(cursor: mongo.FindCursor<Document>): AsyncGenerator<Document[]> {
  let next = cursor.hasNext();
  try {
    while (await next) {
      const batch = cursor.readBufferedDocuments();
      next = cursor.hasNext();
      // Handled by the next turn, which a caller that ends early never reaches.
      next.catch(() => undefined);
      yield batch;
    }
  } finally {
    await next.catch(() => undefined);
    await cursor.close();
  }
}
