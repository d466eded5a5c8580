import { Agenda } from 'agenda';
import type { Connection } from 'mongoose';
import type { Logger } from '#server/platform/lib/log.ts';
import {
  CONCURRENCY,
  LOCK_MS,
  MAX_CONCURRENCY,
  POLL_INTERVAL_MS,
  SHARED_JOBS,
  type JobCollections,
} from './agenda.ts';
import type { Duty } from './duty.ts';
import { JobNotices } from './job-notices-store.ts';
import { JobStore } from './job-store.ts';
import { NextJobs } from './next-jobs.ts';
import { createQueueErrorLog } from './queue-error-log.ts';
import { queueBackend } from './queue-repository.ts';

/**
 * Opens a queue of jobs: Agenda on our database, not started, the notices that tell it of new jobs, and the operations that it
 * lacks. `worker` identifies the locks; it may get its `duties` later.
 */
export function openQueue(
  connection: Connection,
  log: Logger,
  {
    worker,
    duties,
    collections = SHARED_JOBS,
  }: { worker: string; duties: ReadonlyMap<string, Duty>; collections?: JobCollections },
): { agenda: Agenda; notices: JobNotices; store: JobStore } {
  const store = new JobStore(connection, worker, collections);
  const notices = new JobNotices(connection, log, collections.notices);
  const next = new NextJobs({
    aheadMs: POLL_INTERVAL_MS,
    lockMs: LOCK_MS,
    read: (by) => store.dueBy(Object.keys(agenda.definitions), by),
  });
  // Before Agenda subscribes, which looks for a job as soon as it is announced.
  notices.subscribe(({ jobName, nextRunAt }) => {
    next.note(jobName, nextRunAt);
  });
  const agenda = new Agenda({
    name: worker,
    backend: queueBackend(connection.getClient().db(connection.name), collections.jobs, {
      store,
      next,
      duties,
    }),
    notificationChannel: notices,
    processEvery: POLL_INTERVAL_MS,
    maxConcurrency: MAX_CONCURRENCY,
    defaultConcurrency: CONCURRENCY,
    defaultLockLifetime: LOCK_MS,
  });
  const logError = createQueueErrorLog(log);
  agenda.on('error', (error: Error) => {
    // Agenda polls running jobs and may find one that has just ended and is being removed.
    if (error.message.includes('no lockedAt date found')) log.debug({ err: error }, 'a job has just ended');
    else logError(error);
  });
  return { agenda, notices, store };
}
