import type { Env } from '#server/app/env/env.ts';
import { allMigrations } from '#server/platform/migrations/all-migrations.ts';
import { NO_MIGRATION_NEEDS } from '#server/platform/migrations/migration-needs.ts';
import { createMigrationModels, MigrationStore } from '#server/platform/migrations/migration-store.ts';
import { checkSchema } from '#server/platform/migrations/run-migrations.ts';
import { openDatabase, type Database } from './database.ts';

/**
 * Opens the database for a command, which runs no migrations. Throws `SchemaRefused` where the server refuses to start: this
 * version is too old for the database.
 */
export async function openForCommand(env: Pick<Env, 'MONGODB_URI' | 'DATA_DIR'>): Promise<Database> {
  const database = await openDatabase(env);
  try {
    const store = new MigrationStore(createMigrationModels(database.connection));
    // Only their numbers and checksums are used here.
    await checkSchema({ store }, allMigrations(NO_MIGRATION_NEEDS));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
