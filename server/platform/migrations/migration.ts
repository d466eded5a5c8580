import { createHash } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Logger } from '#server/platform/lib/log.ts';

/** What a migration gets. */
export interface MigrationContext {
  connection: Connection;
  log: Logger;
  /** Where an earlier execution that was interrupted had arrived; `null` at the first one. */
  position: unknown;
  /**
   * Records how far it has come and renews the lease; to be called after each batch. Throws `LeaseLost` when another process
   * continues, or this one stops.
   */
  checkpoint(position: unknown): Promise<void>;
}

/** A change of the stored data. The rules are in README.md. */
export interface Migration {
  /** Unique and never reused; migrations run in this order. */
  id: number;
  name: string;
  /** `start`: needed before a process of this version works. `background`: run by workers while others work. */
  when: 'start' | 'background';
  /** Processes that do not know this schema version cannot work after the migration: it waits until none runs. */
  requires?: number;
  /** May be repeated at any point. */
  run(context: MigrationContext): Promise<void>;
}

/** Returns what identifies a migration in the database, so that one that was changed or renumbered is noticed. */
export function checksumOf({ id, name, when, requires = 0 }: Migration): string {
  return createHash('sha256')
    .update(JSON.stringify([id, name, when, requires]))
    .digest('hex');
}

/** Returns the schema version of a process: the highest migration that it knows. */
export function versionOf(migrations: readonly Migration[]): number {
  return Math.max(0, ...migrations.map(({ id }) => id));
}

/** Another process has taken over the migrations, or this one stops. */
export class LeaseLost extends Error {}

/** This process must not work on the database; the message is one line for operators. */
export class SchemaRefused extends Error {}
