import type { JobControl } from '#server/platform/work/job-control.ts';
import type { JobData, JobKind, JobQueue } from '#server/platform/work/job.ts';
import type { PreviewJobs } from './preview-deps.ts';

const MAKE = 'make-previews';
/** Users whose previews a worker makes at the same time; campaigns use the rest of the provider's capacity. */
const USERS_AT_ONCE = 3;

/** Returns what enqueues the work on previews. */
export function createPreviewJobs(queue: JobQueue): PreviewJobs {
  return { make: (userId) => queue.add(MAKE, { userId }, { ifOther: 'waits' }) };
}

/** Returns how the work on previews is executed. */
export function previewJobKinds(
  make: (userId: string, control: JobControl) => Promise<Date | undefined>,
): JobKind[] {
  const run = ({ userId }: JobData & { userId: string }, control: JobControl) => make(userId, control);
  return [{ name: MAKE, concurrency: USERS_AT_ONCE, run }];
}
