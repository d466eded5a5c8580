import type { JobControl } from '#server/platform/work/job-control.ts';
import type { JobData, JobKind, JobQueue } from '#server/platform/work/job.ts';
import type { ListHandlers, ListJobs } from './api.ts';

const BUILD = 'build-list';

/** Returns what enqueues the work on lists. */
export function createListJobs(queue: JobQueue): ListJobs {
  return { buildList: (listId) => queue.add(BUILD, { listId }, { ifOther: 'waits' }) };
}

/** Returns how the work on lists is executed. */
export function listJobKinds(handlers: ListHandlers): JobKind[] {
  const run = ({ listId }: JobData & { listId: string }, control: JobControl) =>
    handlers.buildList(listId, control);
  return [{ name: BUILD, run }];
}
