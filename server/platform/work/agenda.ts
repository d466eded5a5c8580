/** The name of all duties in the queue. */
export const DUTY = 'duty';

/** The collections of a job queue. */
export interface JobCollections {
  jobs: string;
  notices: string;
}

/** The queue that all workers share. */
export const SHARED_JOBS: JobCollections = { jobs: 'jobs', notices: 'job_notices' };
/** The queue of a process that creates demo data; no other process takes its jobs. */
export const SEED_JOBS: JobCollections = { jobs: 'seed_jobs', notices: 'seed_job_notices' };

/** Interval at which Agenda looks for jobs, and how far ahead; the database is asked only if one can be due (`next-jobs.ts`). */
export const POLL_INTERVAL_MS = 1_000;
/**
 * Lock lifetime: a job without a heartbeat is executed again after this time; handlers send four heartbeats in it. Locks are
 * short so that the jobs of a dead worker resume soon. A second execution costs work, never a second call.
 */
export const LOCK_MS = 6_000;
/** Default number of concurrent jobs of one kind per worker. */
export const CONCURRENCY = 50;
/** Limit over all kinds; high enough that no kind uses up the capacity of another. */
export const MAX_CONCURRENCY = 1_000;
