import type { JobControl } from '#server/platform/work/job-control.ts';
export type { CampaignContacts } from './contacts/campaign-contacts.ts';
export type { ListedContact } from './contacts/present-contact.ts';
export type { NumberCall, NumberHistoryStore } from './contacts/number-history-store.ts';
export type { ContactNumbers } from './contacts/contact-store.ts';
export type { SeqRange } from './contacts/seq-ranges.ts';
export type { SpokenTexts } from './speech/spoken-texts.ts';
export type { HourCounts, ReasonCounts } from './settlement/call-counts.ts';
export type { CallRecord, DayCounters, DropStatistics, SingleCall } from './settlement/drop-statistics.ts';

/**
 * Schedules jobs, at once or for a given time. A job scheduled twice may run twice, even concurrently: every handler
 * is idempotent.
 */
export interface DropJobs {
  /** Places the pending calls of a campaign that has become Sending. */
  run(campaignId: string): Promise<void>;
  /** The same, requested by a run that ends for now; unless one is queued for that time or an earlier one. */
  continueRun(campaignId: string, at?: Date): Promise<void>;
  /** The same, unless a run is queued or active. */
  ensureRunning(campaignId: string): Promise<void>;
  /** Starts a scheduled campaign; the latest time given applies. */
  startAt(campaignId: string, at: Date): Promise<void>;
  /** Fails overdue calls, settles and finishes. */
  settle(campaignId: string, at?: Date): Promise<void>;
  /** Removes the settlements of a campaign that are scheduled for later. */
  cancelSettle(campaignId: string): Promise<void>;
  /** Sends the due mail to the owner of a campaign. */
  notify(campaignId: string): Promise<void>;
}

/** The jobs that changes of a campaign enqueue. */
export type CampaignJobs = Pick<DropJobs, 'run' | 'ensureRunning' | 'startAt' | 'settle'>;

/**
 * Withdraws a campaign that is Deleting: cancels pending contacts and returns the credits released for them. Calls
 * that the carrier already has are settled later; then all contacts are erased.
 */
export type CancelCalls = (campaignId: string) => Promise<number>;

/** Settles a campaign that is Deleting and erases its contacts, unless a call is still at the carrier. Repeatable. */
export type EraseCampaign = (campaignId: string) => Promise<void>;

/**
 * Erases the contacts of a final campaign that cannot be retried any more; its counters stay. Returns false while some are
 * left; call it again then. Repeatable.
 */
export type EraseContacts = (campaignId: string, control: JobControl) => Promise<boolean>;

/** Erases the settlements of deleted campaigns, and the day counters of their user. Repeatable. */
export type EraseCounts = (userId: string, campaignIds: readonly string[]) => Promise<void>;

/** The use cases behind the jobs. Each tolerates repeated and concurrent execution. */
export interface DropHandlers {
  /** Starts a due campaign and queues its run. */
  startCampaign(campaignId: string): Promise<void>;
  runCampaign(campaignId: string, control: JobControl): Promise<void>;
  settleCampaign(campaignId: string, control?: JobControl): Promise<void>;
  notifyOwner(campaignId: string): Promise<void>;
  /** Enqueues work whose jobs were lost. */
  scan(control?: JobControl): Promise<void>;
  /** Deletes expired data. */
  cleanUp(control: JobControl): Promise<void>;
}
