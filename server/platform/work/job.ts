import type { JobControl } from './job-control.ts';

/** What every job carries. */
export interface JobData {
  /** Number of failed executions. */
  failures?: number;
  /** The request that enqueued it. */
  requestId?: string;
}

/** A kind of job: work on one thing, which a module enqueues and any worker executes. */
export interface JobKind {
  /** Names it in the queue, the log and the metrics; it stays, as jobs are stored under it. */
  name: string;
  /** Most jobs of this kind at a time per worker; no more are locked. Without it, enough for any. */
  concurrency?: number;
  /**
   * Its lock lasts as long as it runs. For work whose steps all end by themselves, as commands to the database do, however slow
   * they are; other work sends heartbeats, so that another worker begins anew what hangs.
   */
  keepsLock?: boolean;
  /**
   * Executes a job, which may happen more than once and concurrently. What it throws is logged, and the job retried. A date that
   * it returns is when the job is executed once more.
   */
  run(data: JobData, control: JobControl): Promise<unknown>;
}

/** How a job is enqueued. */
export interface JobOptions {
  /** When it is due; now by default. */
  at?: Date;
  /** What it carries besides its key. */
  data?: Readonly<Record<string, unknown>>;
  /**
   * What another job for the same key does: one that `waits` and is due no later, or that waits or `runs`, makes this one
   * unnecessary; one that waits is `replaced` by it.
   */
  ifOther?: 'waits' | 'runs' | 'replaced';
  /** One that waits counts only if it is due after this. */
  after?: Date;
}

/** Enqueues jobs for all workers. `key` says what a job works on, as `{ campaignId }`. */
export interface JobQueue {
  add(name: string, key: Readonly<Record<string, string>>, options?: JobOptions): Promise<void>;
  /** Removes the jobs for a key that wait for a later time. */
  removeLater(name: string, key: Readonly<Record<string, string>>): Promise<void>;
}
