import type { Agenda, Job } from 'agenda';

/** Agenda's untyped bookkeeping of the jobs that this worker has locked. */
interface Processor {
  lockedJobs: Job[];
  runningJobs: Job[];
  jobQueue: { getQueue(): Job[] };
  updateStatus(name: string, key: 'locked', by: number): void;
}

/**
 * Works around a leak in Agenda: a job whose lock expires while it is queued is dropped but stays counted as locked, until
 * the lock limit blocks its kind. Returns a function to call at intervals; it unlocks jobs found idle twice in a row.
 */
export function createStaleLockCleaner(agenda: Agenda): () => void {
  let suspects = new Set<Job>();
  return () => {
    const processor = (agenda as unknown as { jobProcessor?: Processor }).jobProcessor;
    if (processor === undefined) return;
    const active = new Set([...processor.runningJobs, ...processor.jobQueue.getQueue()]);
    const idle = processor.lockedJobs.filter((job) => !active.has(job));
    for (const job of idle.filter((one) => suspects.has(one))) {
      processor.lockedJobs.splice(processor.lockedJobs.indexOf(job), 1);
      processor.updateStatus(job.attrs.name, 'locked', -1);
    }
    suspects = new Set(idle);
  };
}
