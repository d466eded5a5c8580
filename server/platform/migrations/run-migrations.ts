import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Clock } from '#server/platform/lib/clock.ts';
import { whileRenewed } from '#server/platform/lib/concurrency/while-renewed.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { checksumOf, LeaseLost, SchemaRefused, versionOf, type Migration } from './migration.ts';
import type { MigrationRecord, MigrationStore } from './migration-store.ts';
import type { ProcessStore } from './process-store.ts';

/** How long a process that was killed keeps others from continuing. */
const LEASE_MS = 15_000;
const RENEW_MS = LEASE_MS / 5;
/** How often a process looks whether another one has finished. */
const WAIT_MS = 200;

export interface MigrationDeps {
  connection: Connection;
  store: MigrationStore;
  processes: Pick<ProcessStore, 'list'>;
  /** Identifies this process as the holder of the lease. */
  holder: string;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}

/** Throws `SchemaRefused` if this process is too old for the database, or a migration differs from the recorded one. */
export async function checkSchema(
  { store }: Pick<MigrationDeps, 'store'>,
  migrations: readonly Migration[],
): Promise<MigrationRecord[]> {
  const [records, minimum] = await Promise.all([store.list(), store.minimum()]);
  const version = versionOf(migrations);
  if (version < minimum)
    throw new SchemaRefused(
      `This version of Hark is too old for its database: it knows schema ${String(version)}, and the database ` +
        `needs ${String(minimum)} or later. Start a newer version.`,
    );
  for (const migration of migrations) {
    const record = records.find(({ _id }) => _id === migration.id);
    if (record === undefined || record.checksum === checksumOf(migration)) continue;
    throw new SchemaRefused(
      `Migration ${String(migration.id)} of this version of Hark, "${migration.name}", is not the one that the ` +
        `database has recorded, "${record.name}".`,
    );
  }
  return records;
}

/**
 * Resolves once every migration that must precede the work is complete, by this process or another one. Throws
 * `SchemaRefused` like `checkSchema`.
 */
export async function prepareSchema(deps: MigrationDeps, migrations: readonly Migration[]): Promise<void> {
  const before = migrations.filter(({ when }) => when === 'start');
  for (;;) {
    const records = await checkSchema(deps, migrations);
    const pending = pendingOf(before, records);
    if (pending.length === 0) return;
    deps.signal.throwIfAborted();
    await runPending(deps, pending);
    await sleep(WAIT_MS, undefined, { signal: deps.signal });
  }
}

/**
 * Runs the migrations that are left, if no other process does, in the order of their numbers. Ends before one whose
 * `requires` an older process that is still there does not meet; it is to be called again later.
 */
export async function continueMigrations(
  deps: MigrationDeps,
  migrations: readonly Migration[],
): Promise<void> {
  const pending = pendingOf(migrations, await checkSchema(deps, migrations));
  if (pending.length > 0) await runPending(deps, pending);
}

function pendingOf(migrations: readonly Migration[], records: readonly MigrationRecord[]): Migration[] {
  const finished = new Set(
    records.filter(({ finishedAt }) => finishedAt !== undefined).map(({ _id }) => _id),
  );
  return migrations.filter(({ id }) => !finished.has(id)).sort((a, b) => a.id - b.id);
}

/** Runs migrations under the lease; returns at once if another process has it. */
async function runPending(deps: MigrationDeps, pending: readonly Migration[]): Promise<void> {
  if (!(await renewLease(deps))) return;
  try {
    for (const migration of pending) {
      if (deps.signal.aborted || !(await mayRun(deps, migration))) return;
      await runOne(deps, migration);
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    deps.log.info({ why: error.message }, 'migrations are continued later');
  } finally {
    await deps.store.release(deps.holder).catch(() => undefined);
  }
}

/**
 * Returns whether no process is there that could not work after a migration. New ones are refused first, so that none
 * starts between the check and the migration.
 */
async function mayRun({ store, processes, clock, log }: MigrationDeps, migration: Migration) {
  const { id, name, requires } = migration;
  if (requires === undefined) return true;
  const tooOld = async () => (await processes.list(clock.now())).filter(({ version }) => version < requires);
  if ((await tooOld()).length === 0) {
    await store.raiseMinimum(requires);
    if ((await tooOld()).length === 0) return true;
  }
  log.info({ migration: id, name, requires }, 'a migration waits for older processes to end');
  return false;
}

async function runOne(deps: MigrationDeps, migration: Migration): Promise<void> {
  const { store, connection, log, clock } = deps;
  const { id, name } = migration;
  const record = await store.begin({
    _id: id,
    name,
    checksum: checksumOf(migration),
    startedAt: clock.now(),
  });
  // Another process may have completed it between the list and the lease.
  if (record.finishedAt !== undefined) return;
  log.info({ migration: id, name, position: record.position ?? null }, 'a migration begins');
  let lost = false;
  const renew = async () => {
    lost ||= !(await renewLease(deps));
  };
  const onError = (error: unknown) => {
    log.warn({ err: error, migration: id }, 'the lease of the migrations could not be renewed');
  };
  await whileRenewed(RENEW_MS, renew, onError, () =>
    migration.run({
      connection,
      log,
      position: record.position ?? null,
      async checkpoint(position) {
        if (lost || !(await renewLease(deps))) throw new LeaseLost(`another process continues ${name}`);
        await store.checkpoint(id, position);
        if (deps.signal.aborted) throw new LeaseLost(`this process stops during ${name}`);
      },
    }),
  );
  await store.finish(id, clock.now());
  log.info({ migration: id, name }, 'a migration is complete');
}

function renewLease({ store, holder, clock }: MigrationDeps): Promise<boolean> {
  const now = clock.now();
  return store.lease(holder, now, new Date(now.getTime() + LEASE_MS));
}
