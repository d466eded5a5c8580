import { setTimeout as sleep } from 'node:timers/promises';
import { toJobId, type Agenda, type DefineOptions, type Job } from 'agenda';
import type { Connection } from 'mongoose';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { ListHandlers, ListJobs } from '#server/features/contact-lists/api.ts';
import type { BegunRun, DropHandlers, DropJobs } from '#server/features/drops/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { ClockCheck } from '#server/platform/lib/mongodb/database-clock.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { NO_INSTRUMENTS, type Instruments } from '#server/platform/lib/observability/instruments.ts';
import {
  JOB_NAMES,
  type CampaignJobData,
  type ListJobData,
  type JobData,
  type StartJobData,
  type VoiceJobData,
  createAgenda,
  START_LEAD_MS,
  RUNS,
  SEED_JOBS,
  SHARED_JOBS,
  STARTS,
  VOICES,
} from './agenda.ts';
import { DirectRuns, type DirectRun } from './direct-runs.ts';
import type { Duty, Hurry } from './duty.ts';
import { controlOf, lockedByAgenda, type LockedJob } from './job-control.ts';
import { defineDuties, type Definition } from './define-duties.ts';
import { JobNotices } from './job-notices-store.ts';
import { observeJob, type ObservedJob } from './observe-job.ts';
import { createStaleLockCleaner } from './stale-locks.ts';
import { createJobQueue, origin, startJob } from './job-queue.ts';
import { JobStore } from './job-store.ts';
import { RunningJobs } from './running-jobs.ts';
import type { VoiceHandlers, VoiceJobs } from '#server/features/voices/api.ts';

/** What the jobs execute. */
export type JobHandlers = DropHandlers & VoiceHandlers & ListHandlers;

export interface Jobs {
  queue: DropJobs & VoiceJobs & ListJobs;
  /** Starts executing jobs in this process. */
  start(handlers: JobHandlers): Promise<void>;
  /** Takes its share of duties, which begin at once; call it after `start`. */
  recur(duties: readonly Duty[]): Promise<void>;
  /** Has a duty run soon, in any worker. Never fails. */
  hurry: Hurry;
  /** Locks no more jobs, waits for the running ones to end, unlocks the rest and tells the other workers. */
  stop(): Promise<void>;
}

const SCAN_EVERY = '30 seconds';
const CLEAN_UP_EVERY = '1 hour';
/** Jobs that recur on their own. */
const RECURRING: string[] = [JOB_NAMES.scan, JOB_NAMES.cleanUp, JOB_NAMES.duty];
/** Limit for running jobs to end; the whole process must stop within 10 s. */
const STOP_TIMEOUT_MS = 8_000;
/** Delay before a failed job is retried. */
const RETRY_MS = 2_000;
const MAX_RETRIES = 3;
/** An ended job that is older was left by a worker that died. */
const ENDED_JOB_AGE_MS = MINUTE_MS;

export interface JobsOptions {
  connection: Connection;
  log: Logger;
  clock: Clock;
  /** Checks this machine's clock, by which the queue locks and starts jobs. Without it the clock is trusted. */
  clockCheck?: ClockCheck;
  /**
   * True for a process that creates demo data: it executes only the jobs that it enqueues, and at its stop moves the
   * remaining ones to the shared queue.
   */
  privateQueue?: boolean;
  /** Measures the jobs and the queue. */
  instruments?: Instruments;
}

