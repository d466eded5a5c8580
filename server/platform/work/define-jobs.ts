import type { Agenda, Job } from 'agenda';
import { fromNow, type Clock } from '#server/platform/lib/clock.ts';
import type { Definition } from './define-duties.ts';
import type { JobData, JobKind } from './job.ts';
import { lockedByAgenda, underControl, withHeartbeats } from './job-control.ts';
import { observeJob } from './observe-job.ts';

/** Delay before a failed job is retried. */
const RETRY_MS = 2_000;
const MAX_RETRIES = 3;

/**
 * Defines how this worker executes jobs. A failed job is retried a few times, as after a database outage; after that the
 * duties of its module enqueue what is still needed.
 */
export function defineJobs(
  agenda: Agenda,
  kinds: readonly JobKind[],
  { log, running, clock, signal, instruments }: Definition,
): void {
  for (const kind of kinds) {
    const { name, concurrency, keepsLock = false } = kind;
    const perform = (job: Job<JobData>) => {
      const { _id, data } = job.attrs;
      const lock = lockedByAgenda(job);
      const work = async () => {
        const again = await underControl(lock, signal, (control) =>
          keepsLock ? withHeartbeats(control, () => kind.run(data, control)) : kind.run(data, control),
        );
        if (again instanceof Date) await enqueue(agenda, name, data, again);
      };
      const executed = observeJob(instruments, { name, id: String(_id), data }, work, async (error) => {
        log.error({ err: error, job: name, data }, 'a job failed');
        // The job itself is due again, unless another worker already has it.
        if (lock.hasLostLock()) job.attrs.nextRunAt = clock.now();
        else await scheduleRetry(agenda, name, data, clock);
      });
      return running.add(executed);
    };
    // No more than are executed: Agenda drops a job that is queued for longer than its lock.
    const limits = concurrency === undefined ? {} : { concurrency, lockLimit: concurrency };
    // oxlint-disable-next-line typescript/no-misused-promises -- the second overload takes a promise
    agenda.define<JobData>(name, perform, limits);
  }
}

/** Enqueues a failed job again. If that fails too, a duty recovers the work. */
async function scheduleRetry(agenda: Agenda, name: string, data: JobData, clock: Clock): Promise<void> {
  const failures = (data.failures ?? 0) + 1;
  if (failures > MAX_RETRIES) return;
  await enqueue(agenda, name, { ...data, failures }, fromNow(clock, RETRY_MS)).catch(() => undefined);
}

/** A new job: the one that is being executed is removed at its end. */
async function enqueue(agenda: Agenda, name: string, data: JobData, at: Date): Promise<void> {
  await agenda.create<JobData>(name, data).schedule(at).save();
}
