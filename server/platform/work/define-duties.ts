import type { Agenda, Job } from 'agenda';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import { DUTY } from './agenda.ts';
import type { Duty } from './duty.ts';
import { lockedByAgenda, underControl, withHeartbeats } from './job-control.ts';
import type { JobStore } from './job-store.ts';
import { beginJob, observeJob } from './observe-job.ts';
import type { RunningJobs } from './running-jobs.ts';

interface DutyData {
  duty: string;
}

/** What the handlers of a worker use. */
export interface Definition {
  log: Logger;
  store: JobStore;
  running: RunningJobs;
  clock: Clock;
  signal: AbortSignal;
  /** Whether this process takes new jobs: its clock is accurate, and it does not stop. */
  takesJobs: () => boolean;
  instruments: Instruments;
}

/** Defines how this worker does duties: under a lock that is extended as long as it takes. */
export function defineDuties(
  agenda: Agenda,
  duties: ReadonlyMap<string, Duty>,
  { log, store, running, clock, signal, takesJobs, instruments }: Definition,
): void {
  for (const name of duties.keys()) beginJob(instruments.metrics, name);
  const perform = (instance: Job<DutyData>) => {
    const { _id, data } = instance.attrs;
    const duty = duties.get(data.duty);
    if (duty === undefined) return Promise.resolve();
    const work = async () => {
      try {
        if (takesJobs())
          await underControl(lockedByAgenda(instance), signal, (control) =>
            withHeartbeats(control, () => duty.run(control)),
          );
      } finally {
        // What is left is done by another worker.
        if (!takesJobs()) await store.triggerDuty(duty.name, clock.now());
      }
    };
    return running.add(
      observeJob(instruments, { name: duty.name, id: String(_id), data: {} }, work, (error) => {
        log.error({ err: error, job: duty.name }, 'a duty failed; it runs again in time');
        return Promise.resolve();
      }),
    );
  };
  // oxlint-disable-next-line typescript/no-misused-promises -- the second overload takes a promise
  agenda.define<DutyData>(DUTY, perform);
}
