import type { Agenda } from 'agenda';
import type { Clock } from '#server/platform/lib/clock.ts';
import { callContext } from '#server/platform/lib/observability/call-context.ts';
import type { JobData, JobOptions, JobQueue } from './job.ts';
import type { JobStore } from './job-store.ts';

/** Selects the jobs that wait or are executed: an ended one may be left by a worker that died, and never runs again. */
const ACTIVE = { $or: [{ nextRunAt: { $ne: null } }, { lockedAt: { $ne: null } }] };

/** Creates the queue of jobs on Agenda; processes without workers can enqueue too. */
export function createJobQueue(agenda: Agenda, clock: Clock, store: JobStore): JobQueue {
  return {
    async add(name, key, { at = clock.now(), data, ifOther, after } = {}) {
      const job = agenda.create<JobData>(name, { ...key, ...data, ...origin() }).schedule(at);
      const other = { ...dataOf(key), ...(ifOther && matching(ifOther, at, after)) };
      if (ifOther !== undefined) job.unique(other, { insertOnly: ifOther !== 'replaced' });
      await job.save();
    },
    removeLater: (name, key) => store.removeWaiting(name, dataOf(key), clock.now()),
  };
}

function matching(other: NonNullable<JobOptions['ifOther']>, at: Date, after: Date | undefined): object {
  if (other === 'runs') return ACTIVE;
  // A locked job is already being executed and removed at its end, so it cannot be scheduled again.
  if (other === 'replaced') return { lockedAt: null };
  return { lockedAt: null, nextRunAt: { $lte: at, ...(after !== undefined && { $gt: after }) } };
}

function dataOf(key: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [`data.${name}`, value]));
}

/** Returns the request that enqueues a job, for the log lines of the job. */
function origin(): JobData {
  const { requestId } = callContext() ?? {};
  return requestId === undefined ? {} : { requestId };
}
