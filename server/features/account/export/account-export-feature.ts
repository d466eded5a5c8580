import { MINUTE_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import { createAccountExportRouter } from './account-export-router.ts';
import { eraseExports } from './erase-exports.ts';
import { exportJobKinds } from './export-jobs.ts';
import { EXPORT_DUTY, type ExportDeps, type ExportNeeds } from './export-deps.ts';
import { exportSources } from './export-sources.ts';
import { createExportModel, ExportStore } from './export-store.ts';
import type { StoredObjects } from '#server/platform/module/stored-objects.ts';
import { makeExport, sweepExports } from './sweep-exports.ts';

/** Creates the export of accounts: the procedures of the profile page, and what makes and erases the files. */
export function createAccountExportFeature(app: ExportNeeds) {
  const { connection, log, publicUrl, users } = app;
  const model = createExportModel(connection);
  const deps: ExportDeps = {
    clock: app.clock,
    log,
    publicUrl,
    users,
    mailer: app.providers.mailer,
    objects: app.providers.objects.store,
    events: app.accountEvents.events,
    sources: exportSources(app.modules),
    jobs: app.queues.exports,
    trigger: app.trigger,
    exports: new ExportStore(model),
  };
  const stored: StoredObjects[] = [
    { prefix: 'exports/', referenced: (keys) => deps.exports.referenced(keys) },
  ];
  return {
    router: createAccountExportRouter(deps),
    jobs: exportJobKinds((exportId, signal) => makeExport(deps, exportId, signal)),
    duties: [
      { name: EXPORT_DUTY, everyMs: MINUTE_MS, run: ({ signal }) => sweepExports(deps, signal) },
    ] satisfies Duty[],
    erasure: [{ name: 'exports', erase: ({ uid }: { uid: string }) => eraseExports(deps, uid) }],
    /** Files of exports in the object store. */
    stored,
    models: [model] as const,
  };
}
