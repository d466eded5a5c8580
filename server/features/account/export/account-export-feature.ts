import type { Connection } from 'mongoose';
import { createBackgroundTasks } from '#server/platform/lib/concurrency/background-tasks.ts';
import { createAccountExportRouter } from './account-export-router.ts';
import { eraseExports } from './erase-exports.ts';
import type { ExportDeps, ExportOptions } from './export-deps.ts';
import { createExportModel, ExportStore } from './export-store.ts';
import type { StoredObjects } from '#server/features/account/retention/api.ts';
import { sweepExports } from './sweep-exports.ts';

/** Creates the export of accounts: the procedures of the profile page, and the job that makes and erases the files. */
export function createAccountExportFeature({
  connection,
  ...options
}: ExportOptions & { connection: Connection }) {
  const model = createExportModel(connection);
  const stopping = new AbortController();
  const deps: ExportDeps = {
    ...options,
    exports: new ExportStore(model),
    background: createBackgroundTasks(options.log),
    stopping: stopping.signal,
  };
  const stored: StoredObjects = { prefix: 'exports/', named: (keys) => deps.exports.named(keys) };
  return {
    router: createAccountExportRouter(deps),
    /** Continues the exports that are due; run it periodically. Does nothing in a process that makes no files. */
    sweep: async () => {
      if (deps.makesFiles) await sweepExports(deps);
    },
    /** Erases the exports of an account that is being erased; see `eraseExports`. */
    erase: (uid: string) => eraseExports(deps, uid),
    /** Leaves what is in progress to another process; resolves when nothing is. */
    async stop() {
      stopping.abort();
      await deps.background.idle();
    },
    /** Files of exports in the object store. */
    stored,
    models: [model] as const,
  };
}
