import type { FinalCalls, ProgressStore } from '#server/features/campaigns/api.ts';
import type { EndedCalls } from '#server/features/drops/contacts/call-result-store.ts';
import type { Logger } from '#server/platform/lib/log.ts';

/** Half of how often live progress is polled, so that each poll finds a newer count. */
const WRITE_EVERY_MS = 500;

interface ProgressCounterDeps {
  progress: Pick<ProgressStore, 'add'>;
  log: Logger;
}

/** The calls of one run that are not written yet. */
interface Unwritten extends FinalCalls {
  campaignId: string;
  run: number;
  timer: NodeJS.Timeout;
}

/**
 * Counts the calls that become final and adds them to their campaigns, at most twice a second each. A crash or a failed
 * write loses some: the settled counters catch up (`decisions/0012-live-progress-counters.md`).
 */
export class ProgressCounter {
  readonly #deps: ProgressCounterDeps;
  readonly #unwritten = new Map<string, Unwritten>();

  constructor(deps: ProgressCounterDeps) {
    this.#deps = deps;
  }

  /** Counts calls that have become final in the database. */
  note({ campaignId, run, status, calls }: Omit<EndedCalls, 'code' | 'reason'>): void {
    const key = `${campaignId} ${String(run)}`;
    const known = this.#unwritten.get(key) ?? this.#begin(key, { campaignId, run });
    known[status === 'success' ? 'delivered' : 'failed'] += calls;
  }

  /** Writes all counts now. */
  flush(): void {
    for (const key of [...this.#unwritten.keys()]) this.#write(key);
  }

  #begin(key: string, of: Pick<Unwritten, 'campaignId' | 'run'>): Unwritten {
    const timer = setTimeout(() => {
      this.#write(key);
    }, WRITE_EVERY_MS).unref();
    const begun = { ...of, delivered: 0, failed: 0, timer };
    this.#unwritten.set(key, begun);
    return begun;
  }

  #write(key: string): void {
    const counted = this.#unwritten.get(key);
    if (counted === undefined) return;
    clearTimeout(counted.timer);
    this.#unwritten.delete(key);
    const { campaignId, run, delivered, failed } = counted;
    this.#deps.progress.add(campaignId, run, { delivered, failed }).catch((error: unknown) => {
      // Not repeated: the write may have been made, and a call must not be counted twice.
      this.#deps.log.warn({ err: error, campaignId }, 'the live progress of a campaign was not counted');
    });
  }
}
