import type { Contact } from '#shared/contacts/contact-list.ts';
import type { PriceLot, Quote } from '#shared/plans.ts';
import type { ContactView } from '#shared/schemas/campaigns.ts';

/** Why credits could not be held. */
export type HoldRefusal =
  | { type: 'InsufficientCredits'; needed: number; available: number }
  | { type: 'NoActivePlan' }
  | { type: 'InDebt'; debt: number }
  | { type: 'ExceedsHold' }
  | { type: 'KeyConflict' };

/** The part of a credit event that holds use; `amount` and `balance` in credits. */
export interface HoldEvent {
  type: string;
  amount: number;
  balance: { available: number };
  lots?: readonly PriceLot[] | undefined;
}

/** The credits ledger, for holds. Commands are idempotent by their key. */
export interface CreditHolds {
  execute(
    streamId: string,
    command:
      | { type: 'hold'; key: string; campaignId: string; calls: number }
      | { type: 'void-hold'; key: string; campaignId: string },
  ): Promise<{ ok: true; event: HoldEvent } | { ok: false; refusal: HoldRefusal }>;
  /** Returns the event with a key. */
  find(streamId: string, key: string): Promise<HoldEvent | undefined>;
  balance(streamId: string): Promise<{ available: number }>;
  /** Returns the price a hold would have now, in the current period; `undefined` before the first grant. */
  quote(
    streamId: string,
    calls: number,
  ): Promise<(Quote & { available: number; periodStart: Date }) | undefined>;
}

/** A voice that a campaign can use. */
export interface CampaignVoice {
  id: string;
  title: string;
  /** Its id at the speech provider. */
  providerVoiceId: string;
}

/** Reads voices; `undefined` means unknown, 'foreign' means owned by another user. */
export interface CampaignVoices {
  /** Returns who owns a voice, without cloning it. */
  ownership(uid: string, voiceId: string): Promise<'own' | 'foreign' | undefined>;
  /** Returns a usable voice; its first use clones it at the speech provider. */
  find(uid: string, voiceId: string): Promise<CampaignVoice | 'foreign' | undefined>;
}

/** Starting a campaign requires an active subscription. */
export interface Subscriptions {
  isSubscribed(uid: string): Promise<boolean>;
  /** Returns the start of the current billing period, paid or not; `undefined` without an active subscription. */
  periodStartOf(uid: string): Promise<Date | undefined>;
}

/** Contacts to store: `contacts[i]` gets number `firstSeq + i`. */
export interface ContactBatch {
  campaignId: string;
  /** The preparation that stores them; undoing it removes them again. */
  preparationId: string;
  run: number;
  firstSeq: number;
  /** False for the preparation that created the campaign. */
  later: boolean;
  contacts: readonly Contact[];
}

/** PhoneNumber of a contact as normalized by `listedNumber`, and RecommendedPhone, which is dialled. */
export interface ContactNumbers {
  listed: string;
  dialled: string;
}

/** A range of contact numbers, both ends included. */
export interface SeqRange {
  from: number;
  to: number;
}

/** The contact count of a campaign and the numbers that no contact has. */
export interface ContactNumbering {
  id: string;
  total: number;
  unusedSeqs?: readonly SeqRange[] | undefined;
}

/** The contacts of campaigns and their calls; implemented by drops. */
export interface CampaignContacts {
  insert(batch: ContactBatch): Promise<void>;
  /** Undoes an addition or a retry: removes the contacts it stored, fails those it put back to pending. */
  undoPreparation(campaignId: string, preparationId: string): Promise<void>;
  /** Returns the numbers of contacts that match any of `numbers`; the result may contain further contacts. */
  knownNumbers(campaignId: string, numbers: readonly ContactNumbers[]): Promise<ContactNumbers[]>;
  /** Returns `limit` contacts after the first `offset`, in the order of the contact list. */
  page(list: ContactNumbering, offset: number, limit: number): Promise<ContactView[]>;
  /** Yields all contacts in that order, in batches. */
  stream(campaignId: string): AsyncIterable<readonly ContactView[]>;
  /**
   * Puts retryable failed contacts back to pending in `run`, except numbers on the user's do-not-call list. Returns
   * how many contacts the preparation has. Calls `heartbeat` after each batch.
   */
  requeueFailed(
    requeue: { campaignId: string; userId: string; preparationId: string; run: number },
    heartbeat: () => Promise<void>,
  ): Promise<number>;
  /** Deletes all contacts of a campaign. */
  erase(campaignId: string): Promise<void>;
}

/** The drop engine. */
export interface DropEngine {
  /** Enqueues a job that calls the contacts of a campaign that is Sending. */
  run(campaignId: string): Promise<void>;
  /** The same, unless a job of the campaign is running or queued. */
  ensureRunning(campaignId: string): Promise<void>;
  /** Schedules the job; replaces an earlier schedule. */
  runAt(campaignId: string, at: Date): Promise<void>;
  /**
   * Withdraws a campaign that is Deleting: cancels pending contacts and returns the credits released for them. Calls
   * that the carrier already has are settled later; then all contacts are erased.
   */
  withdraw(campaignId: string): Promise<number>;
}
