import type { JobControl } from '#server/platform/work/job-control.ts';
import type { JobData, JobKind, JobQueue } from '#server/platform/work/job.ts';
import type { ExportJobs } from './export-deps.ts';

const MAKE = 'make-export';
/** Exports that a worker makes at a time: a very large one leaves room for another. */
const EXPORTS = 2;

/** Returns what enqueues the making of exports. */
export function createExportJobs(queue: JobQueue): ExportJobs {
  return { make: (exportId) => queue.add(MAKE, { exportId }, { ifOther: 'waits' }) };
}

/** Returns how exports are made; an attempt ends by itself. */
export function exportJobKinds(make: (exportId: string, signal: AbortSignal) => Promise<void>): JobKind[] {
  const run = ({ exportId }: JobData & { exportId: string }, { signal }: JobControl) =>
    make(exportId, signal);
  return [{ name: MAKE, concurrency: EXPORTS, keepsLock: true, run }];
}
