import mongoose, { type Connection, type Model } from 'mongoose';

/**
 * A queue of deliveries of one endpoint, of which one is sent at a time: those of one campaign, or a single event. One
 * worker holds it at a time: `dueAt` is ahead while it does. A version before numbered its deliveries here, in `seq`.
 */
export interface LaneRecord {
  _id: string;
  endpointId: string;
  uid: string;
  /** Counts what was added: a worker that found nothing due ends its hold for later only if nothing was added since. */
  added: number;
  /** When a worker takes it; absent while nothing waits. */
  dueAt?: Date | undefined;
  /** Names the worker that holds it. */
  holder?: string | undefined;
  expiresAt: Date;
}

export type LaneModel = Model<LaneRecord>;

/** By its keys alone a claim skips what waits for those that are busy. */
const DUE_INDEX = { dueAt: 1, uid: 1, endpointId: 1 } as const;

/** The `webhook_lanes` collection. */
export function createLaneModel(connection: Connection): LaneModel {
  const schema = new mongoose.Schema<LaneRecord>(
    {
      _id: { type: String, required: true },
      endpointId: { type: String, required: true },
      uid: { type: String, required: true },
      added: { type: Number, required: true },
      dueAt: Date,
      holder: String,
      expiresAt: { type: Date, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index(DUE_INDEX);
  schema.index({ endpointId: 1, dueAt: 1 });
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

  /** Makes a lane due now that has something to send, and creates it if needed. */
  async added({ _id, endpointId, uid }: LaneRef, now: Date, expiresAt: Date): Promise<void> {
    const lane = { endpointId: { $literal: endpointId }, uid: { $literal: uid } };
    const update = [{ $set: { ...lane, expiresAt: { $max: ['$expiresAt', expiresAt] }, ...dueFrom(now) } }];
    await this.#model.updateOne({ _id }, update, { upsert: true, updatePipeline: true });
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
        // The planner may prefer an index on `dueAt` alone, which a version before has left.
        { sort: { dueAt: 1 }, hint: DUE_INDEX, returnDocument: 'after' },
      )
      .lean<HeldLane>();
    return lane ?? undefined;
  }

  /** Prolongs a hold; returns false if it is over. */
  async renew({ _id, holder }: HeldLane, until: Date): Promise<boolean> {
    return (await this.#model.updateOne({ _id, holder }, { $set: { dueAt: until } })).matchedCount === 1;
  }

  /** Ends a hold: the lane is due again at `dueAt`, or now if something was added since it was read. */
  async release({ _id, holder, added }: HeldLane, now: Date, dueAt = now): Promise<void> {
    const isSame = { $eq: ['$added', added] };
    const update = [{ $set: { dueAt: { $cond: [isSame, dueAt, now] } } }, { $unset: ['holder'] }];
    await this.#model.updateOne({ _id, holder }, update, { updatePipeline: true });
  }

  /** Ends a hold of a lane in which nothing waits; returns false if something was added since it was read. */
  async leave({ _id, holder, added }: HeldLane): Promise<boolean> {
    const left = await this.#model.updateOne({ _id, holder, added }, { $unset: { dueAt: 1, holder: 1 } });
    return left.matchedCount === 1;
  }

  /** Makes all lanes of an endpoint due now. */
  restart(endpointId: string, now: Date): Promise<void> {
    return this.#makeDue({ endpointId }, now);
  }

  /** Makes the lanes of an endpoint due no sooner than `until` in which something waits and that nobody holds. */
  async postpone(endpointId: string, until: Date): Promise<void> {
    const waiting = { endpointId, holder: { $exists: false }, dueAt: { $lt: until } };
    await this.#model.updateMany(waiting, { $set: { dueAt: until } });
  }

  /** Makes those lanes of an endpoint due now that are due later, by `until`: others wait for their own deliveries. */
  resume(endpointId: string, now: Date, until: Date): Promise<void> {
    return this.#makeDue({ endpointId, dueAt: { $gt: now, $lte: until } }, now);
  }

  async #makeDue(
    filter: { endpointId: string; dueAt?: { $gt: Date; $lte: Date } },
    now: Date,
  ): Promise<void> {
    await this.#model.updateMany(filter, [{ $set: dueFrom(now) }], { updatePipeline: true });
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

/** Makes a lane due at a time at the latest. One that is held keeps its time: its holder takes notice by `added`. */
function dueFrom(now: Date) {
  const isHeld = { $gt: ['$holder', null] };
  return {
    added: { $add: [{ $ifNull: ['$added', 0] }, 1] },
    dueAt: { $cond: [isHeld, '$dueAt', { $min: ['$dueAt', now] }] },
  };
}
