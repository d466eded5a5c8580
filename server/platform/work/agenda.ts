/** The kinds of jobs: work on one campaign, voice or contact list, or periodic maintenance. */
export const JOB_NAMES = {
  start: 'start-campaign',
  run: 'run-campaign',
  settle: 'settle-campaign',
  notify: 'notify-owner',
  voice: 'advance-voice',
  list: 'build-list',
  scan: 'scan',
  cleanUp: 'clean-up',
  duty: 'duty',
} as const;

export interface JobData {
  /** Number of failed executions. */
  failures?: number;
  /** The request that enqueued it. */
  requestId?: string;
}

export interface CampaignJobData extends JobData {
  campaignId: string;
}

export interface VoiceJobData extends JobData {
  vid: string;
}

export interface ListJobData extends JobData {
  listId: string;
}

/** A duty recurs; its job is never removed. */
export interface DutyJobData extends JobData {
  duty: string;
}

/** `at` is the start time; the job itself is scheduled earlier (`decisions/0002-early-starts.md`). */
export interface StartJobData extends CampaignJobData {
  at: Date;
}

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
export const POLL_INTERVAL_MS = 2_000;
/**
 * Agenda's timer may fire a millisecond early and then defers its job to the next poll. A job that must start on time is
 * scheduled this much earlier and waits in its handler.
 */
export const START_LEAD_MS = POLL_INTERVAL_MS + 500;
/**
 * Lock lifetime: a job without a heartbeat is executed again after this time; handlers send four heartbeats in it. Locks are
 * short so that the jobs of a dead worker resume soon. A second execution costs work, never a second call.
 */
export const LOCK_MS = 6_000;
/** Default number of concurrent jobs of one kind per worker. */
export const CONCURRENCY = 50;
/**
 * Concurrent campaign runs per worker. No more are locked, as Agenda drops a job that is queued for longer than its lock
 * (`stale-locks.ts`). A run ends after its time slice and queues its continuation, so all campaigns progress.
 */
export const RUNS = { concurrency: 50, lockLimit: 50 };
/** Starts that wait for their time; each costs one timer. */
export const STARTS = { concurrency: 500 };
/** Concurrent attempts to clone a voice per worker: each has a recording of up to 10 MB in memory. */
export const VOICES = { concurrency: 5, lockLimit: 5 };
/** Limit over all kinds; high enough that no kind uses up the capacity of another. */
export const MAX_CONCURRENCY = 1_000;
