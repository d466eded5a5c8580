import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import type { Env } from '#server/app/env/env.ts';
import { allMigrations } from '#server/platform/migrations/all-migrations.ts';
import { NO_MIGRATION_NEEDS } from '#server/platform/migrations/migration-needs.ts';
import { createMigrationModels, MigrationStore } from '#server/platform/migrations/migration-store.ts';
import { checkSchema } from '#server/platform/migrations/run-migrations.ts';
import { openDatabase, type Database } from './database.ts';

/** There is no database where the settings say; the message is for the operator. Nothing was created. */
export class NoDatabase extends Error {}

type Settings = Pick<Env, 'MONGODB_URI' | 'DATA_DIR'>;

/**
 * Opens the database for a command, which runs no migrations and creates none: a mistyped name must not become an empty database.
 * Throws `NoDatabase`, or `SchemaRefused` where the server refuses to start: this version is too old for the database.
 */
export async function openForCommand(env: Settings): Promise<Database> {
  // The embedded engine would create it.
  const file = join(env.DATA_DIR, 'mongodb', 'WiredTiger');
  if (env.MONGODB_URI === undefined && !existsSync(file))
    throw new NoDatabase(`DATA_DIR: there is no database in ${env.DATA_DIR}.`);
  return checked(await openDatabase(env), async (connection) => {
    // First: the models of the schema create their collections.
    await assertNotEmpty(env, connection);
    await assertKnown(connection);
  });
}

/** Opens the database for a restore, which may create it. Throws `SchemaRefused`. */
export async function openForRestore(env: Settings): Promise<Database> {
  return checked(await openDatabase(env), assertKnown);
}

/** Returns a database that passes its check; one that does not is closed, as it would keep the process. */
async function checked(
  database: Database,
  check: (connection: Connection) => Promise<void>,
): Promise<Database> {
  try {
    await check(database.connection);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function assertNotEmpty(env: Settings, connection: Connection): Promise<void> {
  const db = connection.getClient().db(connection.name);
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  if (collections.length > 0) return;
  const where =
    env.MONGODB_URI === undefined
      ? `DATA_DIR: the database in ${env.DATA_DIR}`
      : `MONGODB_URI: the database "${connection.name}"`;
  throw new NoDatabase(`${where} is empty.`);
}

async function assertKnown(connection: Connection): Promise<void> {
  const store = new MigrationStore(createMigrationModels(connection));
  // Only their numbers and checksums are used here.
  await checkSchema({ store }, allMigrations(NO_MIGRATION_NEEDS));
}
