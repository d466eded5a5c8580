import { BaseNotificationChannel, type JobNotification } from 'agenda';
import type { Connection, mongo } from 'mongoose';
import type { Logger } from '#server/log.ts';

const COLLECTION = 'job_notices';
/** Room for thousands of notices; the oldest make way. */
const CAPPED_BYTES = 1024 * 1024;
const RETRY_MS = 1_000;
/** How long the server keeps a read open before it answers that there is nothing. */
const AWAIT_MS = 2_000;

interface Notice extends Pick<JobNotification, 'jobName' | 'nextRunAt' | 'priority'> {
  jobId: string;
  at: Date;
}

/**
 * Tells the workers of a new job within milliseconds, on any kind of MongoDB: a tailable cursor on a capped collection
 * (change streams need a replica set). A notice that is lost costs no job: the workers poll as well.
 */
export class JobNotices extends BaseNotificationChannel {
  readonly #notices: mongo.Collection<Notice>;
  readonly #connection: Connection;
  readonly #log: Logger;
  #cursor: mongo.FindCursor<mongo.WithId<Notice>> | undefined;
  #following: Promise<void> | undefined;
  #stopped = new AbortController();

  constructor(connection: Connection, log: Logger) {
    super();
    this.#connection = connection;
    this.#notices = connection.collection<Notice>(COLLECTION) as unknown as mongo.Collection<Notice>;
    this.#log = log;
  }

  async connect(): Promise<void> {
    await this.#ensureCollection();
    this.#stopped = new AbortController();
    this.#following = this.#follow(await this.#newest());
    this.setState('connected');
  }

  async disconnect(): Promise<void> {
    this.#stopped.abort();
    await this.#cursor?.close();
    await this.#following;
    this.setState('disconnected');
  }

  /** A notice may be lost without harm, so that one acknowledgement from memory is enough. */
  async publish({ jobId, jobName, nextRunAt, priority }: JobNotification): Promise<void> {
    const notice = { jobId: String(jobId), jobName, nextRunAt, priority, at: new Date() };
    await this.#notices.insertOne(notice, { writeConcern: { w: 1 } });
  }

  /** A tailable cursor on an empty collection is dead at once, so that there is always a first notice. */
  async #ensureCollection(): Promise<void> {
    const db = this.#connection.getClient().db(this.#connection.name);
    const existing = await db.listCollections({ name: COLLECTION }, { nameOnly: true }).toArray();
    if (existing.length === 0) await db.createCollection(COLLECTION, { capped: true, size: CAPPED_BYTES }).catch(ignoreExisting);
    if ((await this.#notices.findOne({})) === null) {
      await this.#notices.insertOne({ jobId: '', jobName: '', nextRunAt: null, priority: 0, at: new Date() });
    }
  }

  async #newest(): Promise<mongo.ObjectId | undefined> {
    return (await this.#notices.find().sort({ $natural: -1 }).limit(1).next())?._id;
  }

  /** Reads notices until `disconnect`, over lost connections and failovers. */
  async #follow(newest: mongo.ObjectId | undefined): Promise<void> {
    let last = newest;
    while (!this.#stopped.signal.aborted) {
      try {
        last = await this.#read(last);
      } catch (error) {
        if (!this.#stopped.signal.aborted) this.#log.warn({ err: error }, 'job notices are interrupted; jobs are polled for');
      }
      await pause(RETRY_MS, this.#stopped.signal);
    }
  }

  /** Answers the last notice it read when the cursor ends. */
  async #read(after: mongo.ObjectId | undefined): Promise<mongo.ObjectId | undefined> {
    let last = after;
    const filter = after === undefined ? {} : { _id: { $gte: after } };
    this.#cursor = this.#notices.find(filter, { tailable: true, awaitData: true, maxAwaitTimeMS: AWAIT_MS });
    for await (const { _id, jobId, jobName, nextRunAt, priority, at } of this.#cursor) {
      if (after !== undefined && _id.equals(after)) continue;
      last = _id;
      await this.notifyHandlers({ jobId: jobId as JobNotification['jobId'], jobName, nextRunAt, priority, timestamp: at });
    }
    return last;
  }
}
