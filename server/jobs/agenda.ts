import { MongoBackend } from '@agendajs/mongo-backend';
import { Agenda } from 'agenda';
import type { Connection } from 'mongoose';
import type { Logger } from '#server/log.ts';
import { JobNotices } from './job-notices-store.ts';

export const JOB_COLLECTION = 'jobs';
/** Workers that hear of no notice look for jobs this often. */
const POLL_MS = 5_000;
/** A job without a sign of life is taken over after this time; handlers give one every few seconds. */
const LOCK_MS = 20_000;
/** Campaigns that one worker runs at once. */
const CONCURRENCY = 50;

/** Agenda on our database, with notices so that jobs start within milliseconds. Not started yet; `name` marks what it locks. */
export function createAgenda(connection: Connection, log: Logger, name: string): Agenda {
  const agenda = new Agenda({
    name,
    backend: new MongoBackend({
      mongo: connection.getClient().db(connection.name),
      collection: JOB_COLLECTION,
    }),
    notificationChannel: new JobNotices(connection, log),
    processEvery: POLL_MS,
    maxConcurrency: CONCURRENCY,
    defaultConcurrency: CONCURRENCY,
    defaultLockLifetime: LOCK_MS,
    removeOnComplete: true,
  });
  agenda.on('error', (error: Error) => {
    log.error({ err: error }, 'the job queue has a problem');
  });
  return agenda;
}
