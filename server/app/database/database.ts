import mongoose, { mongo, type Connection } from 'mongoose';
import { patchMongoDriver } from '#server/platform/lib/mongodb/driver-patch.ts';
import { EnvError, type Env } from '#server/app/env/env.ts';
import { NO_INSTRUMENTS, type Instruments } from '#server/platform/lib/observability/instruments.ts';
import { measureCommands } from '#server/platform/observability/database-commands.ts';
import { startEmbeddedMongodb } from '#server/emulators/mongodb/mongodb.ts';

export { SchemaRefused } from '#server/platform/migrations/migration.ts';
export { EmbeddedMongodbUnavailable } from '#server/emulators/mongodb/mongodb.ts';

const DATABASE = 'hark';
const SELECTION_MS = 5_000;
/** A server that accepts everything and answers nothing is noticed after both: its monitor then ends what waits for it. */
const SILENCE = { heartbeatFrequencyMS: 10_000, connectTimeoutMS: 10_000 };

/** An open database. `close` also releases the lease on the embedded engine, if there is one. */
export interface Database {
  connection: Connection;
  close(): Promise<void>;
}

/**
 * Connects to `uri`, whatever it asks of reads and writes: all reads are those of the primary, and all writes are acknowledged
 * after journaling, by a majority of a replica set. The write concern is set on the connection because mongoose applies the one
 * of a schema only to some writes.
 */
export async function connectDatabase(
  named: string,
  defaultName = DATABASE,
  instruments: Instruments = NO_INSTRUMENTS,
): Promise<Connection> {
  patchMongoDriver();
  const uri = withoutConsistency(named);
  // Not parsed with `URL`: a MongoDB URI may list several hosts.
  const namesDatabase = /^mongodb(\+srv)?:\/\/[^/]+\/[^?]/.test(uri);
  const connection = await mongoose
    .createConnection(uri, {
      ...(namesDatabase ? {} : { dbName: defaultName }),
      autoIndex: false,
      writeConcern: writeConcernOf(await helloOf(uri)),
      serverSelectionTimeoutMS: SELECTION_MS,
      ...unlessNamed(uri, SILENCE),
      // Left out otherwise, because `false` would override the option of the URI.
      ...(instruments.active ? { monitorCommands: true } : {}),
    })
    .asPromise();
  if (instruments.active) measureCommands(connection, instruments);
  return connection;
}

/** The options by which a URI weakens reads and writes, in lower case; the driver would combine them with ours. */
const CONSISTENCY = new Set([
  'readpreference',
  'readpreferencetags',
  'maxstalenessseconds',
  'readconcern',
  'readconcernlevel',
  'w',
  'j',
  'journal',
  'fsync',
  'wtimeout',
  'wtimeoutms',
  'writeconcern',
]);

/** Returns a URI of MongoDB without what it asks of all reads and writes. */
export function withoutConsistency(uri: string): string {
  const [, address = uri, query = ''] = /^([^?]*)\?(.*)$/s.exec(uri) ?? [];
  const isKept = (option: string) =>
    ![...new URLSearchParams(option).keys()].some((name) => CONSISTENCY.has(name.toLowerCase()));
  const kept = query.split('&').filter((option) => option !== '' && isKept(option));
  return kept.length === 0 ? address : `${address}?${kept.join('&')}`;
}

/** Returns the options that a URI does not set itself. */
export function unlessNamed(uri: string, options: Record<string, number>): Record<string, number> {
  const isNamed = (name: string) => new RegExp(`[?&]${name}=`, 'i').test(uri);
  return Object.fromEntries(Object.entries(options).filter(([name]) => !isNamed(name)));
}

/**
 * Returns the acknowledgement to request from a server, given its answer to `hello`. With `w: majority` the embedded engine
 * acknowledges writes before they are journaled; with `w: 1` it does not.
 */
export function writeConcernOf(hello: mongo.Document): { w: 1 | 'majority'; journal: true } {
  const isStandalone = hello['setName'] === undefined && hello['msg'] !== 'isdbgrid';
  return { w: isStandalone ? 1 : 'majority', journal: true };
}

async function helloOf(uri: string): Promise<mongo.Document> {
  const client = new mongo.MongoClient(uri, { serverSelectionTimeoutMS: SELECTION_MS });
  try {
    return await client.db('admin').command({ hello: 1 });
  } finally {
    await client.close();
  }
}

/** AuthenticationFailed, Unauthorized, and what Atlas responds in their place. */
const REFUSED = new Set<unknown>([18, 13, 8_000]);

/** Returns the error of a `MONGODB_URI` whose user or password the database refuses; undefined for other errors. */
export function refusedLogin(error: unknown): EnvError | undefined {
  if (!(error instanceof mongo.MongoServerError) || !REFUSED.has(error.code)) return undefined;
  return new EnvError('MONGODB_URI: the database refuses this user or password.', { cause: error });
}

/** Opens the database at `MONGODB_URI`, or by default the embedded one in the data folder. */
export async function openDatabase(
  env: Pick<Env, 'MONGODB_URI' | 'DATA_DIR'>,
  on: { restart?: () => void; lost?: (error: Error) => void } = {},
  instruments: Instruments = NO_INSTRUMENTS,
): Promise<Database> {
  if (env.MONGODB_URI !== undefined) {
    const connection = await connectDatabase(env.MONGODB_URI, DATABASE, instruments);
    return { connection, close: () => connection.close() };
  }
  const engine = await startEmbeddedMongodb({
    dataDir: env.DATA_DIR,
    ...(on.restart === undefined ? {} : { onRestart: on.restart }),
    ...(on.lost === undefined ? {} : { onLost: on.lost }),
  });
  const connection = await connectDatabase(engine.address, DATABASE, instruments);
  return {
    connection,
    close: async () => {
      await connection.close();
      await engine.release();
    },
  };
}
