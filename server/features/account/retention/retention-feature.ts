import type { Connection } from 'mongoose';
import type { JobControl } from '#server/platform/work/job-control.ts';
import { createObjectSweepModel, ObjectSweepStore } from './object-sweep-store.ts';
import type { RetentionDeps, RetentionOptions } from './retention-deps.ts';
import { sweepObjects } from './sweep-objects.ts';

/** Creates the sweep of the object store. */
export function createRetentionFeature({
  connection,
  ...options
}: RetentionOptions & { connection: Connection }) {
  const model = createObjectSweepModel(connection);
  const deps: RetentionDeps = { ...options, sweeps: new ObjectSweepStore(model) };
  return {
    /** Deletes the objects that no record names; run it periodically. */
    sweep: (control: JobControl) => sweepObjects(deps, control),
    models: [model] as const,
  };
}
