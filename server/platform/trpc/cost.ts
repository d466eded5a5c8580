import {
  createFairLimit,
  type FairLimit,
  type FairLimits,
} from '#server/platform/lib/concurrency/fair-limit.ts';

/**
 * What a process does of each class at a time, in all and of one account; what does not run yet waits its turn, and beyond
 * `waiting` is refused with 429.
 */
const LIMITS = {
  /** A query over many rows, or a long page of them. */
  rows: { perOwner: 4, total: 16, waiting: 60 },
  /** Reads, checks or stores a list of contacts or numbers. */
  list: { perOwner: 1, total: 8, waiting: 30 },
  /** Receives the body of a list, before it is one: a slow sender delays only itself. */
  upload: { perOwner: 1, total: 1_000, waiting: 30 },
  /** Receives a list into memory and reads it. */
  buffered: { perOwner: 1, total: 16, waiting: 30 },
  /** Sends a file; a slow reader delays only itself. */
  file: { perOwner: 2, total: 1_000, waiting: 8 },
  /** Reads and formats a part of a file. */
  part: { perOwner: 1, total: 4 },
} as const satisfies Record<string, FairLimits>;

/** What a call costs, as its metadata declares; a call without a class is light. A subscription limits itself. */
export type CostClass = 'rows' | 'list' | 'file' | 'subscription';

/** Bounds what all calls of a process do at a time, by class; owners are accounts. */
export type CostLimits = Readonly<Record<keyof typeof LIMITS, FairLimit>>;

/** Creates the limits of a process. */
export function createCostLimits(): CostLimits {
  const { rows, list, upload, buffered, file, part } = LIMITS;
  return {
    rows: createFairLimit(rows),
    list: createFairLimit(list),
    upload: createFairLimit(upload),
    buffered: createFairLimit(buffered),
    file: createFairLimit(file),
    part: createFairLimit(part),
  };
}
