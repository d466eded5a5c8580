import mongoose, { type Connection, type Model } from 'mongoose';

/**
 * A queue of deliveries of one endpoint, of which one is sent at a time: those of one campaign, or a single event. One
 * worker holds it at a time: `dueAt` is ahead while it does.
 */
export interface LaneRecord {
  _id: string;
  endpointId: string;
  uid: string;
  /** The number of the last delivery. */
  seq: number;
  /** Counts what was added: a worker that found nothing leaves the lane only if nothing was added since. */
  added: number;
  /** When a worker takes it; absent while nothing waits. */
  dueAt?: Date | undefined;
  /** Names the worker that holds it. */
  holder?: string | undefined;
  expiresAt: Date;
}

export type LaneModel = Model<LaneRecord>;

/** The `webhook_lanes` collection. */
export function createLaneModel(connection: Connection): LaneModel {
  const schema = new mongoose.Schema<LaneRecord>(
    {
      _id: { type: String, required: true },
      endpointId: { type: String, required: true },
      uid: { type: String, required: true },
      seq: { type: Number, required: true },
      added: { type: Number, required: true },
      dueAt: Date,
      holder: String,
      expiresAt: { type: Date, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ dueAt: 1 }, { sparse: true });
  schema.index({ endpointId: 1 });
  schema.index({ uid: 1 });
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<LaneRecord>('WebhookLane', schema, 'webhook_lanes');
}

/** A lane as the worker holds it that took it. */
export type HeldLane = LaneRecord & { holder: string };

type LaneRef = Pick<LaneRecord, '_id' | 'endpointId' | 'uid'>;

/** Who must not be served now, as enough of theirs is being sent. */
export interface Busy {
  endpoints: readonly string[];
  users: readonly string[];
}

/** Reads and writes lanes. */
export class LaneStore {
  readonly #model: LaneModel;
  readonly #onDue: () => void;

  /** `onDue` is called when something was made due. */
  constructor(model: LaneModel, onDue: () => void = () => undefined) {
    this.#model = model;
    this.#onDue = onDue;
  }

  /** Reserves the next `count` numbers of a lane, which it creates if needed; returns the first. */
  async reserve({ _id, endpointId, uid }: LaneRef, count: number, expiresAt: Date): Promise<number> {
    const lane = await this.#model
      .findOneAndUpdate(
        { _id },
        {
          $inc: { seq: count },
          $set: { expiresAt },
          $setOnInsert: { endpointId, uid, added: 0 },
        },
        { upsert: true, returnDocument: 'after' },
      )
      .lean<LaneRecord>();
    return lane.seq - count + 1;
  }

  /** Makes a lane due that has new deliveries; one that waits for a retry keeps its time. */
  async added(_id: string, now: Date): Promise<void> {
    await this.#model.updateOne(
      { _id },
      [{ $set: { added: { $add: ['$added', 1] }, dueAt: { $ifNull: ['$dueAt', now] } } }],
      { updatePipeline: true },
    );
    this.#onDue();
  }

  /** Returns when a lane is next due, or a hold over. */
  async nextDue(): Promise<Date | undefined> {
    const lane = await this.#model
      .findOne({ dueAt: { $type: 'date' } })
      .select('dueAt')
      .sort({ dueAt: 1 })
      .lean<Pick<LaneRecord, 'dueAt'>>();
    return lane?.dueAt;
  }

  /** Takes the lane that is due for longest, until `until`. */
  async claim(
    now: Date,
    { endpoints, users }: Busy,
    hold: { holder: string; until: Date },
  ): Promise<HeldLane | undefined> {
    const lane = await this.#model
      .findOneAndUpdate(
        {
          dueAt: { $lte: now },
          ...(endpoints.length > 0 && { endpointId: { $nin: [...endpoints] } }),
          ...(users.length > 0 && { uid: { $nin: [...users] } }),
        },
        { $set: { dueAt: hold.until, holder: hold.holder } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      )
      .lean<HeldLane>();
    return lane ?? undefined;
  }

  /** Prolongs a hold; returns false if it is over. */
  async renew({ _id, holder }: HeldLane, until: Date): Promise<boolean> {
    return (await this.#model.updateOne({ _id, holder }, { $set: { dueAt: until } })).matchedCount === 1;
  }

  /** Ends a hold: the lane is due again at `dueAt`. */
  async release({ _id, holder }: HeldLane, dueAt: Date): Promise<void> {
    await this.#model.updateOne({ _id, holder }, { $set: { dueAt }, $unset: { holder: 1 } });
  }

  /** Ends a hold of a lane in which nothing waits; returns false if something was added since it was read. */
  async leave({ _id, holder, added }: HeldLane): Promise<boolean> {
    const left = await this.#model.updateOne({ _id, holder, added }, { $unset: { dueAt: 1, holder: 1 } });
    return left.matchedCount === 1;
  }

  /** Makes a lane due now. */
  makeDue(_id: string, now: Date): Promise<void> {
    return this.#makeDue({ _id }, now);
  }

  /** Makes all lanes of an endpoint due now. */
  restart(endpointId: string, now: Date): Promise<void> {
    return this.#makeDue({ endpointId }, now);
  }

  /** A worker that is leaving a lane takes notice by `added`. */
  async #makeDue(filter: { _id: string } | { endpointId: string }, now: Date): Promise<void> {
    await this.#model.updateMany(filter, { $inc: { added: 1 } });
    await this.#model.updateMany({ ...filter, holder: { $exists: false } }, { $set: { dueAt: now } });
    this.#onDue();
  }

  /** Deletes the lanes of an endpoint. */
  async removeOf(endpointId: string): Promise<void> {
    await this.#model.deleteMany({ endpointId });
  }

  /** Deletes the lanes of the user. */
  async erase(uid: string): Promise<void> {
    await this.#model.deleteMany({ uid });
  }
}
