import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, mongo } from 'mongoose';
import { SHARED_JOBS, type JobCollections } from './agenda.ts';
import { JOB_NAMES } from './job-names.ts';

const TRIES = 20;
const PAUSE_MS = 25;
/** Said by the type, as the index has it: "not null" would not be answered by it. */
const LOCKED = { lockedAt: { $type: 'date' as const } };

/** The queue's documents, for what Agenda does not offer. */
export class JobStore {
  readonly #connection: Connection;
  readonly #worker: string;
  readonly #collections: JobCollections;

  constructor(connection: Connection, worker: string, collections = SHARED_JOBS) {
    this.#connection = connection;
    this.#worker = worker;
    this.#collections = collections;
  }

  /** Lets the jobs of a campaign, and those that a worker has locked, be found without a look at all others. */
  async createIndex(): Promise<void> {
    await this.#jobs().createIndexes([
      { key: { name: 1, 'data.campaignId': 1 } },
      { key: { lastModifiedBy: 1 }, partialFilterExpression: LOCKED },
    ]);
  }

  /** Removes jobs that were begun before `before`, will never run again, and whose workers died before they removed them. */
  async removeEnded(before: Date): Promise<void> {
    const name = { $in: Object.values(JOB_NAMES) };
    await this.#jobs().deleteMany({ name, nextRunAt: null, lockedAt: null, lastRunAt: { $lt: before } });
  }

  /** Removes the jobs of that name about a campaign that no worker has in hand and that are due after `after`. */
  async removeWaiting(name: string, campaignId: string, after: Date): Promise<void> {
    const waiting = { lockedAt: null, nextRunAt: { $gt: after } };
    await this.#jobs().deleteMany({ name, 'data.campaignId': campaignId, ...waiting });
  }

  /**
   * Unlocks what this worker still has locked, so that others need not wait for the locks to expire. Agenda needs a
   * moment after a handler's end to remove its job.
   */
  async release(now: Date): Promise<void> {
    const jobs = this.#jobs();
    const ours = { lastModifiedBy: this.#worker, ...LOCKED };
    for (let tries = 0; tries < TRIES && (await jobs.findOne(ours)) !== null; tries++) await sleep(PAUSE_MS);
    await jobs.updateMany(ours, { $set: { lockedAt: null, nextRunAt: now } });
  }

  /** Hands what is still to be done for campaigns over to the workers of the shared queue. Nothing is left of this one. */
  async handOver(): Promise<void> {
    const left = await this.#jobs()
      .find({ 'data.campaignId': { $exists: true }, nextRunAt: { $ne: null } })
      .toArray();
    if (left.length > 0) await this.#connection.collection(SHARED_JOBS.jobs).insertMany(left);
    await this.drop();
  }

  /** Removes the queue with all that is in it. */
  async drop(): Promise<void> {
    const { jobs, notices } = this.#collections;
    for (const name of [jobs, notices]) await this.#connection.collection(name).drop();
  }

  #jobs(): mongo.Collection {
    return this.#connection.collection(this.#collections.jobs);
  }
}
