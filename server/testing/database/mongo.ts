import { randomUUID } from 'node:crypto';
import type mongoose from 'mongoose';
import { inject } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';

/** A database for one test file. */
export interface TestDatabase {
  connection: mongoose.Connection;
  /** URI including the database name, for code that opens its own connection. */
  uri: string;
  /** Drops the database and closes the connection. */
  stop(): Promise<void>;
}

/** Returns the URI of a new database on the MongoDB of this worker; its name starts with `prefix`. */
export function unusedDatabaseUri(prefix: string): URL {
  const uris = inject('mongodbUris');
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1);
  const uri = new URL(uris[(worker - 1) % uris.length] ?? '');
  uri.pathname = `/${prefix}_${inject('databaseRun')}_${randomUUID().slice(0, 13)}`;
  return uri;
}

/**
 * Connects to a new, empty database on the MongoDB of this worker, with the product's write concern (journaled).
 * For `*.int.test.ts` files.
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
