import { setTimeout as sleep } from 'node:timers/promises';
import type { Agenda, DefineOptions, Job } from 'agenda';
import type { Connection } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import type { ClockCheck } from '#server/lib/database-clock.ts';
import { newId } from '#server/lib/ids.ts';
import type { Logger } from '#server/lib/log.ts';
import { createAgenda, EARLY_MS, RUNS, SEED_JOBS, SHARED_JOBS, STARTS } from './agenda.ts';
import { JOB_NAMES, type CampaignJobData, type StartJobData } from './job-names.ts';
import { createLockKeeper } from './forgotten-locks.ts';
import { createJobQueue, startJob, type JobQueue } from './job-queue.ts';
import { JobStore } from './job-store.ts';
import { RunningJobs } from './running-jobs.ts';

/** What a running job knows of its worker. */
interface JobControl {
  signal: AbortSignal;
  heartbeat(): Promise<void>;
}

/** The use cases behind the jobs; each can run twice, and at once. */
export interface JobHandlers {
  startCampaign(campaignId: string): Promise<void>;
  runCampaign(campaignId: string, control: JobControl): Promise<void>;
  settleCampaign(campaignId: string, control: JobControl): Promise<void>;
  notifyOwner(campaignId: string): Promise<void>;
  /** Finds what lost jobs forgot. */
  scan(control: JobControl): Promise<void>;
  /** Removes what nothing needs any more. */
  cleanUp(control: JobControl): Promise<void>;
}

export interface Jobs {
  queue: JobQueue;
  /** Begins to work off jobs in this process; every worker does. */
  start(handlers: JobHandlers): Promise<void>;
  /** Takes no more jobs, lets the running ones finish what is in hand, and gives the others back. */
  stop(): Promise<void>;
}

const SCAN_EVERY = '30 seconds';
const CLEAN_UP_EVERY = '1 hour';
/** Jobs that come again by themselves. */
const REPEATED: string[] = [JOB_NAMES.scan, JOB_NAMES.cleanUp];
/** A stop takes no longer than this (contract §3: 10 s for all of it). */
const STOP_MS = 8_000;
/** A job that failed is asked for again after this time. */
const RETRY_MS = 2_000;
const MOST_RETRIES = 3;
/** A job that has ended is removed by its worker within this time, or never. */
const ENDED_MS = 60_000;
/** A heartbeat costs a write, so that most batches give none. */
const ALIVE_EVERY_MS = 1_500;

export interface JobsOptions {
  connection: Connection;
  log: Logger;
  clock: Clock;
  /** Says when this machine's clock, by which the queue locks and starts jobs, is too far off. Without it, never. */
  clockCheck?: ClockCheck;
  /**
   * True for a process that makes demo data: it works off the jobs alone that it asks for, looks for no work of others, and
   * leaves what is not done at its stop to the workers of the shared queue.
   */
  onlyOwn?: boolean;
}

