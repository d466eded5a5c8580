import { MongoBackend } from '@agendajs/mongo-backend';
import { Agenda } from 'agenda';
import type { Connection } from 'mongoose';
import type { Logger } from '#server/lib/log.ts';
import { JobNotices } from './job-notices-store.ts';

/** The collections of a job queue. */
export interface JobCollections {
  jobs: string;
  notices: string;
}

/** The queue that all workers share. */
export const SHARED_JOBS: JobCollections = { jobs: 'jobs', notices: 'job_notices' };
/** The queue of a process that makes demo data, which no other works off. */
export const SEED_JOBS: JobCollections = { jobs: 'seed_jobs', notices: 'seed_job_notices' };

/** Workers that hear of no notice look for jobs this often, those of dead workers among them. */
const POLL_MS = 2_000;
/**
 * Agenda's timer may ring a millisecond too soon, and then leaves its job for the next look. A job that has to be done
 * on time comes this much earlier and waits for its time itself.
 */
export const EARLY_MS = POLL_MS + 500;
/**
 * A job without a heartbeat is taken over after this time; handlers give four in it. Short, so that what a dead
 * worker had in hand goes on soon: taking over from one that is alive but stuck costs work, never a second call.
 */
const LOCK_MS = 6_000;
/** Jobs of a kind that one worker does at once, where it has no limit of its own. */
const CONCURRENCY = 50;
/**
 * Campaigns that one worker calls at once. No more are locked: Agenda drops a job that waits for longer than its lock
 * (`forgotten-locks.ts`). Runs end after a while and queue up anew, so that everyone's turn comes.
 */
export const RUNS = { concurrency: 50, lockLimit: 50 };
/** Starts that wait for their moment, which takes no more than a timer each. */
export const STARTS = { concurrency: 500 };
/** Of all kinds together: none of them ever takes the places of another. */
const MAX_CONCURRENCY = 1_000;

/** Agenda on our database, with notices so that jobs start within milliseconds. Not started yet; `name` marks what it locks. */
export function createAgenda(
  connection: Connection,
  log: Logger,
  name: string,
  { jobs, notices } = SHARED_JOBS,
): Agenda {
  const agenda = new Agenda({
    name,
    backend: new MongoBackend({
      mongo: connection.getClient().db(connection.name),
      collection: jobs,
    }),
    notificationChannel: new JobNotices(connection, log, notices),
    processEvery: POLL_MS,
    maxConcurrency: MAX_CONCURRENCY,
    defaultConcurrency: CONCURRENCY,
    defaultLockLifetime: LOCK_MS,
    removeOnComplete: true,
  });
  agenda.on('error', (error: Error) => {
    // Agenda looks at running jobs now and then, and may come upon one that has ended and is being removed.
    if (error.message.includes('no lockedAt date found')) log.debug({ err: error }, 'a job has just ended');
    else log.error({ err: error }, 'the job queue has a problem');
  });
  return agenda;
}
