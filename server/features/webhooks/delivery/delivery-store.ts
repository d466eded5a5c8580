import mongoose, { type Connection, type Model, type mongo } from 'mongoose';
import type { LastRow } from '#shared/schemas/list-cursor.ts';
import { DELIVERY_STATUSES, type DeliveryStatus, type WebhookEventType } from '#shared/schemas/webhooks.ts';
import { isDuplicatesOnly } from '#server/platform/lib/mongodb/mongo-errors.ts';
import { readKeysetPage } from '#server/platform/lib/mongodb/keyset-page.ts';
import type { SendResult } from './send-request.ts';

/** A request to an endpoint. */
export interface AttemptRecord extends Omit<SendResult, 'delivered' | 'excerpt'> {
  at: Date;
  ms: number;
}

/** An event for one endpoint: what is to be sent, and the log of what was. */
export interface DeliveryRecord {
  /** The same for the same endpoint and event, so that an event is stored once. */
  _id: string;
  endpointId: string;
  uid: string;
  eventId: string;
  type: WebhookEventType;
  campaignId?: string | undefined;
  /** The deliveries of a lane are sent one after another, those that are due for longest first. */
  laneId: string;
  /** Its number at its endpoint, as in its body; in records of a version before, that in its lane. */
  seq: number;
  /** The compressed body; absent once it is erased with its campaign. */
  body?: Buffer | undefined;
  status: DeliveryStatus;
  createdAt: Date;
  /** Pending deliveries only: the earliest time of the next attempt, and when the first one was. */
  nextAt?: Date | undefined;
  firstAt?: Date | undefined;
  deliveredAt?: Date | undefined;
  attempts: number;
  /** Attempts since it was queued, or sent again by its owner. */
  failures: number;
  /** The latest ones. */
  recent: AttemptRecord[];
  excerpt?: string | undefined;
  /** The last replay that has queued it once more. */
  replay?: string | undefined;
  /** Its body is erased once it has ended: the contacts of its campaign are. */
  erase?: true | undefined;
  /** When it is removed. */
  expiresAt: Date;
}

export type DeliveryModel = Model<DeliveryRecord>;

const RECENT_ATTEMPTS = 20;

