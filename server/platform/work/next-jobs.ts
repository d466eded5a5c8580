/** A job as the queue has it. */
export interface QueuedJob {
  name: string;
  nextRunAt: Date | null;
  /** Agenda removes it from what it unlocks. */
  lockedAt?: Date | null;
}

/** How often the queue is read for jobs whose notice was lost or whose worker died. */
const READ_EVERY_MS = 10_000;

export interface NextJobsOptions {
  /** How far ahead Agenda locks jobs. */
  aheadMs: number;
  /** Age of a lock after which its job is executed again. */
  lockMs: number;
  /** Reads the jobs that are due by a time, and those that are locked. */
  read: (by: Date) => Promise<QueuedJob[]>;
}

/**
 * Knows when jobs of each kind are next due, from one read every ten seconds and the notices in between, so that Agenda asks
 * the database for a kind only when one of its jobs can be due.
 */
export class NextJobs {
  readonly #options: NextJobsOptions;
  #times = new Map<string, Set<number>>();
  /** Jobs due by then are known, or announced. */
  #knownBy = 0;
  /** By the monotonic clock: the machine's may have been ahead. */
  #readAgainAt = 0;
  #reading: Promise<void> | undefined;

  constructor(options: NextJobsOptions) {
    this.#options = options;
  }

  /** Notes that a job of a kind is due at a time: at once without one. */
  note(name: string, at?: Date | null): void {
    const time = at?.getTime() ?? 0;
    // A later one is found by a later read.
    if (time > this.#knownBy) return;
    const times = this.#times.get(name) ?? new Set();
    this.#times.set(name, times.add(time));
  }

  /**
   * Returns whether a job of a kind may be due by a time, and forgets what is due by then: a caller that finds a job calls
   * `note` again, as there may be more. Rejects if the queue cannot be read.
   */
  async take(name: string, by: Date): Promise<boolean> {
    if (performance.now() >= this.#readAgainAt) await (this.#reading ??= this.#read());
    const times = [...(this.#times.get(name) ?? [])];
    const later = times.filter((time) => time > by.getTime());
    this.#times.set(name, new Set(later));
    return later.length < times.length;
  }

  async #read(): Promise<void> {
    const { aheadMs, lockMs, read } = this.#options;
    const readAt = performance.now();
    // What is announced from here on is added to what the read finds.
    this.#times = new Map();
    this.#knownBy = Date.now() + READ_EVERY_MS + 3 * aheadMs;
    try {
      for (const { name, nextRunAt, lockedAt } of await read(new Date(this.#knownBy))) {
        // So much later that the lock has expired when Agenda looks ahead to this time.
        if (lockedAt) this.note(name, new Date(lockedAt.getTime() + lockMs + aheadMs));
        else if (nextRunAt !== null) this.note(name, nextRunAt);
      }
      this.#readAgainAt = readAt + READ_EVERY_MS;
    } finally {
      this.#reading = undefined;
    }
  }
}
