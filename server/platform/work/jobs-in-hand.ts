import { LOCK_MS } from './agenda.ts';

/** A database that answers the queue faster on average is not slow. */
const FAST_MS = 100;
/** Jobs of a kind in hand where the average is that; half as many where it takes twice as long. */
const AT_FAST = 50;
/** A worker always goes on with this many of each kind, so that no kind waits for another. */
const FEWEST = 4;
/** Weight of the latest command in the average. */
const LATEST = 0.3;
/** A job that is not heard of for longer is not in hand: it is another worker's by then. */
const FORGOTTEN_MS = 2 * LOCK_MS;

/**
 * The jobs that a worker has taken, and how many of a kind it may have: fewer the slower the database, as work that waits for the same
 * commands takes longer for all. Times are in milliseconds of a monotonic clock.
 */
export class JobsInHand {
  /** When each job was heard of, by kind. */
  readonly #heardAt = new Map<string, Map<string, number>>();
  readonly #now: () => number;
  #averageMs = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether another job of a kind may be taken. */
  mayTake(name: string): boolean {
    const heardAt = this.#ofKind(name);
    const since = this.#now() - FORGOTTEN_MS;
    for (const [id, at] of heardAt) if (at < since) heardAt.delete(id);
    return this.#averageMs <= FAST_MS || heardAt.size < this.#limit();
  }

  /** Notes how long the database took to answer the queue. */
  answered(ms: number): void {
    this.#averageMs += LATEST * (ms - this.#averageMs);
  }

  /** Notes that a job was taken, or its lock extended. */
  hold(name: string, id: string): void {
    this.#ofKind(name).set(id, this.#now());
  }

  /** Notes that a job has ended. */
  end(name: string, id: string): void {
    this.#ofKind(name).delete(id);
  }

  #ofKind(name: string): Map<string, number> {
    const times = this.#heardAt.get(name) ?? new Map<string, number>();
    this.#heardAt.set(name, times);
    return times;
  }

  #limit(): number {
    return Math.max(FEWEST, Math.floor((AT_FAST * FAST_MS) / this.#averageMs));
  }
}
