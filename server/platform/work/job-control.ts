import type { Job } from 'agenda';

/** Heartbeats are throttled to one write per interval. */
export const HEARTBEAT_INTERVAL_MS = 1_500;

/** Control of a running job. */
export interface JobControl {
  /** Aborted when the worker stops or has lost the job: finish the current work and return. */
  signal: AbortSignal;
  /** Extends the lock of the job; call it every few seconds. Rejects if another worker has acquired the job. */
  heartbeat(): Promise<void>;
}

/** Another worker has the job, or may have it. */
export class LockLost extends Error {
  constructor() {
    super('The lock of this job has expired.');
  }
}

/** A job that this worker executes under a lock. */
export interface LockedJob {
  /** Whether the lock expired during execution, so that the job will be executed again. */
  hasLostLock(): boolean;
  /** Extends the lock. Rejects with `LockLost` if another worker has it. */
  touch(): Promise<void>;
}

/** Returns a job that Agenda executes. */
export function lockedByAgenda(job: Pick<Job, 'cancel' | 'getCanceledMessage' | 'touch'>): LockedJob {
  return {
    hasLostLock: () => Boolean(job.getCanceledMessage()),
    async touch() {
      try {
        await job.touch();
      } catch (error) {
        if (error instanceof LockLost) job.cancel(error);
        throw error;
      }
    },
  };
}

/** Returns the control of a job, which is also aborted by `signal`. */
export function controlOf(job: LockedJob, signal: AbortSignal): JobControl {
  let lastHeartbeat = performance.now();
  const lockLost = new AbortController();
  async function extend(): Promise<void> {
    if (job.hasLostLock()) throw new LockLost();
    if (performance.now() - lastHeartbeat < HEARTBEAT_INTERVAL_MS) return;
    lastHeartbeat = performance.now();
    await job.touch();
  }
  return {
    signal: AbortSignal.any([signal, lockLost.signal]),
    heartbeat: () =>
      extend().catch((error: unknown) => {
        if (error instanceof LockLost) lockLost.abort();
        throw error;
      }),
  };
}
