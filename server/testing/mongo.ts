import { randomUUID } from 'node:crypto';
import type mongoose from 'mongoose';
import { inject } from 'vitest';
import { connectDatabase } from '#server/database.ts';

/** A database of its own for one test file. */
export interface TestDatabase {
  connection: mongoose.Connection;
  /** Its address with the database's name, for code that connects by itself. */
  uri: string;
  /** Drops the database and closes the connection. */
  stop(): Promise<void>;
}

/**
 * Connects to a fresh, empty database on the run's embedded MongoDB, with the write concern of the product
 * (journaled). For `*.int.test.ts` files.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/test_${randomUUID().replaceAll('-', '')}`;
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
