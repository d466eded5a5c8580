import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { Recipient } from '#server/providers/mail/email-template.ts';

/** The credits ledger, for charging and releasing what campaigns hold. Commands are repeatable by their key (design §3). */
export interface HeldCredits {
  execute(
    streamId: string,
    command:
      | { type: 'deduct'; key: string; campaignId: string; calls: number }
      | { type: 'release'; key: string; campaignId: string; calls: number | 'rest'; reason: string },
  ): Promise<{ ok: true; event: { amount: number } } | { ok: false; refusal: { type: string } }>;
  /** What can be spent now, in credits. */
  balance(streamId: string): Promise<{ available: number }>;
  /** The event that was recorded under a key. */
  find(streamId: string, key: string): Promise<{ amount: number } | undefined>;
  /** What a campaign still holds, in credits. */
  campaignHold(streamId: string, campaignId: string): Promise<{ held: number }>;
}

/** A campaign as the drop engine needs it. */
export interface RunnableCampaign {
  id: string;
  userId: string;
  streamId: string;
  name: string;
  /** `Deleting`: nobody new is called, what the carrier has is still settled. */
  status: CampaignStatus | 'Deleting';
  /** Counts the times its calls were begun: 1, then one more with each retry. */
  run: number;
  /** Counts the times it became Sending: a fault in an earlier run epoch pauses no later one. */
  runEpoch: number;
  /** Why the system paused it. */
  statusReason?: string | undefined;
  /** Since when the carrier has taken none of its calls. */
  carrierDownSince?: Date | undefined;
  /** The most calls a minute, where its owner wants fewer than the deployment allows. */
  dropsPerMinute?: number | null | undefined;
  message: string;
  providerVoiceId: string;
  total: number;
  /** Final calls that are settled. */
  delivered: number;
  failed: number;
  /** The number of the last settlement that is in the counters. */
  lastSettlement: number;
  /** Preparations that were given up; contacts they left behind are never called. */
  voidedPreparations: readonly string[];
}

/** What one settlement adds to a campaign's counters. */
export interface SettledCounts {
  /** The run of the calls. */
  run: number;
  delivered: number;
  /** Negative where calls that were counted as failed were delivered after all; so is `retryable`. */
  failed: number;
  /** Of the failed, those that may be called again; counted only while no later run has begun. */
  retryable: number;
  /** Credits deducted for the delivered. */
  deducted: number;
}

/** Campaigns as the drop engine uses them. Every change is a compare-and-set and repeatable (design §4). */
export interface CampaignRegister {
  /** `undefined` for what is unknown, in preparation or gone. */
  find(campaignId: string): Promise<RunnableCampaign | undefined>;
  /** Moves a scheduled campaign that is due to Sending; to Paused with a reason where it is overdue by a day. */
  startDue(campaignId: string): Promise<'Sending' | 'Paused' | undefined>;
  /** The scheduled campaigns that are due, without those that another process has reserved. */
  listDue(limit: number): Promise<string[]>;
  /** The campaigns with work for the engine: Sending, Deleting, and Paused ones that are not marked as quiet; none that another process has reserved. */
  listOpen(): Promise<string[]>;
  /** The campaigns that another process has reserved: no scan and no guess of ours may touch them. */
  listReserved(): Promise<string[]>;
  /** The campaigns that changed within so many milliseconds, by the database's clock; every settlement changes its campaign. */
  listChangedWithin(ms: number): Promise<string[]>;
  /** Adds settlement number `n`; does nothing where it is in the counters already. */
  countSettlement(campaignId: string, n: number, counts: SettledCounts): Promise<void>;
  /** Leaves a paused campaign out of `listOpen` until its status changes: no call of it is open or unsettled. */
  markQuiet(campaignId: string, runEpoch: number): Promise<void>;
  /** Sending to Paused with a reason, where it is still in that run epoch; false where somebody else was faster. */
  pause(campaignId: string, runEpoch: number, reason: string): Promise<boolean>;
  /** Notes that the carrier takes no call; answers since when, or `undefined` where the run epoch is over. */
  noteCarrierDown(campaignId: string, runEpoch: number): Promise<Date | undefined>;
  noteCarrierUp(campaignId: string): Promise<void>;
  /**
   * Paused to Sending where its owner paused it and every call is settled, so that it can be finished; answers it as it is
   * then, or `undefined` where that does not hold. One that the system paused waits for its owner, with the reason.
   */
  resumeToFinish(campaignId: string): Promise<RunnableCampaign | undefined>;
  /**
   * Sending to Success or Failed, once every call of the run is settled and its rest released, under the number of its
   * final settlement; false where it was done.
   */
  finish(
    campaignId: string,
    final: { run: number; n: number },
    status: 'Success' | 'Failed',
  ): Promise<boolean>;
  /** Final campaigns whose speech is to be erased by now, the longest due first. */
  listSpeechDue(limit: number): Promise<{ id: string; speechUntil: Date }[]>;
  /** Notes that the speech due at `speechUntil` is erased; nothing where the campaign has been sent again since. */
  speechErased(campaignId: string, speechUntil: Date): Promise<void>;
  /** Deleting to gone: only a tombstone stays. */
  bury(campaignId: string): Promise<void>;
}

