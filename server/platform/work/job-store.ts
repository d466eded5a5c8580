import { setTimeout as sleep } from 'node:timers/promises';
import { toJobId, type JobParameters } from 'agenda';
import { mongo, type Connection } from 'mongoose';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { QueuedJob } from './next-jobs.ts';
import { DUTY, SHARED_JOBS, type JobCollections } from './agenda.ts';

/** How often, and at which interval, `unlockOwn` checks whether the ended jobs have been removed: 500 ms in all. */
const REMOVAL_CHECKS = 20;
const REMOVAL_CHECK_INTERVAL_MS = 25;
/** By type, as in the partial index: a query for "not null" could not use it. */
const LOCKED = { lockedAt: { $type: 'date' as const } };

/** Operations on the queue's documents that Agenda does not offer. */
export class JobStore {
  readonly #connection: Connection;
  readonly #worker: string;
  readonly #collections: JobCollections;

  constructor(connection: Connection, worker: string, collections = SHARED_JOBS) {
    this.#connection = connection;
    this.#worker = worker;
    this.#collections = collections;
  }

  /** Creates the indexes for the jobs of a campaign or a voice, the duties and the jobs that a worker has locked. */
  async createIndex(): Promise<void> {
    await this.#jobs().createIndexes([
      { key: { name: 1, 'data.campaignId': 1 } },
      { key: { name: 1, 'data.vid': 1 }, partialFilterExpression: { 'data.vid': { $exists: true } } },
      { key: { lastModifiedBy: 1 }, partialFilterExpression: LOCKED },
      { key: { 'data.duty': 1 }, unique: true, partialFilterExpression: { 'data.duty': { $exists: true } } },
    ]);
  }

  /** Returns the due time of the oldest job of each kind, and of some duties, that is due and not locked; undefined if there is none. */
  async oldestDue(
    names: readonly string[],
    duties: readonly string[],
    now: Date,
  ): Promise<Map<string, Date | undefined>> {
    const due = await Promise.all(
      names.map(async (name) => {
        const ofDuties = name === DUTY ? { 'data.duty': { $in: [...duties] } } : {};
        const waiting = { name, ...ofDuties, nextRunAt: { $lte: now }, lockedAt: null };
        const job = await this.#jobs().findOne(waiting, {
          sort: { nextRunAt: 1 },
          projection: { nextRunAt: 1 },
        });
        return [name, job?.['nextRunAt'] as Date | undefined] as const;
      }),
    );
    return new Map(due);
  }

  /** Returns the jobs of some kinds that are due by a time, and all that are locked. */
  async dueBy(names: readonly string[], by: Date): Promise<QueuedJob[]> {
    return this.#jobs()
      .find<QueuedJob>(
        {
          $or: [
            { name: { $in: [...names] }, nextRunAt: { $lte: by } },
            { lastModifiedBy: { $gt: '' }, ...LOCKED },
          ],
        },
        { projection: { _id: 0, name: 1, nextRunAt: 1, lockedAt: 1 } },
      )
      .toArray();
  }

  /** Removes ended jobs of some kinds that began before `before`, which workers of an earlier version left as they died. */
  async removeEnded(names: readonly string[], before: Date): Promise<void> {
    await this.#jobs().deleteMany({
      name: { $in: [...names] },
      nextRunAt: null,
      lockedAt: null,
      lastRunAt: { $lt: before },
    });
  }

  /** Removes the unlocked jobs of a kind with some data that are due after `after`. */
  async removeWaiting(name: string, data: Readonly<Record<string, string>>, after: Date): Promise<void> {
    await this.#jobs().deleteMany({ name, ...data, lockedAt: null, nextRunAt: { $gt: after } });
  }

  /**
   * Unlocks this worker's jobs, so that others do not have to wait for the locks to expire. Waits first, as a job is
   * removed a moment after its handler ends.
   */
  async unlockOwn(now: Date): Promise<void> {
    const jobs = this.#jobs();
    const own = { lastModifiedBy: this.#worker, ...LOCKED };
    for (let check = 0; check < REMOVAL_CHECKS && (await jobs.findOne(own)) !== null; check++)
      await sleep(REMOVAL_CHECK_INTERVAL_MS);
    await jobs.updateMany(own, { $set: { lockedAt: null, nextRunAt: now } });
  }

  /**
   * Extends the lock of a job that was locked at one of `locks`; returns false if it expired and the job was locked again, by
   * whichever worker, or has ended.
   */
  async extendJob(id: string, locks: readonly Date[], lockedAt: Date): Promise<boolean> {
    return (
      (await this.#jobs().updateOne(this.#lockedAt(id, locks), { $set: { lockedAt } })).matchedCount === 1
    );
  }

  /** Removes an ended job, or has it due again, unless it was locked again. */
  async endJob(id: string, locks: readonly Date[], nextRunAt: Date | null): Promise<void> {
    const own = this.#lockedAt(id, locks);
    if (nextRunAt === null) await this.#jobs().deleteOne(own);
    else await this.#jobs().updateOne(own, { $set: { lockedAt: null, nextRunAt } });
  }

  /** Has a duty run now and then every `everyMs`, by any worker. */
  async addDuty(duty: string, everyMs: number, now: Date): Promise<void> {
    const schedule = { repeatInterval: `${String(everyMs / 1_000)} seconds`, nextRunAt: now };
    const job = { name: DUTY, type: 'normal', priority: 0, lockedAt: null };
    await this.#jobs()
      .updateOne(
        { 'data.duty': duty },
        { $set: schedule, $setOnInsert: { ...job, data: { duty } } },
        { upsert: true },
      )
      .catch((error: unknown) => {
        // Another worker has just added it.
        if (!isDuplicateKey(error)) throw error;
      });
  }

  /** Has a duty run now, and once more if it is running. */
  async triggerDuty(duty: string, now: Date): Promise<void> {
    await this.#jobs().updateOne({ 'data.duty': duty }, { $set: { nextRunAt: now, again: true } });
  }

  /** Locks one of some duties that is due by a time, or whose lock is from `expired` or before; undefined if there is none. */
  async takeDuty(duties: readonly string[], by: Date, expired: Date): Promise<JobParameters | undefined> {
    const waits = { lockedAt: null, nextRunAt: { $lte: by } };
    const job = await this.#jobs().findOneAndUpdate(
      { 'data.duty': { $in: [...duties] }, $or: [waits, { lockedAt: { $lte: expired } }] },
      { $set: { lockedAt: new Date(), lastModifiedBy: this.#worker } },
      { returnDocument: 'after' },
    );
    return job === null ? undefined : { ...(job as unknown as JobParameters), _id: toJobId(String(job._id)) };
  }

  /** Extends the lock of a duty, which stays due; returns false if another worker has it. */
  async extendDuty(id: string, lockedAt: Date): Promise<boolean> {
    const own = { _id: new mongo.ObjectId(id), lastModifiedBy: this.#worker, ...LOCKED };
    return (await this.#jobs().updateOne(own, { $set: { lockedAt } })).matchedCount === 1;
  }

  /**
   * Ends a run of a duty that began at `begun`: it is due again at `next`, or now if it was triggered meanwhile. Both times are the
   * machine's, which may be ahead: by the database's clock it is due in as much time at the latest. Returns when.
   */
  async endDuty(id: string, begun: Date, next: Date): Promise<Date | undefined> {
    const latest = { $add: ['$$NOW', next.getTime() - begun.getTime()] };
    const nextRunAt = { $cond: [{ $eq: ['$again', true] }, '$$NOW', { $min: [next, latest] }] };
    const own = { _id: new mongo.ObjectId(id), lastModifiedBy: this.#worker };
    const job = await this.#jobs().findOneAndUpdate(
      own,
      [{ $set: { nextRunAt, lockedAt: null, lastFinishedAt: '$$NOW' } }, { $unset: 'again' }],
      { returnDocument: 'after', projection: { nextRunAt: 1 } },
    );
    return job?.['nextRunAt'] as Date | undefined;
  }

  /** Moves the remaining jobs to the shared queue and drops this one. */
  async transferToSharedQueue(): Promise<void> {
    const remaining = await this.#jobs()
      .find({ nextRunAt: { $ne: null } })
      .toArray();
    if (remaining.length > 0) await this.#connection.collection(SHARED_JOBS.jobs).insertMany(remaining);
    await this.drop();
  }

  /** Drops the queue's collections. */
  async drop(): Promise<void> {
    const { jobs, notices } = this.#collections;
    for (const name of [jobs, notices]) await this.#connection.collection(name).drop();
  }

  #lockedAt(id: string, locks: readonly Date[]): mongo.Filter<mongo.Document> {
    return { _id: new mongo.ObjectId(id), lastModifiedBy: this.#worker, lockedAt: { $in: [...locks] } };
  }

  #jobs(): mongo.Collection {
    return this.#connection.collection(this.#collections.jobs);
  }
}
