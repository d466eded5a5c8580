import type { Agenda, Job } from 'agenda';

/** What Agenda keeps of the jobs that this worker has locked, past its types. */
interface Processor {
  lockedJobs: Job[];
  runningJobs: Job[];
  jobQueue: { getQueue(): Job[] };
  updateStatus(name: string, key: 'locked', by: number): void;
}

/**
 * Agenda drops a job whose lock ran out while it waited in its queue, and goes on counting it as locked for ever: at the
 * lock limit it would take no more of that kind. Call this now and then; what neither runs nor waits, and did not the
 * time before, is forgotten.
 */
export function createLockKeeper(agenda: Agenda): () => void {
  let suspects = new Set<Job>();
  return () => {
    const processor = (agenda as unknown as { jobProcessor?: Processor }).jobProcessor;
    if (processor === undefined) return;
    const inHand = new Set([...processor.runningJobs, ...processor.jobQueue.getQueue()]);
    const idle = processor.lockedJobs.filter((job) => !inHand.has(job));
    for (const job of idle.filter((one) => suspects.has(one))) {
      processor.lockedJobs.splice(processor.lockedJobs.indexOf(job), 1);
      processor.updateStatus(job.attrs.name, 'locked', -1);
    }
    suspects = new Set(idle);
  };
}
