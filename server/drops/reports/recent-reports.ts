import type { DropReport } from '#server/providers/carrier/port.ts';

/** Some minutes of a busy carrier's reports, in a few megabytes. */
const MOST = 20_000;

/**
 * The latest reports that are stored. The carrier tells most outcomes twice, and the second time names only a number,
 * which is dear to look up: what this process has just stored needs no look. Whatever is forgotten is looked up.
 */
export class RecentReports {
  readonly #told = new Set<string>();
  readonly #most: number;

  constructor(most = MOST) {
    this.#most = most;
  }

  /** Remembers a report that is durably stored. */
  add(report: DropReport): void {
    const key = keyOf(report);
    if (key === undefined) return;
    this.#told.add(key);
    const [oldest] = this.#told;
    if (oldest !== undefined && this.#told.size > this.#most) this.#told.delete(oldest);
  }

  /** Whether a report says of a call what another has said of it. */
  has(report: DropReport): boolean {
    const key = keyOf(report);
    return key !== undefined && this.#told.has(key);
  }
}

/** All that changes what a report does; two with the same code mean the same. */
function keyOf({ callId, to, outcome, code, doNotCall }: DropReport): string | undefined {
  return callId && JSON.stringify([callId, to, outcome, code, doNotCall]);
}
