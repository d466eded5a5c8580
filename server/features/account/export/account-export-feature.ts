import type { Connection } from 'mongoose';
import { SECOND_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import { createAccountExportRouter } from './account-export-router.ts';
import { eraseExports } from './erase-exports.ts';
import { EXPORT_DUTY, type ExportDeps, type ExportOptions } from './export-deps.ts';
import { createExportModel, ExportStore } from './export-store.ts';
import type { StoredObjects } from '#server/features/account/retention/api.ts';
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
  };
  const stored: StoredObjects = { prefix: 'exports/', named: (keys) => deps.exports.named(keys) };
  return {
    router: createAccountExportRouter(deps),
    duties: [
      { name: EXPORT_DUTY, everyMs: 30 * SECOND_MS, run: ({ signal }) => sweepExports(deps, signal) },
    ] satisfies Duty[],
    erasure: [{ name: 'exports', erase: ({ uid }: { uid: string }) => eraseExports(deps, uid) }],
    /** Files of exports in the object store. */
    stored,
    models: [model] as const,
  };
}
