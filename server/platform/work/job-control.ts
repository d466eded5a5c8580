import type { Job } from 'agenda';
import { followSignal } from '#server/platform/lib/concurrency/follow-signal.ts';

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
  /** For how long this worker has had the lock. */
  ageMs(): number;
  /** Extends the lock. Rejects with `LockLost` if another worker has it. */
  touch(): Promise<void>;
}

/** Returns a job that Agenda executes. */
export function lockedByAgenda(
  job: Pick<Job, 'attrs' | 'cancel' | 'getCanceledMessage' | 'touch'>,
): LockedJob {
  return {
    hasLostLock: () => Boolean(job.getCanceledMessage()),
    ageMs: () => Date.now() - (job.attrs.lockedAt?.getTime() ?? Date.now()),
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

/** Does the work of a job, which is also aborted by `signal`. */
export async function underControl<Result>(
  job: LockedJob,
  signal: AbortSignal,
  work: (control: JobControl) => Promise<Result>,
): Promise<Result> {
  // A slow database has used up much of the lock before the work begins.
  let lastHeartbeat = performance.now() - job.ageMs();
  let touching: Promise<void> | undefined;
  const { controller, unfollow } = followSignal(signal);
  async function extend(): Promise<void> {
    if (job.hasLostLock()) throw new LockLost();
    if (performance.now() - lastHeartbeat < HEARTBEAT_INTERVAL_MS) return;
    // One at a time: the second would not know which lock the first has left.
    touching ??= job.touch().finally(() => (touching = undefined));
    lastHeartbeat = performance.now();
    await touching;
  }
  const heartbeat = () =>
    extend().catch((error: unknown) => {
      if (error instanceof LockLost) controller.abort();
      throw error;
    });
  try {
    return await work({ signal: controller.signal, heartbeat });
  } finally {
    unfollow();
  }
}

/** Does work, and extends its lock until it has ended. */
export async function withHeartbeats<Result>(
  control: JobControl,
  work: () => Promise<Result>,
): Promise<Result> {
  const beat = () => {
    // A lost lock aborts the signal of `control`.
    control.heartbeat().catch(() => undefined);
  };
  beat();
  const timer = setInterval(beat, HEARTBEAT_INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
