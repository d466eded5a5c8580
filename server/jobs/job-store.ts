import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, mongo } from 'mongoose';
import { JOB_COLLECTION } from './agenda.ts';
import { JOB_NAMES } from './job-names.ts';

const TRIES = 20;
const PAUSE_MS = 25;
/** Said by the type, as the index has it: "not null" would not be answered by it. */
const LOCKED = { lockedAt: { $type: 'date' as const } };

/** The queue's documents, for what Agenda does not offer. */
export class JobStore {
  readonly #connection: Connection;
  readonly #worker: string;

  constructor(connection: Connection, worker: string) {
    this.#connection = connection;
    this.#worker = worker;
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
  async giveBack(now: Date): Promise<void> {
    const jobs = this.#jobs();
    const ours = { lastModifiedBy: this.#worker, ...LOCKED };
    for (let tries = 0; tries < TRIES && (await jobs.findOne(ours)) !== null; tries++) await sleep(PAUSE_MS);
    await jobs.updateMany(ours, { $set: { lockedAt: null, nextRunAt: now } });
  }

  #jobs(): mongo.Collection {
    return this.#connection.collection(JOB_COLLECTION);
  }
}
