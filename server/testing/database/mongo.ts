import { randomUUID } from 'node:crypto';
import type mongoose from 'mongoose';
import { inject } from 'vitest';
import { connectDatabase } from '#server/composition/database.ts';

/** A database of its own for one test file. */
export interface TestDatabase {
  connection: mongoose.Connection;
  /** Its address with the database's name, for code that connects by itself. */
  uri: string;
  /** Drops the database and closes the connection. */
  stop(): Promise<void>;
}

/**
 * The address of a database that nobody has used, on the embedded MongoDB of this worker; `prefix` begins its name.
 */
export function unusedDatabaseUri(prefix: string): URL {
  const uris = inject('mongodbUris');
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1);
  const uri = new URL(uris[(worker - 1) % uris.length] ?? '');
  uri.pathname = `/${prefix}_${randomUUID().slice(0, 13)}`;
  return uri;
}

/**
 * Connects to a fresh, empty database on the worker's embedded MongoDB, with the write concern of the product
 * (journaled). For `*.int.test.ts` files.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const uri = unusedDatabaseUri('test');
  const connection = await connectDatabase(uri.href);
  return {
    connection,
    uri: uri.href,
    stop: async () => {
      await connection.dropDatabase();
      await connection.close();
    },
  };
}
