import { Schema, type Connection, type Model } from 'mongoose';
import { fromNow, type Clock } from '#server/platform/lib/clock.ts';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';

/** How a user's list is filled while numbers are being added. */
interface RoomRecord {
  /** The user. */
  _id: string;
  /** Changes with each count of the list, so that what was reserved before is not given back after. */
  epoch: string;
  /** Numbers on the list at the last count, and those confirmed since. */
  listed: number;
  /** Numbers that additions in progress may still insert. */
  reserved: number;
  /** When what is reserved and not given back counts as abandoned. */
  until: Date;
}

export type RoomModel = Model<RoomRecord>;

const schema = new Schema<RoomRecord>(
  {
    _id: { type: String, required: true },
    epoch: { type: String, required: true },
    listed: { type: Number, required: true },
    reserved: { type: Number, required: true },
    until: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, collection: 'suppression_rooms' },
);

/** The `suppression_rooms` collection. */
export function createRoomModel(connection: Connection): RoomModel {
  return connection.model<RoomRecord>('SuppressionRoom', schema);
}

/** Room for numbers that are about to be inserted. */
export interface Room {
  /** Keeps it for as long again; returns false if it has been given to others meanwhile. */
  renew(): Promise<boolean>;
  /** Ends the reservation after `inserted` of its numbers were new; the rest is given back. */
  end(inserted: number): Promise<void>;
}

/** How long a reservation lasts without a sign of its process: above the time of one insert. */
const LEASE_MS = 30_000;

/**
 * Reserves room on users' lists before numbers are inserted, so that concurrent additions keep the limit and none has to be
 * taken back. The list is counted whenever nothing is reserved, so that removals and requests need not be known here.
 */
export class RoomStore {
  readonly #model: RoomModel;
  readonly #clock: Clock;

  constructor(model: RoomModel, clock: Clock) {
    this.#model = model;
    this.#clock = clock;
  }

  /**
   * Reserves room for `wanted` numbers on a list of at most `limit`. `count` counts the list. Returns how
   * many were listed if they do not fit, `busy` if they may fit once the additions in progress have ended.
   */
  async reserve(
    userId: string,
    { wanted, limit, count }: { wanted: number; limit: number; count: () => Promise<number> },
  ): Promise<Room | 'busy' | { listed: number }> {
    for (;;) {
      const joined = await this.#join(userId, wanted, limit);
      if (joined !== null) return joined;
      const stored = await this.#model.findById(userId).lean<RoomRecord | null>();
      if (stored !== null && isInUse(stored, this.#clock.now())) {
        if (stored.listed + stored.reserved + wanted > limit) return 'busy';
        continue;
      }
      const listed = await count();
      if (listed + wanted > limit) return { listed };
      const opened = await this.#open(userId, stored, { listed, reserved: wanted });
      if (opened !== null) return opened;
    }
  }

  /** Erases what is known of a user. */
  async erase(userId: string): Promise<void> {
    await this.#model.deleteOne({ _id: userId });
  }

  /** Reserves beside additions in progress. */
  async #join(userId: string, wanted: number, limit: number): Promise<Room | null> {
    const fits = { $lte: [{ $add: ['$listed', '$reserved', wanted] }, limit] };
    const found = await this.#model
      .findOneAndUpdate(
        { _id: userId, reserved: { $gt: 0 }, until: { $gt: this.#clock.now() }, $expr: fits },
        { $inc: { reserved: wanted }, $max: { until: this.#lease() } },
      )
      .lean<RoomRecord | null>();
    return found === null ? null : this.#roomOf(userId, found.epoch, wanted);
  }

  /** Reserves on a list that was counted while nothing was reserved; null if that changed meanwhile. */
  async #open(
    userId: string,
    stored: RoomRecord | null,
    filled: Pick<RoomRecord, 'listed' | 'reserved'>,
  ): Promise<Room | null> {
    const opened = { epoch: newId(), ...filled, until: this.#lease() };
    try {
      if (stored === null) await this.#model.create({ _id: userId, ...opened });
      else if ((await this.#model.updateOne(sameAs(stored), { $set: opened })).matchedCount === 0)
        return null;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return null;
    }
    return this.#roomOf(userId, opened.epoch, filled.reserved);
  }

  #roomOf(userId: string, epoch: string, wanted: number): Room {
    const own = { _id: userId, epoch };
    return {
      renew: async () =>
        (await this.#model.updateOne(own, { $max: { until: this.#lease() } })).matchedCount === 1,
      end: async (inserted) => {
        await this.#model.updateOne(own, { $inc: { listed: inserted, reserved: -wanted } });
      },
    };
  }

  #lease(): Date {
    return fromNow(this.#clock, LEASE_MS);
  }
}

/** Matches a record that nobody has changed since it was read. */
function sameAs({ _id, epoch, listed, reserved, until }: RoomRecord): RoomRecord {
  return { _id, epoch, listed, reserved, until };
}

function isInUse({ reserved, until }: RoomRecord, now: Date): boolean {
  return reserved > 0 && until > now;
}