export function createJobs(options: JobsOptions): Jobs {
  const { connection, log, clock, clockCheck, onlyOwn = false } = options;
  const collections = onlyOwn ? SEED_JOBS : SHARED_JOBS;
  const worker = newId();
  const agenda = createAgenda(connection, log, worker, collections);
  const store = new JobStore(connection, worker, collections);
  const running = new RunningJobs();
  const stopping = new AbortController();
  let following = Promise.resolve();

  /** Takes jobs while the clock is right and the worker is not to stop; one change after the other. */
  function follow(): Promise<void> {
    following = following
      .catch(() => undefined)
      .then(async () => {
        if (stopping.signal.aborted || clockCheck?.isRight() === false) return agenda.stop(false);
        await agenda.start();
        if (onlyOwn) return;
        await agenda.every(SCAN_EVERY, JOB_NAMES.scan, undefined, { skipImmediate: true });
        await agenda.now(JOB_NAMES.scan);
        await agenda.every(CLEAN_UP_EVERY, JOB_NAMES.cleanUp, undefined, { skipImmediate: true });
        await agenda.now(JOB_NAMES.cleanUp);
      });
    return following;
  }

  return {
    queue: createJobQueue(agenda, clock, store),
    async start(handlers) {
      // What a process before us left when it was killed: the campaigns are the truth, and their scan finds it.
      if (onlyOwn) await store.drop();
      await store.createIndex();
      if (stopping.signal.aborted) return;
      define(agenda, handlers, { log, store, running, clock, signal: stopping.signal });
      clockCheck?.onChange(() => {
        follow().catch((error: unknown) => {
          log.error({ err: error }, 'the job queue could not be started or stopped');
        });
      });
      await follow();
    },
    async stop() {
      stopping.abort();
      await follow();
      await Promise.race([running.ended(), sleep(STOP_MS, undefined, { ref: false })]);
      await store.release(clock.now());
      if (onlyOwn) await store.handOver();
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
 * A job that fails is asked for again a few times, as for a database that was away; after that the scan asks for what
 * the campaigns still need.
 */
function define(
  agenda: Agenda,
  handlers: JobHandlers,
  { log, store, running, clock, signal }: Definition,
): void {
  const keepLocks = createLockKeeper(agenda);
  const job = <Data extends CampaignJobData>(
    name: string,
    work: (job: Job<Data>) => Promise<void>,
    limits: DefineOptions = {},
  ) => {
    const settled = (instance: Job<Data>) =>
      work(instance).catch(async (error: unknown) => {
        log.error({ err: error, job: name, data: instance.attrs.data }, 'a job failed');
        // One whose lock ran out is there still: whoever locks it next does it.
        if (!REPEATED.includes(name) && !isTakenOver(instance)) await askAgain(agenda, instance, clock);
      });
    agenda.define<Data>(name, (instance) => running.add(settled(instance)), limits);
  };
  job<StartJobData>(
    JOB_NAMES.start,
    async (start) => {
      const { campaignId, at } = start.attrs.data;
      if (!(await waitUntil(at, clock, signal))) return handOn(agenda, start);
      return handlers.startCampaign(campaignId);
    },
    STARTS,
  );
  job(JOB_NAMES.run, (run) => handlers.runCampaign(run.attrs.data.campaignId, controlOf(run, signal)), RUNS);
  job(JOB_NAMES.settle, (settle) =>
    handlers.settleCampaign(settle.attrs.data.campaignId, controlOf(settle, signal)),
  );
  job(JOB_NAMES.notify, (notify) => handlers.notifyOwner(notify.attrs.data.campaignId));
  job(JOB_NAMES.scan, async (scan) => {
    keepLocks();
    await store.removeEnded(new Date(clock.now().getTime() - ENDED_MS));
    return handlers.scan(controlOf(scan, signal));
  });
  job(JOB_NAMES.cleanUp, (cleanUp) => handlers.cleanUp(controlOf(cleanUp, signal)));
}

/** Asks once more for a job that has failed. Where the database is still away, the scan will. */
async function askAgain(
  agenda: Agenda,
  { attrs: { name, data } }: Job<CampaignJobData>,
  clock: Clock,
): Promise<void> {
  const failures = (data.failures ?? 0) + 1;
  if (failures > MOST_RETRIES) return;
  const again = agenda.create<CampaignJobData>(name, { ...data, failures });
  await again
    .schedule(new Date(clock.now().getTime() + RETRY_MS))
    .save()
    .catch(() => undefined);
}

/** Leaves a start to another worker, as a job of its own: the one in hand is removed when it ends. */
async function handOn(agenda: Agenda, start: Job<StartJobData>): Promise<void> {
  await startJob(agenda, start.attrs.data).save();
}

/** Waits for a time; false where the worker is to stop before, or the job came much too soon, as after a clock was set. */
async function waitUntil(at: Date, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const left = () => at.getTime() - clock.now().getTime();
  if (left() > 2 * EARLY_MS) return false;
  // More than once: a timer may ring a little early.
  while (left() > 0 && !signal.aborted) await sleep(left(), undefined, { signal }).catch(() => undefined);
  return left() <= 0;
}

/** Whether a job ran out of its lock while it was being done, so that it is done again. */
function isTakenOver(job: Job<CampaignJobData>): boolean {
  return Boolean(job.getCanceledMessage());
}

function controlOf(job: Job<CampaignJobData>, signal: AbortSignal): JobControl {
  let shown = performance.now();
  const takenOver = new AbortController();
  return {
    signal: AbortSignal.any([signal, takenOver.signal]),
    async heartbeat() {
      if (isTakenOver(job)) {
        takenOver.abort();
        throw new Error('The lock of this job ran out.');
      }
      if (performance.now() - shown < ALIVE_EVERY_MS) return;
      shown = performance.now();
      await job.touch();
    },
  };
}
