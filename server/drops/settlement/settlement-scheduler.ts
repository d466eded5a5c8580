import type { Logger } from '#server/lib/log.ts';
import type { CallStore } from '#server/drops/contacts/call-store.ts';
import type { CampaignRegister, DropJobs } from '#server/drops/ports.ts';

/** Reports of a small campaign wait this long for others, per contact of it. */
const WAIT_PER_CONTACT_MS = 5;
const MIN_WAIT_MS = 200;
/** With so many reports there is a full settlement. */
const FULL_SETTLEMENT = 1_000;
/** How long reports that come close together wait for one look at whether they were the last. */
const LOOK_MS = 50;

interface SettleSoonDeps {
  calls: CallStore;
  campaigns: CampaignRegister;
  jobs: DropJobs;
  log: Logger;
  /** The longest wait. */
  settleAfterMs: number;
}

interface PendingReports {
  reports: number;
  timer?: NodeJS.Timeout;
  look?: NodeJS.Timeout | undefined;
}

/**
 * Asks for settlements as reports come in: at 1,000 reports, when nothing is outstanding any more, and otherwise after
 * a while, sooner where the campaign is small (design §4). What is forgotten when the process dies, the scan finds.
 */
export class SettlementScheduler {
  readonly #deps: SettleSoonDeps;
  readonly #pending = new Map<string, PendingReports>();

  constructor(deps: SettleSoonDeps) {
    this.#deps = deps;
  }

  /** Notes that reports of a campaign were stored. */
  note(campaignId: string, reports: number): void {
    const pending = this.#pending.get(campaignId) ?? this.#begin(campaignId);
    pending.reports += reports;
    if (pending.reports >= FULL_SETTLEMENT) this.#settle(campaignId);
    else this.#scheduleCheck(campaignId, pending);
  }

  /** Asks at once for everything that is still waiting. */
  stop(): void {
    for (const campaignId of this.#pending.keys()) this.#settle(campaignId);
  }

  #begin(campaignId: string): PendingReports {
    const pending: PendingReports = { reports: 0 };
    this.#pending.set(campaignId, pending);
    this.#quietly(campaignId, this.#setTimer(campaignId, pending));
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
    pending.look ??= setTimeout(() => {
      pending.look = undefined;
      this.#quietly(campaignId, this.#settleWhenComplete(campaignId));
    }, LOOK_MS);
  }

  async #settleWhenComplete(campaignId: string): Promise<void> {
    if (!(await this.#deps.calls.has(campaignId, ['pending', 'claimed', 'placed']))) this.#settle(campaignId);
  }

  #settle(campaignId: string): void {
    const pending = this.#pending.get(campaignId);
    if (pending === undefined) return;
    clearTimeout(pending.timer);
    clearTimeout(pending.look);
    this.#pending.delete(campaignId);
    this.#quietly(campaignId, this.#deps.jobs.settle(campaignId));
  }

  #quietly(campaignId: string, work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#deps.log.warn({ err: error, campaignId }, 'a settlement could not be asked for');
    });
  }
}
