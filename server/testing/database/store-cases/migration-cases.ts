import { createMigrationModels, MigrationStore } from '#server/platform/migrations/migration-store.ts';
import { createProcessModel, ProcessStore } from '#server/platform/migrations/process-store.ts';
import { createUpkeepModel, UpkeepStore } from '#server/platform/observability/upkeep/upkeep-store.ts';
import { after, callsOf, type StoreCases } from './store-cases.ts';

const migrations: StoreCases<MigrationStore> = {
  file: 'server/platform/migrations/migration-store.ts',
  open: ({ connection }) => new MigrationStore(createMigrationModels(connection)),
  calls: {
    list: (store) => store.list(),
    minimum: (store) => store.minimum(),
    raiseMinimum: (store) => store.raiseMinimum(0),
    lease: (store, { now }) => store.lease('holder', now, after(now)),
    release: (store) => store.release('holder'),
    begin: (store, { now }) => store.begin({ _id: 100_000, name: 'later', checksum: 'c', startedAt: now }),
    checkpoint: (store) => store.checkpoint(100_000, 1),
    finish: (store, { now }) => store.finish(100_000, now),
  },
};

const processes: StoreCases<ProcessStore> = {
  file: 'server/platform/migrations/process-store.ts',
  open: ({ connection }) => new ProcessStore(createProcessModel(connection)),
  calls: {
    save: (store, { now }) =>
      store.save({
        _id: 'process-x',
        role: 'web',
        host: 'h',
        pid: 1,
        version: 1,
        working: true,
        signsWith: 's',
        startedAt: now,
        seenAt: now,
      }),
    remove: (store) => store.remove('process-x'),
    hasWorker: (store, { now }) => store.hasWorker(now),
    list: (store, { now }) => store.list(now),
  },
};

const upkeep: StoreCases<UpkeepStore> = {
  file: 'server/platform/observability/upkeep/upkeep-store.ts',
  open: ({ connection }) => new UpkeepStore(createUpkeepModel(connection)),
  calls: {
    recordBackup: (store, { now }) => store.recordBackup(now),
    recordCopy: (store, { now }) => store.recordCopy(now),
    recordAudit: (store, { now }) => store.recordAudit(now, 2),
    last: (store) => store.last('audit'),
  },
};

/** The calls of the stores of migrations, processes and upkeep. */
export const migrationCalls = [...callsOf(migrations), ...callsOf(processes), ...callsOf(upkeep)];
