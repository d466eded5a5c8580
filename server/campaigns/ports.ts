import type { Contact } from '#shared/contacts/contact-list.ts';
import type { PriceLot, Quote } from '#shared/pricing.ts';
import type { ContactView } from '#shared/schemas/campaigns.ts';

/** Why credits could not be held. */
export type HoldRefusal =
  | { type: 'InsufficientCredits'; needed: number; available: number }
  | { type: 'NoActivePlan' }
  | { type: 'InDebt'; debt: number }
  | { type: 'ExceedsHold' }
  | { type: 'KeyConflict' };

/** A credit event as far as holds need it; `amount` and `balance` in credits. */
export interface HoldEvent {
  type: string;
  amount: number;
  balance: { available: number };
  lots?: readonly PriceLot[] | undefined;
}

/** The credits ledger, for holds. Commands are repeatable by their key (design §3). */
export interface CreditHolds {
  execute(
    streamId: string,
    command:
      | { type: 'hold'; key: string; campaignId: string; calls: number }
      | { type: 'void-hold'; key: string; campaignId: string },
  ): Promise<{ ok: true; event: HoldEvent } | { ok: false; refusal: HoldRefusal }>;
  /** The event under a key, if there is one. */
  find(streamId: string, key: string): Promise<HoldEvent | undefined>;
  balance(streamId: string): Promise<{ available: number }>;
  /** Prices calls as a hold would, now, in the period that the last grant opened; `undefined` before the first. */
  quote(
    streamId: string,
    calls: number,
  ): Promise<(Quote & { available: number; periodStart: Date }) | undefined>;
}

/** A voice as a campaign needs it. */
export interface CampaignVoice {
  id: string;
  title: string;
  /** What the carrier and the speech provider call it. */
  providerVoiceId: string;
}

/** Finds a user's voices; `undefined` for what does not exist. */
export interface CampaignVoices {
  /** Whose voice it is. Costs nothing: the voice is not cloned. */
  ownership(uid: string, voiceId: string): Promise<'own' | 'foreign' | undefined>;
  /** The voice ready to speak; its first use clones it at the speech provider. */
  find(uid: string, voiceId: string): Promise<CampaignVoice | 'foreign' | undefined>;
}

/** Starting a campaign needs an active subscription (B §6). */
export interface Subscriptions {
  isSubscribed(uid: string): Promise<boolean>;
  /** When the billing period that runs now began, paid or not; `undefined` without an active subscription. */
  periodStartOf(uid: string): Promise<Date | undefined>;
}

/** Contacts to store: `contacts[i]` becomes number `firstSeq + i` of the campaign. */
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

/** The two numbers of a contact: PhoneNumber, as `listedNumber` reads it, and the one that is dialled. */
export interface ContactNumbers {
  listed: string;
  dialled: string;
}

/** Numbers of contacts in their campaign, both ends included. */
export interface SeqRange {
  from: number;
  to: number;
}

/** How the contacts of a campaign are numbered: how many there are, and which numbers none of them has. */
export interface ContactNumbering {
  id: string;
  total: number;
  unusedSeqs?: readonly SeqRange[] | undefined;
}

/** The contacts of campaigns with their calls, as their owner (drops) offers them. */
export interface CampaignContacts {
  insert(batch: ContactBatch): Promise<void>;
  /** Undoes an addition or a retry: contacts it stored are removed, contacts it put back to pending are failed again. */
  undoPreparation(campaignId: string, preparationId: string): Promise<void>;
  /** The numbers of the campaign's contacts that share one of some numbers, and perhaps of others. */
  knownNumbers(campaignId: string, numbers: readonly ContactNumbers[]): Promise<ContactNumbers[]>;
  /** Returns `limit` contacts after the first `offset`, in the order of the contact list. */
  page(list: ContactNumbering, offset: number, limit: number): Promise<ContactView[]>;
  /** All of them in that order, in batches. */
  stream(campaignId: string): AsyncIterable<readonly ContactView[]>;
  /**
   * Puts the failed contacts that may be called again back to pending, in `run`; returns how many contacts the preparation has. Tells
   * `heartbeat` now and then. Numbers on the user's do-not-call list may not be called again.
   */
  requeueFailed(
    requeue: { campaignId: string; userId: string; preparationId: string; run: number },
    heartbeat: () => Promise<void>,
  ): Promise<number>;
  /** Forgets all contacts of a campaign. */
  erase(campaignId: string): Promise<void>;
}

/** The drop engine, as campaigns see it. */
export interface DropEngine {
  /** Begins or goes on calling a campaign that is Sending, on whichever worker is free. */
  run(campaignId: string): Promise<void>;
  /** The same, where no worker is at it or about to be. */
  ensureRunning(campaignId: string): Promise<void>;
  /** Begins at a time; the latest call counts. */
  runAt(campaignId: string, at: Date): Promise<void>;
  /**
   * Withdraws a campaign that is Deleting: pending contacts are not called any more and what they held is released.
   * Answers the credits released now. What the carrier already has is settled later, then all is erased (design §4).
   */
  withdraw(campaignId: string): Promise<number>;
}
