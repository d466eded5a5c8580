import { mongo } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import { newId } from '#server/lib/ids.ts';
import type { ReservationModel } from './reservation-model.ts';

/** How long a reservation outlives its last renewal. */
const LEASE_MS = 30_000;

/** Whose campaigns which process runs alone. Each store is one owner. */
export class ReservationStore {
  readonly #model: ReservationModel;
  readonly #realTime: Clock;
  readonly #owner = newId();

  constructor(model: ReservationModel, realTime: Clock) {
    this.#model = model;
    this.#realTime = realTime;
  }

  /** Reserves a user's campaigns for this owner, or renews that; false where another owner has them. */
  async take(userId: string): Promise<boolean> {
    const now = this.#realTime.now();
    const free = { _id: userId, $or: [{ owner: this.#owner }, { leaseUntil: { $lte: now } }] };
    const taken = { owner: this.#owner, leaseUntil: new Date(now.getTime() + LEASE_MS) };
    try {
      await this.#model.updateOne(free, { $set: taken }, { upsert: true });
      return true;
    } catch (error) {
      if (error instanceof mongo.MongoServerError && error.code === 11_000) return false;
      throw error;
    }
  }

  async release(userId: string): Promise<void> {
    await this.#model.deleteOne({ _id: userId, owner: this.#owner });
  }

  /** The users whose campaigns other owners have reserved; few at any time. */
  async usersOfOthers(): Promise<string[]> {
    const held = await this.#model.find({ leaseUntil: { $gt: this.#realTime.now() } }).lean();
    return held.filter(({ owner }) => owner !== this.#owner).map(({ _id }) => _id);
  }
}
