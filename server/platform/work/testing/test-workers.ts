import mongoose, { type Connection } from 'mongoose';
import { pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';
import { systemClock } from '#server/platform/lib/clock.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import type { DropHandlers } from '#server/features/drops/api.ts';
import { createListJobs, listJobKinds } from '#server/features/contact-lists/list-jobs.ts';
import { createDropJobs, dropJobKinds } from '#server/features/drops/drop-jobs.ts';
import { createVoiceJobs, voiceJobKinds } from '#server/features/voices/voice-jobs.ts';
import { createJobs, type Jobs, type JobsOptions } from '../jobs.ts';

export const log = pino({ level: 'silent' });
export const POLLING = { timeout: 28_000, interval: 20 };

export let database: TestDatabase;
let connections: Connection[];
/** The workers that stop at the end of a test. */
export let workers: Pick<Jobs, 'stop'>[];

/** Gives each test of a file a database, and stops its workers. */
export function useWorkers(): void {
  beforeEach(async () => {
    database = await testDatabase();
    connections = [];
    workers = [];
  });

  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all(connections.map((connection) => connection.close()));
    await database.stop();
  });
}

/** A process on its own connection, with the queues of the modules. */
export async function newJobs(options: Partial<JobsOptions> = {}) {
  const connection = await mongoose.createConnection(database.uri).asPromise();
  connections.push(connection);
  const jobs = createJobs({ connection, log, clock: systemClock, ...options });
  const drops = createDropJobs(jobs.queue);
  return { ...jobs, queue: { ...drops, ...createVoiceJobs(jobs.queue), ...createListJobs(jobs.queue) } };
}

/** Starts a worker that records the calls of its handlers; `handlers` override them. */
export async function startWorker(
  name: string,
  calls: string[],
  handlers: Partial<DropHandlers> = {},
  options: Partial<JobsOptions> = {},
) {
  const jobs = await newJobs(options);
  const record = (what: string) => (campaignId: string) => {
    calls.push(`${name} ${what} ${campaignId}`);
    return Promise.resolve();
  };
  const all = {
    startCampaign: record('starts'),
    runCampaign: record('runs'),
    settleCampaign: record('settles'),
    notifyOwner: record('notifies'),
    scan: () => Promise.resolve(),
    cleanUp: () => Promise.resolve(),
    ...handlers,
  };
  await jobs.start([
    ...dropJobKinds(systemClock, all),
    ...voiceJobKinds({ advanceVoice: record('advances') }),
    ...listJobKinds({ buildList: record('builds') }),
  ]);
  workers.push(jobs);
  return jobs;
}

/** The number of jobs of campaigns and voices that are stored. */
export const jobsLeft = () => {
  const data = { $or: [{ 'data.campaignId': { $exists: true } }, { 'data.vid': { $exists: true } }] };
  return database.connection.collection('jobs').countDocuments(data);
};
