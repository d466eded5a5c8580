import { hostname } from 'node:os';
import type { Connection } from 'mongoose';
import type { Clock } from '#server/platform/lib/clock.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { versionOf, type Migration } from './migration.ts';
import { createMigrationModels, MigrationStore } from './migration-store.ts';
import { createProcessModel, ProcessStore, type ProcessRecord } from './process-store.ts';
import { checkSchema, continueMigrations, prepareSchema, type MigrationDeps } from './run-migrations.ts';

const SEEN_EVERY_MS = 20_000;
const OTHER_SECRETS =
  'another process signs with a secret that this one does not accept: its sessions and the reports of its calls are ' +
  'refused here. Give all processes the same SESSION_SECRET, or the same DATA_DIR';

export interface SchemaOptions {
  connection: Connection;
  clock: Clock;
  log: Logger;
  role: ProcessRecord['role'];
  migrations: readonly Migration[];
  /** Identify the secrets that this process accepts; it signs with the first one. */
  secretIds: readonly [string, ...string[]];
}

export type SchemaControl = ReturnType<typeof createSchema>;

/** Keeps this process and the schema of the database in line. */
export function createSchema(options: SchemaOptions) {
  const { connection, clock, log, role, migrations, secretIds } = options;
  const processModel = createProcessModel(connection);
  const migrationModels = createMigrationModels(connection);
  const processes = new ProcessStore(processModel);
  const store = new MigrationStore(migrationModels);
  const stopping = new AbortController();
  const holder = newId();
  const deps: MigrationDeps = {
    connection,
    store,
    processes,
    holder,
    clock,
    log,
    signal: stopping.signal,
  };
  const self = {
    _id: holder,
    role,
    host: hostname(),
    pid: process.pid,
    version: versionOf(migrations),
    signsWith: secretIds[0],
  };
  const startedAt = clock.now();
  let working = false;
  let timer: NodeJS.Timeout | undefined;
  let continuing: Promise<void> = Promise.resolve();
  const announce = () => processes.save({ ...self, working, startedAt, seenAt: clock.now() });
  const warnOfOtherSecrets = async () => {
    const others = (await processes.list(clock.now())).filter(
      ({ signsWith }) => !secretIds.includes(signsWith),
    );
    if (others.length > 0)
      log.error({ others: others.map(({ host, pid }) => `${host} ${String(pid)}`) }, OTHER_SECRETS);
  };
  return {
    /** The models with indexes. */
    models: [processModel],
    /**
     * Announces this process and resolves once it may work on the database. Throws `SchemaRefused` if it never may: a
     * process that is announced first holds back the migrations that it does not know.
     */
    async prepare(): Promise<void> {
      await checkSchema(deps, migrations);
      await announce();
      await warnOfOtherSecrets();
      timer = setInterval(() => {
        announce().catch((error: unknown) => {
          log.debug({ err: error }, 'this process could not be announced');
        });
      }, SEEN_EVERY_MS).unref();
      await prepareSchema(deps, migrations);
    },
    /** Returns whether a process that does background work was there within the last minute. */
    hasWorker: () => processes.hasWorker(clock.now()),
    /** Announces that this process works now. */
    async begin(): Promise<void> {
      working = true;
      await announce();
    },
    /** Runs what is left of the migrations, for workers; repeated until all have run. */
    continue(): Promise<void> {
      continuing = continueMigrations(deps, migrations);
      return continuing;
    },
    /** Interrupts migrations at their next checkpoint and removes this process. */
    async close(): Promise<void> {
      stopping.abort();
      clearInterval(timer);
      await continuing.catch(() => undefined);
      await processes.remove(holder).catch(() => undefined);
    },
  };
}
