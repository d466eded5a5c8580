import { BackupError } from './backup-format.ts';

/** A BSON document begins with its length, which includes these bytes. */
const LENGTH_BYTES = 4;
const MAX_DOCUMENT_BYTES = 17 * 1024 * 1024;

/** Splits concatenated BSON documents. Throws `BackupError` if the last one is incomplete. */
export async function* splitDocuments(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    while (rest.length - start >= LENGTH_BYTES) {
      const length = rest.readInt32LE(start);
      if (length <= LENGTH_BYTES || length > MAX_DOCUMENT_BYTES)
        throw new BackupError('A collection of the backup is damaged.');
      if (rest.length - start < length) break;
      yield rest.subarray(start, start + length);
      start += length;
    }
    rest = rest.subarray(start);
  }
  if (rest.length > 0) throw new BackupError('A collection of the backup ends within a document.');
}

/** Gathers documents into batches of limited count and size. */
export async function* batches(
  documents: AsyncIterable<Buffer>,
  { count, bytes }: { count: number; bytes: number },
): AsyncGenerator<Buffer[]> {
  let batch: Buffer[] = [];
  let size = 0;
  for await (const document of documents) {
    if (batch.length > 0 && (batch.length >= count || size + document.length > bytes)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(document);
    size += document.length;
  }
  if (batch.length > 0) yield batch;
}
