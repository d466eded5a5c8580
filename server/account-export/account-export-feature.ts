import type { Connection } from 'mongoose';
import { createBackgroundTasks } from '#server/lib/concurrency/background-tasks.ts';
import { createAccountExportRouter } from './account-export-router.ts';
import { eraseExports } from './erase-exports.ts';
import type { ExportDeps, ExportOptions } from './export-deps.ts';
import { createExportModel, ExportStore } from './export-store.ts';
import type { StoredObjects } from '#server/retention/api.ts';
import { sweepExports } from './sweep-exports.ts';

/** Creates the export of accounts: the procedures of the profile page, and the job that makes and erases the files. */
export function createAccountExportFeature({
  connection,
  ...options
}: ExportOptions & { connection: Connection }) {
  const model = createExportModel(connection);
  const deps: ExportDeps = {
    ...options,
    exports: new ExportStore(model),
    background: createBackgroundTasks(options.log),
  };
  const stored: StoredObjects = { prefix: 'exports/', named: (keys) => deps.exports.named(keys) };
  return {
    router: createAccountExportRouter(deps),
    /** Continues the exports that are due; run it periodically. */
    sweep: () => sweepExports(deps),
    /** Erases the exports of an account that is being erased; see `eraseExports`. */
    erase: (uid: string) => eraseExports(deps, uid),
    /** Resolves when no export is being worked on after a request. */
    idle: () => deps.background.idle(),
    /** Files of exports in the object store. */
    stored,
    models: [model] as const,
  };
}
