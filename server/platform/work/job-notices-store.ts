import { setTimeout as sleep } from 'node:timers/promises';
import { BaseNotificationChannel, toJobId, type JobNotification } from 'agenda';
import { mongo, type Connection } from 'mongoose';
import type { Logger } from '#server/platform/lib/log.ts';

/** Space for about two thousand notices; the oldest are overwritten. */
const CAPPED_BYTES = 256 * 1024;
/** MongoDB's error code for a collection that exists. */
const NAMESPACE_EXISTS = 48;
const RETRY_MS = 1_000;
/** Time after which the server ends an awaiting read without a result. */
const AWAIT_MS = 30_000;

interface Notice extends Pick<JobNotification, 'jobName' | 'nextRunAt' | 'priority'> {
  jobId: string;
  at: Date;
}

/**
 * Notifies workers of new jobs within milliseconds on any MongoDB topology, by a tailable cursor on a capped collection
 * (change streams need a replica set). A lost notice loses no job: workers poll as well.
 */
export class JobNotices extends BaseNotificationChannel {
  readonly #notices: mongo.Collection<Notice>;
  readonly #connection: Connection;
  readonly #log: Logger;
  #reading: Promise<void> | undefined;
  #stopped = new AbortController();
  #ready: Promise<void> | undefined;

  constructor(connection: Connection, log: Logger, collection: string) {
    super();
    this.#connection = connection;
    this.#notices = connection.collection<Notice>(collection);
    this.#log = log;
    // Agenda publishes only through a connected channel, and processes without workers publish too.
    this.setState('connected');
  }

  /** Subscribes to notices; publishing does not need it. */
  async connect(): Promise<void> {
    await this.#collection();
    this.#stopped = new AbortController();
    this.#reading = this.#follow(await this.#newest());
  }

  async disconnect(): Promise<void> {
    this.#stopped.abort();
    await this.#reading;
  }

  /**
   * Publishes with `w: 1`: a lost notice does no harm. The worker of this process learns of it at once, also while its
   * reader connects again.
   */
  async publish(notification: JobNotification): Promise<void> {
    void this.notifyHandlers(notification);
    const { jobId, jobName, nextRunAt, priority } = notification;
    await this.#collection();
    const notice = { jobId: String(jobId), jobName, nextRunAt, priority, at: new Date() };
    await this.#notices.insertOne(notice, { writeConcern: { w: 1 } });
  }

  /** Creates the capped collection once; the next call retries after a failure. */
  #collection(): Promise<void> {
    this.#ready ??= this.#ensureCollection().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  /** Inserts a first notice, because a tailable cursor on an empty collection closes at once. */
  async #ensureCollection(): Promise<void> {
    const db = this.#connection.getClient().db(this.#connection.name);
    const existing = await db
      .listCollections({ name: this.#notices.collectionName }, { nameOnly: true })
      .toArray();
    if (existing.length === 0) await createCapped(db, this.#notices.collectionName);
    if ((await this.#notices.findOne({})) === null) {
      await this.#notices.insertOne({ jobId: '', jobName: '', nextRunAt: null, priority: 0, at: new Date() });
    }
  }

  async #newest(): Promise<mongo.ObjectId | undefined> {
    return (await this.#notices.find().sort({ $natural: -1 }).limit(1).next())?._id;
  }

  /** Reads notices until `disconnect`; reconnects after lost connections and failovers. */
  async #follow(newest: mongo.ObjectId | undefined): Promise<void> {
    const { signal } = this.#stopped;
    const stopped = () => signal.aborted;
    let last = newest;
    while (!stopped()) {
      try {
        await this.#read(last, (id) => (last = id));
      } catch (error) {
        if (!stopped()) this.#log.warn({ err: error }, 'job notices are interrupted; polling for jobs');
      }
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Reads until the cursor closes. It begins at the oldest notice and skips those up to `after`. */
  async #read(after: mongo.ObjectId | undefined, onRead: (id: mongo.ObjectId) => void): Promise<void> {
    let isNew = after === undefined || (await this.#notices.findOne({ _id: after })) === null;
    const { signal } = this.#stopped;
    const cursor = this.#notices.find(
      {},
      { tailable: true, awaitData: true, maxAwaitTimeMS: AWAIT_MS, signal },
    );
    while (!cursor.closed) {
      const notice = await cursor.tryNext();
      if (notice === null) continue;
      const { _id, jobId, jobName, nextRunAt, priority, at } = notice;
      if (isNew) {
        onRead(_id);
        await this.notifyHandlers({ jobId: toJobId(jobId), jobName, nextRunAt, priority, timestamp: at });
      }
      isNew ||= after?.equals(_id) === true;
    }
  }
}

/** Creates the collection; another worker may create it at the same time. */
async function createCapped(db: mongo.Db, name: string): Promise<void> {
  try {
    await db.createCollection(name, { capped: true, size: CAPPED_BYTES });
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error;
  }
}
