import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { Recipient } from '#server/providers/mail/email-template.ts';

/** The credits ledger, to charge and release the holds of campaigns. Commands are idempotent by their key. */
export interface HeldCredits {
  execute(
    streamId: string,
    command:
      | { type: 'deduct'; key: string; campaignId: string; calls: number }
      | { type: 'release'; key: string; campaignId: string; calls: number | 'rest'; reason: string },
  ): Promise<{ ok: true; event: { amount: number } } | { ok: false; refusal: { type: string } }>;
  /** Spendable credits. */
  balance(streamId: string): Promise<{ available: number }>;
  /** Returns the event that was recorded under a key. */
  find(streamId: string, key: string): Promise<{ amount: number } | undefined>;
  /** Returns the credits that a campaign still holds. */
  campaignHold(streamId: string, campaignId: string): Promise<{ held: number }>;
}

/** A campaign as the drop engine needs it. */
export interface RunnableCampaign {
  id: string;
  userId: string;
  streamId: string;
  name: string;
  /** `Deleting`: no further calls are placed; calls at the carrier are still settled. */
  status: CampaignStatus | 'Deleting';
  /** Number of the run: 1, plus one for each retry. */
  run: number;
  /** How often it became Sending: a fault of an earlier run epoch does not pause a later one. */
  runEpoch: number;
  /** Why the system paused it. */
  statusReason?: string | undefined;
  /** Since when the carrier has accepted none of its calls. */
  carrierDownSince?: Date | undefined;
  /** Maximum calls per minute, if its owner set a lower rate than the deployment allows. */
  dropsPerMinute?: number | null | undefined;
  message: string;
  providerVoiceId: string;
  total: number;
  /** Settled calls. */
  delivered: number;
  failed: number;
  /** Number of the last settlement in the counters. */
  lastSettlement: number;
  /** Preparations that were abandoned; their remaining contacts are never called. */
  voidedPreparations: readonly string[];
}

/** The counts that one settlement adds to a campaign. */
export interface SettledCounts {
  /** The run of the calls. */
  run: number;
  delivered: number;
  /** Negative for late successes of calls that were counted as failed, like `retryable`. */
  failed: number;
  /** Retryable calls among the failed; counted only while no later run has begun. */
  retryable: number;
  /** Credits deducted for the delivered calls. */
  deducted: number;
}

/** Campaigns as the drop engine uses them. Every change is an idempotent compare-and-set. */
export interface CampaignRegister {
  /** Returns `undefined` for a campaign that is unknown, in preparation or erased. */
  find(campaignId: string): Promise<RunnableCampaign | undefined>;
  /** Moves a due campaign to Sending; to Paused with a reason if it is overdue by a day. */
  startDue(campaignId: string): Promise<'Sending' | 'Paused' | undefined>;
  /** Returns due scheduled campaigns, except those that another process has reserved. */
  listDue(limit: number): Promise<string[]>;
  /**
   * Returns campaigns with work for the engine: Sending, Deleting, and Paused ones that are not quiet; none that
   * another process has reserved.
   */
  listOpen(): Promise<string[]>;
  /** Returns the campaigns that another process has reserved: scans and matching by number must skip them. */
  listReserved(): Promise<string[]>;
  /**
   * Returns campaigns that changed within so many milliseconds, by the clock of the database; every settlement
   * changes its campaign.
   */
  listChangedWithin(ms: number): Promise<string[]>;
  /** Adds settlement number `n` to the counters, unless it is in them already. */
  countSettlement(campaignId: string, n: number, counts: SettledCounts): Promise<void>;
  /** Excludes a paused campaign from `listOpen` until its status changes: it has no open or unsettled call. */
  markQuiet(campaignId: string, runEpoch: number): Promise<void>;
  /** Sending to Paused with a reason, within that run epoch. Returns false if another worker was faster. */
  pause(campaignId: string, runEpoch: number, reason: string): Promise<boolean>;
  /** Records that the carrier accepts no calls. Returns since when, or `undefined` if the run epoch is over. */
  recordCarrierDown(campaignId: string, runEpoch: number): Promise<Date | undefined>;
  clearCarrierDown(campaignId: string): Promise<void>;
  /**
   * Paused to Sending, if its owner paused it and every call is settled, so that it can be finished. Returns the
   * resumed campaign, else `undefined`. A campaign that the system paused waits for its owner.
   */
  resumeToFinish(campaignId: string): Promise<RunnableCampaign | undefined>;
  /**
   * Sending to Success or Failed under the number of the final settlement, once every call of the run is settled and
   * the rest of its hold released. Returns false if it was finished already.
   */
  finish(
    campaignId: string,
    final: { run: number; n: number },
    status: 'Success' | 'Failed',
  ): Promise<boolean>;
  /** Returns final campaigns whose speech is due to be erased, longest due first. */
  listSpeechDue(limit: number): Promise<{ id: string; speechUntil: Date }[]>;
  /**
   * Records that the speech due at `speechUntil` is erased; does nothing if the campaign has been sent again since.
   */
  clearSpeechDue(campaignId: string, speechUntil: Date): Promise<void>;
  /** Deleting to Deleted: only a tombstone remains. */
  markDeleted(campaignId: string): Promise<void>;
}

/** Numbers that a user's campaigns never call. */
export interface DoNotCallList {
  /** Returns which of these numbers are on the list; one index lookup. */
  among(userId: string, phones: readonly string[]): Promise<ReadonlySet<string>>;
  /** Adds reported numbers to the list, durably and idempotently. */
  addReported(report: { userId: string; campaignName: string; phones: readonly string[] }): Promise<void>;
}

/** A mail to the owner of a campaign: it has finished, or the system paused it. */
export interface DueNotice {
  /** Message id, the same for every attempt. */
  id: string;
  campaignId: string;
  userId: string;
  streamId: string;
  name: string;
  kind: 'finished' | 'paused';
  reason?: string | undefined;
  /** Counts of that moment; credits charged, and released or still on hold. */
  delivered: number;
  total: number;
  charged: number;
  rest: number;
  since: Date;
  /** Attempts so far, this one included. */
  tries: number;
}

/** Notices that wait to be sent. */
export interface Notices {
  /** Returns the campaigns with a due notice. */
  listDue(now: Date, limit: number): Promise<string[]>;
  /** Claims a due notice for one caller; unless closed it is due again at `until`. */
  claim(campaignId: string, now: Date, until: Date): Promise<DueNotice | undefined>;
  postpone(notice: DueNotice, dueAt: Date): Promise<void>;
  close(notice: DueNotice): Promise<void>;
}

/** Owners of campaigns, as mail recipients. */
export interface Owners {
  byUid(uid: string): Promise<Recipient | undefined>;
}

/**
 * Schedules jobs, at once or for a given time. A job scheduled twice may run twice, even concurrently: every handler
 * is idempotent.
 */
export interface DropJobs {
  /** Places the pending calls of a campaign that has become Sending. */
  run(campaignId: string): Promise<void>;
  /** The same, requested by a run that ends for now; unless one is queued already. */
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

/** Control of a running job. */
export interface JobControl {
  /** Aborted when the worker stops or has lost the job: finish the current work and return. */
  signal: AbortSignal;
  /** Extends the lock of the job; call it every few seconds. Rejects if another worker has acquired the job. */
  heartbeat(): Promise<void>;
}
