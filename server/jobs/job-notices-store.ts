import { setTimeout as sleep } from 'node:timers/promises';
import { BaseNotificationChannel, toJobId, type JobNotification } from 'agenda';
import { mongo, type Connection } from 'mongoose';
import type { Logger } from '#server/lib/log.ts';

/** Room for some two thousand notices; the oldest make way. */
const CAPPED_BYTES = 256 * 1024;
/** The server's code where a collection is there already. */
const NAMESPACE_EXISTS = 48;
const RETRY_MS = 1_000;
/** How long the server keeps a read open before it answers that there is nothing. */
const AWAIT_MS = 2_000;
/**
 * The embedded engine answers at once that there is nothing, where a server waits for `AWAIT_MS`. A read that was
 * answered sooner than this is asked again after a breath, or it would keep a processor busy.
 */
const UNAWAITED_MS = 500;
const BREATH_MS = 25;

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
  #ready: Promise<void> | undefined;

  constructor(connection: Connection, log: Logger, collection: string) {
    super();
    this.#connection = connection;
    this.#notices = connection.collection<Notice>(collection);
    this.#log = log;
    // Agenda publishes through a connected channel only, and a process that works off no jobs asks for some as well.
    this.setState('connected');
  }

  /** Begins to hear notices; publishing needs no connect. */
  async connect(): Promise<void> {
    await this.#collection();
    this.#stopped = new AbortController();
    this.#following = this.#follow(await this.#newest());
  }

  async disconnect(): Promise<void> {
    this.#stopped.abort();
    await this.#cursor?.close();
    await this.#following;
  }

  /** A notice may be lost without harm, so that one acknowledgement from memory is enough. */
  async publish({ jobId, jobName, nextRunAt, priority }: JobNotification): Promise<void> {
    await this.#collection();
    const notice = { jobId: String(jobId), jobName, nextRunAt, priority, at: new Date() };
    await this.#notices.insertOne(notice, { writeConcern: { w: 1 } });
  }

  /** The first insert would make a collection that is not capped. A failure is tried again by the next call. */
  #collection(): Promise<void> {
    this.#ready ??= this.#ensureCollection().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  /** A tailable cursor on an empty collection is dead at once, so that there is always a first notice. */
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

  /** Reads notices until `disconnect`, over lost connections and failovers. */
  async #follow(newest: mongo.ObjectId | undefined): Promise<void> {
    const { signal } = this.#stopped;
    const stopped = () => signal.aborted;
    let last = newest;
    while (!stopped()) {
      try {
        await this.#read(last, (id) => (last = id));
      } catch (error) {
        if (!stopped()) this.#log.warn({ err: error }, 'job notices are interrupted; jobs are polled for');
      }
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Reads until the cursor ends. It begins at the oldest notice: what came up to `after` was read before. */
  async #read(after: mongo.ObjectId | undefined, onRead: (id: mongo.ObjectId) => void): Promise<void> {
    let fresh = after === undefined || (await this.#notices.findOne({ _id: after })) === null;
    this.#cursor = this.#notices.find({}, { tailable: true, awaitData: true, maxAwaitTimeMS: AWAIT_MS });
    while (!this.#cursor.closed) {
      const asked = performance.now();
      const notice = await this.#cursor.tryNext();
      if (notice === null) {
        if (performance.now() - asked < UNAWAITED_MS)
          await sleep(BREATH_MS, undefined, { signal: this.#stopped.signal });
        continue;
      }
      const { _id, jobId, jobName, nextRunAt, priority, at } = notice;
      if (fresh) {
        onRead(_id);
        await this.notifyHandlers({ jobId: toJobId(jobId), jobName, nextRunAt, priority, timestamp: at });
      }
      fresh ||= after?.equals(_id) === true;
    }
  }
}

/** Another worker may be creating it at this moment. */
async function createCapped(db: mongo.Db, name: string): Promise<void> {
  try {
    await db.createCollection(name, { capped: true, size: CAPPED_BYTES });
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error;
  }
}
