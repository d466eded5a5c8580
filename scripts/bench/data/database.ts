import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { connectDatabase, openDatabase } from '#server/app/database/database.ts';
import { readEnv } from '#server/app/env/env.ts';

/** An empty database with the product's write concern, and its URI for other processes. */
export interface BenchDatabase {
  connection: Connection;
  uri: string;
}

/** Runs `work` on an empty database: on MONGODB_URI if set, otherwise on its own embedded MongoDB. */
export async function withBenchDatabase<T>(
  name: string,
  work: (database: BenchDatabase) => Promise<T>,
): Promise<T> {
  const { address, release } = await engine();
  const uri = address.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)[^?]*/, `$1/hark_bench_${name}`);
  const connection = await connectDatabase(uri);
  try {
    await connection.dropDatabase();
    return await work({ connection, uri });
  } finally {
    await connection.dropDatabase();
    await connection.close();
    await release();
  }
}

async function engine(): Promise<{ address: string; release(): Promise<void> }> {
  const { MONGODB_URI } = readEnv();
  if (MONGODB_URI !== undefined) return { address: MONGODB_URI, release: () => Promise.resolve() };
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'hark-bench-'));
  const embedded = await openDatabase({ DATA_DIR });
  return {
    address: (await readFile(join(DATA_DIR, 'mongodb.uri'), 'utf8')).trim(),
    release: async () => {
      await embedded.close();
      await rm(DATA_DIR, { recursive: true, force: true });
    },
  };
}
