import { setTimeout as sleep } from 'node:timers/promises';
import { toJobId } from 'agenda';
import type { Connection } from 'mongoose';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { ClockCheck } from '#server/platform/lib/mongodb/database-clock.ts';
import { MINUTE_MS } from '#shared/time-units.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { NO_INSTRUMENTS, type Instruments } from '#server/platform/lib/observability/instruments.ts';
import { DUTY, SEED_JOBS, SHARED_JOBS } from './agenda.ts';
import { openQueue } from './open-queue.ts';
import { defineDuties } from './define-duties.ts';
import { defineJobs } from './define-jobs.ts';
import type { Duty, TriggerDuty } from './duty.ts';
import type { JobKind, JobQueue } from './job.ts';
import { createJobQueue } from './job-queue.ts';
import { JobNotices } from './job-notices-store.ts';
import type { JobStore } from './job-store.ts';
import { beginJob } from './observe-job.ts';
import { RunningJobs } from './running-jobs.ts';

export interface Jobs {
  queue: JobQueue;
  /** Starts executing jobs in this process. */
  start(kinds: readonly JobKind[]): Promise<void>;
  /** Takes its share of duties, which begin at once; call it after `start`. */
  recur(duties: readonly Duty[]): Promise<void>;
  /** Has a duty run soon, in any worker. Never fails. */
  trigger: TriggerDuty;
  /** Tells the workers that there is work of a kind that is no job. Never fails; a notice may get lost. */
  announce(topic: string): void;
  /** Calls `listener` when a topic is announced, by another process once this one is started. */
  onAnnounced(topic: string, listener: () => void): void;
  /** Locks no more jobs, waits for the running ones to end, unlocks the rest and tells the other workers. */
  stop(): Promise<void>;
}

/** An ended job that is older was left by a worker that died. */
const ENDED_JOB_AGE_MS = MINUTE_MS;
/** Limit for running jobs to end; the whole process must stop within 10 s. */
const STOP_TIMEOUT_MS = 8_000;
/** The pause before what the database did not let be done is tried again. */
const RETRY_MS = 1_000;

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
  const duties = new Map<string, Duty>();
  const { agenda, notices, store } = openQueue(connection, log, { worker: newId(), duties, collections });
  const running = new RunningJobs();
  const stopping = new AbortController();
  const { signal } = stopping;
  let names: readonly string[] = [];
  let transition = Promise.resolve();
  const takesJobs = () => !signal.aborted && clockCheck?.isAccurate() !== false;

  /** Starts Agenda while the clock is accurate, and stops it otherwise; transitions run one after another. */
  function updateAgenda(): Promise<void> {
    transition = transition
      .catch(() => undefined)
      .then(async () => {
        if (!takesJobs()) return agenda.stop(false);
        await agenda.start();
      });
    return transition;
  }

  const removeEnded = () => store.removeEnded(names, new Date(clock.now().getTime() - ENDED_JOB_AGE_MS));
  const announceDuty = (nextRunAt: Date) => notices.publish({ ...ANY_JOB, jobName: DUTY, nextRunAt });

  return {
    queue: createJobQueue(agenda, clock, store),
    async recur(ofModules) {
      if (signal.aborted) return;
      const cleanUp = { name: 'remove-ended-jobs', everyMs: 10 * MINUTE_MS, run: removeEnded };
      for (const duty of [...ofModules, cleanUp]) duties.set(duty.name, duty);
      defineDuties(agenda, duties, { log, store, running, clock, signal, takesJobs, instruments });
      await untilDone({ log, signal }, async () => {
        for (const { name, everyMs } of duties.values()) await store.addDuty(name, everyMs, clock.now());
        await announceDuty(clock.now());
      });
    },
    trigger(duty) {
      const now = clock.now();
      void running.add(
        store
          .triggerDuty(duty, now)
          .then(() => announceDuty(now))
          .catch((error: unknown) => {
            log.debug({ err: error, duty }, 'a duty could not be triggered');
          }),
      );
    },
    announce(topic) {
      const announced = notices.publish({ ...ANY_JOB, jobName: topic });
      void running.add(
        announced.catch((error: unknown) => {
          log.debug({ err: error, topic }, 'work could not be announced');
        }),
      );
    },
    onAnnounced(topic, listener) {
      notices.subscribe(({ jobName }) => {
        if (jobName === topic) listener();
      });
    },
    async start(kinds) {
      // Jobs of an earlier process that was killed; the duties find what still needs work.
      if (privateQueue) await store.drop();
      await store.createIndex();
      if (signal.aborted) return;
      names = [...kinds.map(({ name }) => name), DUTY];
      defineJobs(agenda, kinds, { log, store, running, clock, signal, takesJobs, instruments });
      measureQueue({ names, duties, store, clock, instruments });
      clockCheck?.onChange(() => void untilDone({ log, signal }, updateAgenda));
      await updateAgenda();
    },
    async stop() {
      stopping.abort();
      await updateAgenda();
      await Promise.race([running.ended(), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      await store.unlockOwn(clock.now());
      if (privateQueue) await store.transferToSharedQueue();
      await announceReleased(names, new JobNotices(connection, log, SHARED_JOBS.notices));
    },
  };
}

/** Does what begins or ends work of a process, again and again if the database fails, until the process stops. */
async function untilDone(
  { log, signal }: { log: Logger; signal: AbortSignal },
  work: () => Promise<void>,
): Promise<void> {
  const isStopping = () => signal.aborted;
  while (!isStopping()) {
    try {
      await work();
      return;
    } catch (error) {
      // The stop has closed what it needs.
      if (isStopping()) return;
      log.error({ err: error }, 'the job queue could not be started or stopped; will retry');
    }
    await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

const ANY_JOB = { jobId: toJobId(''), nextRunAt: null, priority: 0, timestamp: new Date(0) };

/** Lets the other workers look at once for jobs that were unlocked, which no notice of their own announces. */
async function announceReleased(names: readonly string[], notices: JobNotices): Promise<void> {
  await Promise.all(names.map((jobName) => notices.publish({ ...ANY_JOB, jobName })));
}

/** Reads the age of the queue at each scrape, and lets the metrics of all jobs begin at zero. */
function measureQueue({
  names,
  duties,
  store,
  clock,
  instruments: { metrics },
}: {
  names: readonly string[];
  duties: ReadonlyMap<string, Duty>;
  store: JobStore;
  clock: Clock;
  instruments: Instruments;
}): void {
  for (const name of names) beginJob(metrics, name);
  metrics.read('hark_job_queue_age_seconds', async () => {
    const now = clock.now();
    const oldest = await store.oldestDue(names, [...duties.keys()], now);
    return [...oldest].map(([job, due]) => {
      const waited = due === undefined ? 0 : now.getTime() - due.getTime();
      return { labels: { job_name: job }, value: waited / 1_000 };
    });
  });
}