/** The `webhook_deliveries` collection. */
export function createDeliveryModel(connection: Connection): DeliveryModel {
  const schema = new mongoose.Schema<DeliveryRecord>(
    {
      _id: { type: String, required: true },
      endpointId: { type: String, required: true },
      uid: { type: String, required: true },
      eventId: { type: String, required: true },
      type: { type: String, required: true },
      campaignId: String,
      laneId: { type: String, required: true },
      seq: { type: Number, required: true },
      body: Buffer,
      status: { type: String, enum: DELIVERY_STATUSES, required: true },
      createdAt: { type: Date, required: true },
      nextAt: Date,
      firstAt: Date,
      deliveredAt: Date,
      attempts: { type: Number, required: true },
      failures: { type: Number, required: true },
      recent: [mongoose.Schema.Types.Mixed],
      excerpt: String,
      replay: String,
      erase: Boolean,
      expiresAt: { type: Date, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ endpointId: 1, createdAt: -1, _id: 1 });
  schema.index({ endpointId: 1, status: 1, createdAt: -1, _id: 1 });
  schema.index({ laneId: 1, nextAt: 1, seq: 1 }, { partialFilterExpression: { status: 'pending' } });
  // For workers of the version before.
  schema.index({ laneId: 1, seq: 1 }, { partialFilterExpression: { status: 'pending' } });
  schema.index({ endpointId: 1, replay: 1 }, { partialFilterExpression: { replay: { $exists: true } } });
  schema.index({ uid: 1, campaignId: 1 });
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<DeliveryRecord>('WebhookDelivery', schema, 'webhook_deliveries');
}

/** The deliveries of a time, from `from` and before `to`. */
interface TimeRange {
  from: Date;
  to: Date;
  status?: 'delivered' | 'failed' | undefined;
}

/** A part of the log of an endpoint. */
interface LogRange {
  status?: DeliveryStatus | undefined;
  after?: LastRow | undefined;
  limit: number;
}

/** What changes with an attempt. */
export type AttemptChange = Pick<DeliveryRecord, 'status' | 'firstAt' | 'excerpt'> &
  Partial<Pick<DeliveryRecord, 'nextAt' | 'deliveredAt' | 'failures'>>;

/** Reads and writes deliveries. */
export class DeliveryStore {
  readonly #model: DeliveryModel;

  constructor(model: DeliveryModel) {
    this.#model = model;
  }

  /**
   * Stores deliveries one after another, so that where one is stored those before it are. Returns false at one that is stored
   * already: those after it are not stored.
   */
  async insert(deliveries: readonly DeliveryRecord[]): Promise<boolean> {
    const rows = deliveries as unknown as mongo.OptionalId<mongo.Document>[];
    try {
      await this.#model.collection.insertMany([...rows], { ordered: true });
      return true;
    } catch (error) {
      if (isDuplicatesOnly(error)) return false;
      throw error;
    }
  }

  /** Returns the status of those of these deliveries that are stored. */
  async statusesOf(ids: readonly string[]): Promise<Map<string, DeliveryStatus>> {
    const found = await this.#model.find({ _id: { $in: [...ids] } }, { status: 1 }).lean();
    return new Map(found.map(({ _id, status }) => [_id, status]));
  }

  /** Returns the delivery of a lane that is due first. */
  async nextOf(laneId: string): Promise<DeliveryRecord | undefined> {
    const next = this.#model.findOne({ laneId, status: 'pending' }).sort({ nextAt: 1, seq: 1 });
    return (await next.lean<DeliveryRecord>()) ?? undefined;
  }

  /** Returns part of the log of an endpoint, newest first, without bodies. */
  async page(endpointId: string, { status, after, limit }: LogRange): Promise<DeliveryRecord[]> {
    const of = { endpointId, ...(status !== undefined && { status }) };
    const sort = { createdAt: -1, _id: 1 } as const;
    const page = { sort, after: after && ([after.at, after.key] as const), limit };
    return readKeysetPage(page, (where, rows) =>
      this.#model
        .find({ ...of, ...where }, { body: 0 })
        .sort(sort)
        .limit(rows)
        .lean<DeliveryRecord[]>(),
    );
  }

  /** Returns a delivery of an endpoint, with its body. */
  async find(endpointId: string, _id: string): Promise<DeliveryRecord | undefined> {
    return (await this.#model.findOne({ _id, endpointId }).lean<DeliveryRecord>()) ?? undefined;
  }

  /** Records an attempt, unless the delivery has changed since it was read; without `nextAt` it was the last. */
  async recordAttempt(
    { _id, attempts, erase }: Pick<DeliveryRecord, '_id' | 'attempts' | 'erase'>,
    attempt: AttemptRecord,
    { nextAt, ...change }: AttemptChange,
  ): Promise<void> {
    const isErased = erase === true && nextAt === undefined;
    const { excerpt, ...kept } = change;
    await this.#model.updateOne(
      { _id, attempts, status: 'pending' },
      {
        $set: {
          ...kept,
          ...(nextAt !== undefined && { nextAt }),
          ...(!isErased && excerpt !== undefined && { excerpt }),
        },
        $unset: {
          ...(nextAt === undefined && { nextAt: 1 }),
          ...(isErased && { body: 1 }),
          ...((isErased || excerpt === undefined) && { excerpt: 1 }),
        },
        $inc: { attempts: 1 },
        $push: { recent: { $each: [attempt], $position: 0, $slice: RECENT_ATTEMPTS } },
      },
    );
  }

  /** Returns the ended deliveries of a time that still have a body, oldest first. */
  endedIn(
    endpointId: string,
    { from, to, status }: TimeRange,
    limit: number,
  ): Promise<Pick<DeliveryRecord, '_id' | 'expiresAt'>[]> {
    const ended = status === undefined ? { $in: ['delivered' as const, 'failed' as const] } : status;
    return this.#model
      .find(
        { endpointId, status: ended, createdAt: { $gte: from, $lt: to }, body: { $exists: true } },
        { expiresAt: 1 },
      )
      .sort({ createdAt: 1, _id: -1 })
      .limit(limit)
      .lean<Pick<DeliveryRecord, '_id' | 'expiresAt'>[]>();
  }

  /** Queues ended deliveries once more, in a lane of their own; those that this replay has queued already stay as they are. */
  async replay(
    ids: readonly string[],
    { endpointId, replay, laneId, now }: { endpointId: string; replay: string; laneId: string; now: Date },
  ): Promise<void> {
    const ended = { $in: ['delivered' as const, 'failed' as const] };
    await this.#model.updateMany(
      { _id: { $in: [...ids] }, endpointId, status: ended, body: { $exists: true }, replay: { $ne: replay } },
      {
        $set: { status: 'pending', laneId, nextAt: now, failures: 0, replay },
        $unset: { firstAt: 1, deliveredAt: 1 },
      },
    );
  }

  /** Returns a lane whose id begins with `prefix` and in which a delivery waits. */
  async waitingIn(prefix: string): Promise<string | undefined> {
    const laneId = { $gte: prefix, $lt: `${prefix}\uffff` };
    return (await this.#model.findOne({ laneId, status: 'pending' }, { laneId: 1 }).lean())?.laneId;
  }

  /** Counts the deliveries that a replay has queued. */
  countReplayed(endpointId: string, replay: string): Promise<number> {
    return this.#model.countDocuments({ endpointId, replay });
  }

  /** Makes a pending delivery due now. */
  async makeDue(endpointId: string, _id: string, now: Date): Promise<void> {
    await this.#model.updateOne({ _id, endpointId, status: 'pending' }, { $set: { nextAt: now } });
  }

  /** Makes the pending deliveries of an endpoint due now, and counts their three days from their next attempt. */
  async restart(endpointId: string, now: Date): Promise<void> {
    await this.#model.updateMany(
      { endpointId, status: 'pending' },
      { $set: { nextAt: now, failures: 0 }, $unset: { firstAt: 1 } },
    );
  }

  /** Erases the bodies and responses of what was sent of a campaign, and those of the rest once it has been sent. */
  async eraseBodies(uid: string, campaignId: string): Promise<void> {
    const open = { uid, campaignId, erase: { $exists: false } };
    await this.#model.updateMany({ ...open, status: 'pending' }, { $set: { erase: true } });
    // Also those that were marked while they were being sent for the last time.
    const ended = {
      uid,
      campaignId,
      body: { $exists: true },
      status: { $in: ['delivered', 'failed'] as const },
    };
    await this.#model.updateMany(ended, { $set: { erase: true }, $unset: { body: 1, excerpt: 1 } });
  }

  /** Deletes the log of an endpoint, with what is not sent yet. */
  async removeOf(endpointId: string): Promise<void> {
    await this.#model.deleteMany({ endpointId });
  }

  /** Deletes all deliveries of the user. */
  async erase(uid: string): Promise<void> {
    await this.#model.deleteMany({ uid });
  }
}
