import mongoose, { mongo, type Connection } from 'mongoose';
import { repairDriver } from '#server/lib/driver-repair.ts';
import type { Env } from '#server/env.ts';
import { startEmbeddedMongodb } from '#server/emulators/mongodb/mongodb.ts';

export { EmbeddedMongodbUnavailable } from '#server/emulators/mongodb/mongodb.ts';

const DATABASE = 'hark';
const SELECTION_MS = 5_000;

/** An open database. `close` also gives back the embedded engine where this process leased one. */
export interface Database {
  connection: Connection;
  close(): Promise<void>;
}

/**
 * Connects to `uri`. Every write through the connection is journaled before it is acknowledged, by a majority where
 * there are several members: mongoose applies a schema's write concern to some writes only, the connection's applies
 * to all (design §3).
 */
export async function connectDatabase(uri: string, defaultName = DATABASE): Promise<Connection> {
  repairDriver();
  // A URI may list several hosts, which `URL` does not read.
  const named = /^mongodb(\+srv)?:\/\/[^/]+\/[^?]/.test(uri);
  return mongoose
    .createConnection(uri, {
      ...(named ? {} : { dbName: defaultName }),
      autoIndex: false,
      writeConcern: { w: (await isStandalone(uri)) ? 1 : 'majority', journal: true },
      serverSelectionTimeoutMS: SELECTION_MS,
    })
    .asPromise();
}

/**
 * Whether a single server answers, which is a majority by itself. Asked for a majority, the embedded engine
 * acknowledges writes before they are in its journal; asked for one, it does not (`scripts/decisions/`, "durable writes").
 */
async function isStandalone(uri: string): Promise<boolean> {
  const client = new mongo.MongoClient(uri, { serverSelectionTimeoutMS: SELECTION_MS });
  try {
    const hello = await client.db('admin').command({ hello: 1 });
    return hello['setName'] === undefined && hello['msg'] !== 'isdbgrid';
  } finally {
    await client.close();
  }
}

/** Opens the database that the settings name: `MONGODB_URI`, or the embedded one of the data folder (contract §2). */
export async function openDatabase(
  env: Pick<Env, 'MONGODB_URI' | 'DATA_DIR'>,
  on: { restart?: () => void; lost?: (error: Error) => void } = {},
): Promise<Database> {
  if (env.MONGODB_URI !== undefined) {
    const connection = await connectDatabase(env.MONGODB_URI);
    return { connection, close: () => connection.close() };
  }
  const engine = await startEmbeddedMongodb({
    dataDir: env.DATA_DIR,
    ...(on.restart === undefined ? {} : { onRestart: on.restart }),
    ...(on.lost === undefined ? {} : { onLost: on.lost }),
  });
  const connection = await connectDatabase(engine.address);
  return {
    connection,
    close: async () => {
      await connection.close();
      await engine.release();
    },
  };
}