/** Creates the job queue of a process, and its worker, which `start` begins. */
export function createJobs(options: JobsOptions): Jobs {
  const { connection, log, clock, clockCheck, privateQueue = false } = options;
  const { instruments = NO_INSTRUMENTS } = options;
  const collections = privateQueue ? SEED_JOBS : SHARED_JOBS;
  const worker = newId();
  const agenda = createAgenda(connection, log, worker, collections);
  const store = new JobStore(connection, worker, collections);
  const running = new RunningJobs();
  const stopping = new AbortController();
  let transition = Promise.resolve();
  const takesJobs = () => !stopping.signal.aborted && clockCheck?.isAccurate() !== false;

  /** Starts Agenda while the clock is accurate, and stops it otherwise; transitions run one after another. */
  function updateAgenda(): Promise<void> {
    transition = transition
      .catch(() => undefined)
      .then(async () => {
        if (!takesJobs()) return agenda.stop(false);
        await agenda.start();
        if (privateQueue) return;
        await agenda.every(SCAN_EVERY, JOB_NAMES.scan, undefined, { skipImmediate: true });
        await agenda.now(JOB_NAMES.scan);
        await agenda.every(CLEAN_UP_EVERY, JOB_NAMES.cleanUp, undefined, { skipImmediate: true });
        await agenda.now(JOB_NAMES.cleanUp);
      });
    return transition;
  }

  const notices = new JobNotices(connection, log, collections.notices);
  const announceDuty = (nextRunAt: Date) =>
    notices.publish({ ...ANY_JOB, jobName: JOB_NAMES.duty, nextRunAt });

  return {
    queue: createJobQueue(agenda, clock, store),
    async recur(duties) {
      const { signal } = stopping;
      if (signal.aborted) return;
      defineDuties(agenda, duties, { log, store, running, clock, signal, takesJobs, instruments });
      for (const { name, everyMs } of duties) await store.addDuty(name, everyMs, clock.now());
      await announceDuty(clock.now());
    },
    hurry(duty) {
      const now = clock.now();
      const hurried = store.hurryDuty(duty, now).then(() => announceDuty(now));
      void running.add(
        hurried.catch((error: unknown) => {
          log.debug({ err: error, duty }, 'a duty could not be hurried');
        }),
      );
    },
    async start(handlers) {
      // Jobs of an earlier process that was killed; the scan finds the campaigns that still need work.
      if (privateQueue) await store.drop();
      await store.createIndex();
      if (stopping.signal.aborted) return;
      const { signal } = stopping;
      defineJobs(agenda, handlers, { log, store, running, clock, signal, takesJobs, instruments });
      measureQueue(store, clock, instruments);
      clockCheck?.onChange(() => {
        updateAgenda().catch((error: unknown) => {
          log.error({ err: error }, 'the job queue could not be started or stopped');
        });
      });
      await updateAgenda();
    },
    async stop() {
      stopping.abort();
      await updateAgenda();
      await Promise.race([running.ended(), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await store.release(clock.now());
      if (privateQueue) await store.transferToSharedQueue();
      await announceReleased(new JobNotices(connection, log, SHARED_JOBS.notices));
    },
  };
}

const ANY_JOB = { jobId: toJobId(''), nextRunAt: null, priority: 0, timestamp: new Date(0) };

/** Lets the other workers look at once for jobs that were unlocked, which no notice of their own announces. */
async function announceReleased(notices: JobNotices): Promise<void> {
  await Promise.all(Object.values(JOB_NAMES).map((jobName) => notices.publish({ ...ANY_JOB, jobName })));
}

/**
 * Defines the job handlers. A failed job is retried a few times, as after a database outage; after that the scan enqueues
 * what the campaigns still need.
 */
function defineJobs(
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
    await store.resumeHurried(clock.now());
    return handlers.scan(controlOf(lockedByAgenda(scan), signal));
  });
  job(JOB_NAMES.cleanUp, (cleanUp) => handlers.cleanUp(controlOf(lockedByAgenda(cleanUp), signal)));
}

/** Reads the age of the queue at each scrape, and lets the gauges of all jobs begin at zero. */
function measureQueue(store: JobStore, clock: Clock, { metrics }: Instruments): void {
  for (const job of Object.values(JOB_NAMES)) metrics.add('hark_jobs_running', { job }, 0);
  metrics.read('hark_job_queue_age_seconds', async () => {
    const now = clock.now();
    const oldest = await store.oldestDue(now);
    return [...oldest].map(([job, due]) => {
      const waited = due === undefined ? 0 : now.getTime() - due.getTime();
      return { labels: { job }, value: waited / 1_000 };
    });
  });
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
