import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import { startEmbeddedMongodb } from '#server/emulators/mongodb/mongodb.ts';

/** The databases of a test run. */
export interface TestServers {
  uris: string[];
  /** Part of the name of each database of this run. */
  run: string;
  /** Drops what tests left behind on a given server; stops embedded ones. */
  release(): Promise<void>;
}

/**
 * Starts an embedded MongoDB in each folder, or uses the MongoDB at `HARK_TEST_MONGODB_URI`, where each test creates and drops
 * databases of its own and touches no other.
 */
export async function startDatabases(
  folders: readonly string[],
  given = process.env['HARK_TEST_MONGODB_URI'] ?? '',
): Promise<TestServers> {
  const run = randomUUID().slice(0, 8);
  if (given !== '') return { uris: [checked(given)], run, release: () => dropDatabases(given, run) };
  const databases = await Promise.all(folders.map((dataDir) => startEmbeddedMongodb({ dataDir })));
  return {
    uris: databases.map(({ address }) => address),
    run,
    release: async () => {
      await Promise.all(databases.map((database) => database.release()));
    },
  };
}

/** The tests put names of databases into the path, so it names one host and no database. */
function checked(given: string): string {
  const uri = URL.canParse(given) ? new URL(given) : undefined;
  if (uri === undefined || !/^mongodb(\+srv)?:$/.test(uri.protocol) || uri.pathname.length > 1)
    throw new Error(
      'HARK_TEST_MONGODB_URI must name one host and no database, for example mongodb://127.0.0.1:27017/?replicaSet=rs0',
    );
  return given;
}

async function dropDatabases(uri: string, run: string): Promise<void> {
  const client = new mongo.MongoClient(uri);
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) if (name.includes(`_${run}_`)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