/** The numbers that a user's campaigns never call. */
export interface DoNotCallList {
  /** Which of some numbers are on the user's list; one look at an index. */
  among(userId: string, phones: readonly string[]): Promise<ReadonlySet<string>>;
  /** Puts reported numbers on the list, durably and repeatably. */
  addReported(report: { userId: string; campaignName: string; phones: readonly string[] }): Promise<void>;
}

/** What a campaign's owner is to be told by mail: that it finished, or was paused by the system. */
export interface DueNotice {
  /** The same however often the mail is tried. */
  id: string;
  campaignId: string;
  userId: string;
  streamId: string;
  name: string;
  kind: 'finished' | 'paused';
  reason?: string | undefined;
  /** The figures of that moment; credits charged, and released or still on hold. */
  delivered: number;
  total: number;
  charged: number;
  rest: number;
  since: Date;
  /** How often it was taken, this time included. */
  tries: number;
}

/** The notices that wait to be sent. */
export interface Notices {
  /** The campaigns with a notice that is due. */
  listDue(now: Date, limit: number): Promise<string[]>;
  /** Takes a due notice, for one of those who ask; unless it is settled until then, it is due again at `until`. */
  take(campaignId: string, now: Date, until: Date): Promise<DueNotice | undefined>;
  postpone(notice: DueNotice, dueAt: Date): Promise<void>;
  close(notice: DueNotice): Promise<void>;
}

/** The owners of campaigns, as they are written to. */
export interface Owners {
  byUid(uid: string): Promise<Recipient | undefined>;
}

/**
 * Starts work on a free worker within milliseconds, or at a time. Work that is asked for twice may run twice, even at
 * once: every handler can (design §4).
 */
export interface DropJobs {
  /** Places what is pending of a campaign that has begun to be sent, or goes on after a pause. */
  run(campaignId: string): Promise<void>;
  /** The same, asked for by a run that ends for now; unless one is waiting already. */
  continueRun(campaignId: string, at?: Date): Promise<void>;
  /** The same, unless a worker is at it or about to be. */
  ensureRunning(campaignId: string): Promise<void>;
  /** Starts a scheduled campaign; the latest time given counts. */
  startAt(campaignId: string, at: Date): Promise<void>;
  /** Gives up on overdue reports, settles, finishes. */
  settle(campaignId: string, at?: Date): Promise<void>;
  /** Removes the settlements of a campaign that wait for a later time. */
  cancelSettle(campaignId: string): Promise<void>;
  /** Tells a campaign's owner what there is to be told. */
  notify(campaignId: string): Promise<void>;
}

/** What a running job knows of the worker it runs on. */
export interface JobControl {
  /** Aborted when the worker is to stop, or has lost the job: finish what is in hand and return. */
  signal: AbortSignal;
  /** Shows that the job is alive; call it at least every few seconds. Rejects where another worker has taken the job over. */
  heartbeat(): Promise<void>;
}
