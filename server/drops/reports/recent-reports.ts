import type { DropReport } from '#server/providers/carrier/port.ts';

/** A few minutes of reports at full load, in a few megabytes. */
const MAX_SIZE = 20_000;

/**
 * A cache of the latest stored reports. The carrier reports most outcomes twice, and the second report names only a
 * number, which is expensive to match. Evicted reports are matched.
 */
export class RecentReports {
  readonly #keys = new Set<string>();
  readonly #maxSize: number;

  constructor(maxSize = MAX_SIZE) {
    this.#maxSize = maxSize;
  }

  /** Adds a report that is durably stored. */
  add(report: DropReport): void {
    const key = keyOf(report);
    if (key === undefined) return;
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (oldest !== undefined && this.#keys.size > this.#maxSize) this.#keys.delete(oldest);
  }

  /** Returns whether a report repeats a cached one. */
  has(report: DropReport): boolean {
    const key = keyOf(report);
    return key !== undefined && this.#keys.has(key);
  }
}

/** Returns all that determines the effect of a report; `undefined` if it does not name its call. */
function keyOf({ callId, to, outcome, code, doNotCall }: DropReport): string | undefined {
  return callId && JSON.stringify([callId, to, outcome, code, doNotCall]);
}
