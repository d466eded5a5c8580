import type { Logger } from '#server/platform/lib/log.ts';
import type { CallStore } from '#server/features/drops/contacts/call-store.ts';
import type { RunStore } from '#server/features/campaigns/api.ts';
import type { DropJobs } from '#server/features/drops/api.ts';

/** Delay per contact of a small campaign, whose reports come in quickly. */
const WAIT_PER_CONTACT_MS = 5;
const MIN_WAIT_MS = 200;
/** Calls in a full settlement. */
const FULL_SETTLEMENT = 1_000;
/** Debounce of the check whether any call is outstanding. */
const CHECK_DELAY_MS = 50;

interface SchedulerDeps {
  calls: CallStore;
  campaigns: RunStore;
  jobs: DropJobs;
  log: Logger;
  /** Maximum delay. */
  settleAfterMs: number;
}

interface PendingReports {
  reports: number;
  timer?: NodeJS.Timeout;
  checkTimer?: NodeJS.Timeout | undefined;
}

/**
 * Schedules settlements as reports come in: at 1,000 reports, when no call is outstanding, or after a delay that is
 * shorter for small campaigns. Reports lost in a crash are found by the scan.
 */
export class SettlementScheduler {
  readonly #deps: SchedulerDeps;
  readonly #pending = new Map<string, PendingReports>();

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
  }

  /** Counts reports that were stored. */
  note(campaignId: string, reports: number): void {
    const pending = this.#pending.get(campaignId) ?? this.#startPending(campaignId);
    pending.reports += reports;
    if (pending.reports >= FULL_SETTLEMENT) this.#settle(campaignId);
    else this.#scheduleCheck(campaignId, pending);
  }

  /** Schedules all pending settlements at once. */
  stop(): void {
    for (const campaignId of this.#pending.keys()) this.#settle(campaignId);
  }

  #startPending(campaignId: string): PendingReports {
    const pending: PendingReports = { reports: 0 };
    this.#pending.set(campaignId, pending);
    this.#logFailure(campaignId, this.#setTimer(campaignId, pending));
    return pending;
  }

  async #setTimer(campaignId: string, pending: PendingReports): Promise<void> {
    const contacts = (await this.#deps.campaigns.find(campaignId))?.total ?? 0;
    if (this.#pending.get(campaignId) !== pending) return;
    const wait = Math.min(this.#deps.settleAfterMs, Math.max(MIN_WAIT_MS, contacts * WAIT_PER_CONTACT_MS));
    pending.timer = setTimeout(() => {
      this.#settle(campaignId);
    }, wait);
  }

  #scheduleCheck(campaignId: string, pending: PendingReports): void {
    pending.checkTimer ??= setTimeout(() => {
      pending.checkTimer = undefined;
      this.#logFailure(campaignId, this.#settleWhenComplete(campaignId));
    }, CHECK_DELAY_MS);
  }

  async #settleWhenComplete(campaignId: string): Promise<void> {
    if (!(await this.#deps.calls.has(campaignId, ['pending', 'claimed', 'placed']))) this.#settle(campaignId);
  }

  #settle(campaignId: string): void {
    const pending = this.#pending.get(campaignId);
    if (pending === undefined) return;
    clearTimeout(pending.timer);
    clearTimeout(pending.checkTimer);
    this.#pending.delete(campaignId);
    this.#logFailure(campaignId, this.#deps.jobs.settle(campaignId));
  }

  #logFailure(campaignId: string, work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#deps.log.warn({ err: error, campaignId }, 'a settlement could not be scheduled');
    });
  }
}
