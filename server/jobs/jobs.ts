import { setTimeout as sleep } from 'node:timers/promises';
import type { Agenda, DefineOptions, Job } from 'agenda';
import type { Connection } from 'mongoose';
import type { DropHandlers, DropJobs, JobControl } from '#server/drops/api.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { ClockCheck } from '#server/lib/mongodb/database-clock.ts';
import { newId } from '#server/lib/ids.ts';
import type { Logger } from '#server/lib/log.ts';
import {
  JOB_NAMES,
  type CampaignJobData,
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
import { createStaleLockCleaner } from './stale-locks.ts';
import { createJobQueue, startJob } from './job-queue.ts';
import { JobStore } from './job-store.ts';
import { RunningJobs } from './running-jobs.ts';
import type { VoiceHandlers, VoiceJobs } from '#server/voices/api.ts';

/** What the jobs execute. */
export type JobHandlers = DropHandlers & VoiceHandlers;

export interface Jobs {
  queue: DropJobs & VoiceJobs;
  /** Starts executing jobs in this process. */
  start(handlers: JobHandlers): Promise<void>;
  /** Locks no more jobs, waits for the running ones to end, and unlocks the rest. */
  stop(): Promise<void>;
}

const SCAN_EVERY = '30 seconds';
const CLEAN_UP_EVERY = '1 hour';
/** Jobs that recur on their own. */
const RECURRING: string[] = [JOB_NAMES.scan, JOB_NAMES.cleanUp];
/** Limit for running jobs to end; the whole process must stop within 10 s. */
const STOP_TIMEOUT_MS = 8_000;
/** Delay before a failed job is retried. */
const RETRY_MS = 2_000;
const MAX_RETRIES = 3;
/** An ended job that is older was left by a worker that died. */
const ENDED_JOB_AGE_MS = 60_000;
/** Heartbeats are throttled to one write per interval. */
const HEARTBEAT_INTERVAL_MS = 1_500;

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
}

/** Creates the job queue of a process, and its worker, which `start` begins. */
export function createJobs(options: JobsOptions): Jobs {
  const { connection, log, clock, clockCheck, privateQueue = false } = options;
  const collections = privateQueue ? SEED_JOBS : SHARED_JOBS;
  const worker = newId();
  const agenda = createAgenda(connection, log, worker, collections);
  const store = new JobStore(connection, worker, collections);
  const running = new RunningJobs();
  const stopping = new AbortController();
  let transition = Promise.resolve();

  /** Starts Agenda while the clock is accurate, and stops it otherwise; transitions run one after another. */
  function updateAgenda(): Promise<void> {
    transition = transition
      .catch(() => undefined)
      .then(async () => {
        if (stopping.signal.aborted || clockCheck?.isAccurate() === false) return agenda.stop(false);
        await agenda.start();
        if (privateQueue) return;
        await agenda.every(SCAN_EVERY, JOB_NAMES.scan, undefined, { skipImmediate: true });
        await agenda.now(JOB_NAMES.scan);
        await agenda.every(CLEAN_UP_EVERY, JOB_NAMES.cleanUp, undefined, { skipImmediate: true });
        await agenda.now(JOB_NAMES.cleanUp);
      });
    return transition;
  }

  return {
    queue: createJobQueue(agenda, clock, store),
    async start(handlers) {
      // Jobs of an earlier process that was killed; the scan finds the campaigns that still need work.
      if (privateQueue) await store.drop();
      await store.createIndex();
      if (stopping.signal.aborted) return;
      defineJobs(agenda, handlers, { log, store, running, clock, signal: stopping.signal });
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
    },
  };
}

interface Definition {
  log: Logger;
  store: JobStore;
  running: RunningJobs;
  clock: Clock;
  signal: AbortSignal;
}

/**
 * Defines the job handlers. A failed job is retried a few times, as after a database outage; after that the scan enqueues
 * what the campaigns still need.
 */
function defineJobs(
  agenda: Agenda,
  handlers: JobHandlers,
  { log, store, running, clock, signal }: Definition,
): void {
  const removeStaleLocks = createStaleLockCleaner(agenda);
  const job = <Data extends JobData = CampaignJobData>(
    name: string,
    work: (job: Job<Data>) => Promise<void>,
    limits: DefineOptions = {},
  ) => {
    const execute = (instance: Job<Data>) =>
      work(instance).catch(async (error: unknown) => {
        log.error({ err: error, job: name, data: instance.attrs.data }, 'a job failed');
        // After a lost lock the job still exists, and the next worker executes it.
        if (!RECURRING.includes(name) && !hasLostLock(instance)) await scheduleRetry(agenda, instance, clock);
      });
    // oxlint-disable-next-line typescript/no-misused-promises -- the second overload takes a promise
    agenda.define<Data>(name, (instance) => running.add(execute(instance)), limits);
  };
  job<StartJobData>(
    JOB_NAMES.start,
    async (start) => {
      const { campaignId, at } = start.attrs.data;
      if (!(await waitUntil(at, clock, signal))) return requeueStart(agenda, start);
      return handlers.startCampaign(campaignId);
    },
    STARTS,
  );
  job(JOB_NAMES.run, (run) => handlers.runCampaign(run.attrs.data.campaignId, controlOf(run, signal)), RUNS);
  job(JOB_NAMES.settle, (settle) =>
    handlers.settleCampaign(settle.attrs.data.campaignId, controlOf(settle, signal)),
  );
  job(JOB_NAMES.notify, (notify) => handlers.notifyOwner(notify.attrs.data.campaignId));
  job<VoiceJobData>(JOB_NAMES.voice, (voice) => handlers.advanceVoice(voice.attrs.data.vid), VOICES);
  job(JOB_NAMES.scan, async (scan) => {
    removeStaleLocks();
    await store.removeEnded(new Date(clock.now().getTime() - ENDED_JOB_AGE_MS));
    return handlers.scan(controlOf(scan, signal));
  });
  job(JOB_NAMES.cleanUp, (cleanUp) => handlers.cleanUp(controlOf(cleanUp, signal)));
}

/** Enqueues a failed job again. If that fails too, the scan recovers the work. */
async function scheduleRetry(
  agenda: Agenda,
  { attrs: { name, data } }: Job<JobData>,
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

/** Whether the job's lock expired during execution, so that it will be executed again. */
function hasLostLock(job: Job<JobData>): boolean {
  return Boolean(job.getCanceledMessage());
}

function controlOf(job: Job<JobData>, signal: AbortSignal): JobControl {
  let lastHeartbeat = performance.now();
  const lockLost = new AbortController();
  return {
    signal: AbortSignal.any([signal, lockLost.signal]),
    async heartbeat() {
      if (hasLostLock(job)) {
        lockLost.abort();
        throw new Error('The lock of this job has expired.');
      }
      if (performance.now() - lastHeartbeat < HEARTBEAT_INTERVAL_MS) return;
      lastHeartbeat = performance.now();
      await job.touch();
    },
  };
}
