import { setTimeout as sleep } from 'node:timers/promises';
import type { Agenda, DefineOptions, Job } from 'agenda';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { ListHandlers } from '#server/features/contact-lists/api.ts';
import type { BegunRun, DropHandlers } from '#server/features/drops/api.ts';
import type { VoiceHandlers } from '#server/features/voices/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import {
  JOB_NAMES,
  type CampaignJobData,
  type ListJobData,
  type JobData,
  type StartJobData,
  type VoiceJobData,
  START_LEAD_MS,
  RUNS,
  STARTS,
  VOICES,
} from './agenda.ts';
import type { Definition } from './define-duties.ts';
import { DirectRuns, type DirectRun } from './direct-runs.ts';
import { controlOf, lockedByAgenda, type LockedJob } from './job-control.ts';
import { origin, startJob } from './job-queue.ts';
import { observeJob, type ObservedJob } from './observe-job.ts';
import { createStaleLockCleaner } from './stale-locks.ts';

/** What the jobs execute. */
export type JobHandlers = DropHandlers & VoiceHandlers & ListHandlers;

/** Jobs that recur on their own. */
const RECURRING: string[] = [JOB_NAMES.scan, JOB_NAMES.cleanUp];
/** Delay before a failed job is retried. */
const RETRY_MS = 2_000;
const MAX_RETRIES = 3;
/** An ended job that is older was left by a worker that died. */
const ENDED_JOB_AGE_MS = MINUTE_MS;

/**
 * Defines the job handlers. A failed job is retried a few times, as after a database outage; after that the scan enqueues
 * what the campaigns still need.
 */
export function defineJobs(
  agenda: Agenda,
  handlers: JobHandlers,
  { log, store, running, clock, signal, takesJobs, instruments }: Definition,
): void {
  const removeStaleLocks = createStaleLockCleaner(agenda);
  const directRuns = new DirectRuns(store);
  const execute = (job: ObservedJob & { data: JobData }, lock: LockedJob, work: () => Promise<void>) =>
    observeJob(instruments, job, work, async (error) => {
      const { name, data } = job;
      log.error({ err: error, job: name, data }, 'a job failed');
      // After a lost lock the job still exists, and the next worker executes it.
      if (!RECURRING.includes(name) && !lock.hasLostLock()) await scheduleRetry(agenda, job, clock);
    });
  const beginRun = async (campaignId: string): Promise<BegunRun | undefined> => {
    if (!takesJobs()) return undefined;
    const run = await directRuns.begin({ campaignId, ...origin() });
    return (
      run && {
        execute: (work) => {
          const executed = execute({ name: JOB_NAMES.run, id: run.id, data: run.data }, run, () =>
            work(controlOf(run, signal)),
          );
          void running.add(executed.then(() => endQuietly(run)));
        },
        cancel: () => run.end(),
      }
    );
  };
  const job = <Data extends JobData = CampaignJobData>(
    name: string,
    work: (job: Job<Data>) => Promise<void>,
    limits: DefineOptions = {},
  ) => {
    const perform = (instance: Job<Data>) => {
      const { _id, data } = instance.attrs;
      const observed = { name, id: String(_id), data: { ...data } };
      return running.add(execute(observed, lockedByAgenda(instance), () => work(instance)));
    };
    // oxlint-disable-next-line typescript/no-misused-promises -- the second overload takes a promise
    agenda.define<Data>(name, perform, limits);
  };
  job<StartJobData>(
    JOB_NAMES.start,
    async (start) => {
      const { campaignId, at } = start.attrs.data;
      if (!(await waitUntil(at, clock, signal))) return requeueStart(agenda, start);
      return handlers.startCampaign(campaignId, () => beginRun(campaignId));
    },
    STARTS,
  );
  job(
    JOB_NAMES.run,
    (run) => handlers.runCampaign(run.attrs.data.campaignId, controlOf(lockedByAgenda(run), signal)),
    RUNS,
  );
  job(JOB_NAMES.settle, (settle) =>
    handlers.settleCampaign(settle.attrs.data.campaignId, controlOf(lockedByAgenda(settle), signal)),
  );
  job(JOB_NAMES.notify, (notify) => handlers.notifyOwner(notify.attrs.data.campaignId));
  job<VoiceJobData>(JOB_NAMES.voice, (voice) => handlers.advanceVoice(voice.attrs.data.vid), VOICES);
  job<ListJobData>(JOB_NAMES.list, (build) =>
    handlers.buildList(build.attrs.data.listId, controlOf(lockedByAgenda(build), signal)),
  );
  job(JOB_NAMES.scan, async (scan) => {
    removeStaleLocks();
    await store.removeEnded(new Date(clock.now().getTime() - ENDED_JOB_AGE_MS));
    return handlers.scan(controlOf(lockedByAgenda(scan), signal));
  });
  job(JOB_NAMES.cleanUp, (cleanUp) => handlers.cleanUp(controlOf(lockedByAgenda(cleanUp), signal)));
}

/** Enqueues a failed job again. If that fails too, the scan recovers the work. */
async function scheduleRetry(
  agenda: Agenda,
  { name, data }: { name: string; data: JobData },
  clock: Clock,
): Promise<void> {
  const failures = (data.failures ?? 0) + 1;
  if (failures > MAX_RETRIES) return;
  const retry = agenda.create<JobData>(name, { ...data, failures });
  await retry
    .schedule(new Date(clock.now().getTime() + RETRY_MS))
    .save()
    .catch(() => undefined);
}

/** Enqueues a new start job for another worker; the current one is removed when it ends. */
async function requeueStart(agenda: Agenda, start: Job<StartJobData>): Promise<void> {
  await startJob(agenda, start.attrs.data).save();
}

/** Waits until `at`. Returns false if the worker stops before, or the job came much too early, as after a clock change. */
async function waitUntil(at: Date, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const left = () => at.getTime() - clock.now().getTime();
  if (left() > 2 * START_LEAD_MS) return false;
  // In a loop, as timers may fire a little early.
  while (left() > 0 && !signal.aborted) await sleep(left(), undefined, { signal }).catch(() => undefined);
  return left() <= 0;
}

/** Removes an ended run from the queue. If that fails, it is executed again once its lock has expired. */
async function endQuietly(run: DirectRun): Promise<void> {
  await run.end().catch(() => undefined);
}
