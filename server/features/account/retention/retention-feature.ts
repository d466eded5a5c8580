import { HOUR_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import { createObjectSweepModel, ObjectSweepStore } from './object-sweep-store.ts';
import type { RetentionDeps, RetentionNeeds } from './retention-deps.ts';
import { sweepObjects } from './sweep-objects.ts';

/** Creates the sweep of the object store. */
export function createRetentionFeature(app: RetentionNeeds) {
  const model = createObjectSweepModel(app.connection);
  const depsOf = (): RetentionDeps => ({
    clock: app.clock,
    log: app.log,
    objects: app.providers.objects.store,
    stored: app.modules().flatMap(({ stored = [] }) => stored),
    sweeps: new ObjectSweepStore(model),
  });
  const sweep = (control: JobControl) => sweepObjects(depsOf(), control);
  return {
    /** Deletes the objects that no record names. */
    sweep,
    duties: [{ name: 'sweep-objects', everyMs: HOUR_MS, run: sweep }] satisfies Duty[],
    models: [model] as const,
  };
}
