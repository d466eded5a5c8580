import { Schema, type Connection, type Model } from 'mongoose';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { createIntervalLoop, type IntervalLoop } from '#server/platform/lib/concurrency/interval-loop.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Logger } from '#server/platform/lib/log.ts';

/** A user whose campaigns only one process runs; other processes skip them. */
export interface ReservationDocument {
  /** The user id. */
  _id: string;
  /** The id of the process's store. */
  owner: string;
  /** After this the reservation has expired. */
  leaseUntil: Date;
}

export type ReservationModel = Model<ReservationDocument>;

const schema = new Schema<ReservationDocument>(
  {
    _id: { type: String, required: true },
    owner: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, collection: 'campaign_reservations' },
);

schema.index({ leaseUntil: 1 });

export function createReservationModel(connection: Connection): ReservationModel {
  return connection.model<ReservationDocument>('CampaignReservation', schema);
}

/** How long a reservation outlives its last renewal. */
const LEASE_MS = 30_000;

/** Reserves users' campaigns for one process, by the database's clock. Each store instance is one owner. */
export class ReservationStore {
  readonly #model: ReservationModel;
  readonly #owner = newId();

  constructor(model: ReservationModel) {
    this.#model = model;
  }

  /** Reserves a user's campaigns or renews the lease; returns false if another owner has them. */
  async take(userId: string): Promise<boolean> {
    // Of a missing document too.
    const free = { $or: [{ $eq: ['$owner', this.#owner] }, { $lte: ['$leaseUntil', '$$NOW'] }] };
    const owner = { $cond: [free, this.#owner, '$owner'] };
    const leaseUntil = { $cond: [free, { $add: ['$$NOW', LEASE_MS] }, '$leaseUntil'] };
    const reserved = await this.#model
      .findOneAndUpdate({ _id: userId }, [{ $set: { owner, leaseUntil } }], {
        upsert: true,
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean();
    return reserved.owner === this.#owner;
  }

  async release(userId: string): Promise<void> {
    await this.#model.deleteOne({ _id: userId, owner: this.#owner });
  }

  /** Returns the users reserved by other owners; few at any time. */
  async usersOfOthers(): Promise<string[]> {
    const held = await this.#model.find({ $expr: { $gt: ['$leaseUntil', '$$NOW'] } }).lean();
    return held.filter(({ owner }) => owner !== this.#owner).map(({ _id }) => _id);
  }

  /** Returns what selects the campaigns of all users but those. */
  async notOfOthers(): Promise<{ userId?: { $nin: string[] } }> {
    const users = await this.usersOfOthers();
    return users.length === 0 ? {} : { userId: { $nin: users } };
  }
}

const RENEW_MS = 5_000;

/** Reserves the campaigns of one user for this process. */
export interface Reservation {
  /** Acquires or keeps the reservation. Throws `AppError` CONFLICT if another process has it. */
  take(userId: string): Promise<void>;
  /** Releases the reservation. */
  release(): Promise<void>;
}

/** Returns a reservation whose lease is renewed between `take` and `release`. */
export function createReservation(
  reservations: Pick<ReservationStore, 'take' | 'release'>,
  log: Logger,
): Reservation {
  let held: { userId: string; renewal: IntervalLoop } | undefined;
  const onError = (error: unknown) => {
    log.warn({ err: error }, 'a reservation could not be renewed');
  };
  return {
    async take(userId) {
      if (held?.userId === userId) return;
      if (!(await reservations.take(userId)))
        throw new AppError('CONFLICT', 'Another process is creating the demo data.');
      const renew = () => reservations.take(userId);
      const renewal = createIntervalLoop(RENEW_MS, renew, onError, { startsLater: true });
      renewal.start();
      held = { userId, renewal };
    },
    async release() {
      if (held === undefined) return;
      const { userId, renewal } = held;
      held = undefined;
      // One that is on its way would take the reservation again.
      await renewal.stop();
      await reservations.release(userId);
    },
  };
}
