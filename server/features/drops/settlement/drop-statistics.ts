import type { OwnValues } from '#shared/contacts/columns/own-columns.ts';
import type { CallReasonKey } from '#shared/call-reasons.ts';
import type { CallStatus } from '#shared/campaign-lifecycle.ts';
import type { CallFilter } from '#shared/schemas/campaigns/call-query.ts';
import type { CallEvidence } from '#shared/schemas/campaigns/campaign-contacts.ts';
import { callMatcher } from '#server/features/drops/call-lists/call-matcher.ts';
import { attemptsOf, type AttemptRecord } from '#server/features/drops/call-lists/present-attempts.ts';
import { presentContact, type ListedContact } from '#server/features/drops/contacts/present-contact.ts';
import { positionOf } from '#server/features/drops/contacts/seq-ranges.ts';
import type { ContactStore } from '#server/features/drops/contacts/contact-store.ts';
import type { CallLists, CallPageRequest } from '#server/features/drops/call-lists/call-lists.ts';
import type { CallsOf, Matching } from '#server/features/drops/call-lists/calls-of.ts';
import { addHours, type HourCounts, type ReasonCounts } from './call-counts.ts';
import { daySharesOf } from './day-shares.ts';
import { countOutcomes, type OutcomeRecords } from './count-outcomes.ts';
import type { RecountStore } from './recount-store.ts';
import type { SettlementStore } from './settlement-store.ts';
import type { DayCounterStore } from './day-counter-store.ts';

/** A user's calls that became final on one UTC day. */
export interface DayCounters {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  delivered: number;
  failed: number;
}

/** The call of one contact, as shown in the details table and the export. */
export interface CallRecord {
  /** The number of the contact in the campaign. */
  number: number;
  /** RecommendedPhone, the dialled number. */
  phoneNumber: string;
  firstName: string;
  lastName: string;
  /** Empty if the contact list had none. */
  email: string;
  company: string;
  /** Its own columns that the campaign keeps, by name, without empty ones. */
  custom?: OwnValues | undefined;
  status: CallStatus;
  /** Why the call failed; absent otherwise. */
  reason?: string | undefined;
  /** The same as it is counted. */
  reasonKey: CallReasonKey | null;
  /** The last change of the call; absent before the first. */
  changedAt?: Date | undefined;
  /** When it was called and what allowed it; null before. */
  call: CallEvidence | null;
}

/** A page of calls, how many there are on all pages, and the cursor of the next page; null on the last. */
export interface CallRecordPage {
  calls: CallRecord[];
  matching: Matching;
  next: string | null;
}

/** The call of one contact in all runs. */
export interface SingleCall extends CallRecord {
  /** The position of the contact in the list, from 1. */
  position: number;
  /** The oldest first. */
  attempts: AttemptRecord[];
  /** The settlement that counted its result; unset before. */
  settlement?: number | undefined;
  /** Delivered after its hold was released, so that nothing is charged. */
  uncharged: boolean;
}

/** Calls for analytics: totals per day, and single calls in pages or batches. */
export interface DropStatistics {
  /** Returns a user's days from `from` to `to` (inclusive, `YYYY-MM-DD`); days without calls may be missing. */
  listDays(userId: string, from: string, to: string): Promise<DayCounters[]>;
  /** Returns a user's calls of these days (inclusive) by the hour of the week in which they were made. */
  sumHours(userId: string, from: string, to: string): Promise<HourCounts>;
  /** Returns the calls of a campaign by the hour of the week in which they were made, from its settlements. */
  campaignHours(campaignId: string): Promise<HourCounts>;
  /** See `count-outcomes.ts`. */
  countOutcomes(campaignId: string): Promise<ReasonCounts | undefined>;
  /** Returns a page of the calls of a campaign. Throws `AppError` INVALID_INPUT for a cursor of another list. */
  listCalls(calls: CallsOf, request: CallPageRequest): Promise<CallRecordPage>;
  /** Returns the call of the contact with a number; `undefined` if there is none. */
  findCall(calls: CallsOf, number: number): Promise<SingleCall | undefined>;
  /** Yields the calls of a campaign that a filter matches, by default all, in the order of the contact list, in batches. */
  streamCalls(campaignId: string, filter?: CallFilter): AsyncIterable<readonly CallRecord[]>;
}

export function createDropStatistics({
  contacts,
  callLists,
  days,
  campaigns,
  recounts,
  settlements,
}: {
  contacts: Pick<ContactStore, 'stream'>;
  callLists: CallLists;
  days: DayCounterStore;
  campaigns: OutcomeRecords;
  recounts: RecountStore;
  settlements: Pick<SettlementStore, 'find' | 'stream'>;
}): DropStatistics {
  return {
    listDays: (userId, from, to) => days.list(userId, from, to),
    async sumHours(userId, from, to) {
      const sum: HourCounts = {};
      for (const hours of await days.listHours(userId, from, to)) addHours(sum, hours);
      return sum;
    },
    async campaignHours(campaignId) {
      const sum: HourCounts = {};
      for await (const settlement of settlements.stream(campaignId))
        for (const { hours } of daySharesOf(settlement)) addHours(sum, hours);
      return sum;
    },
    countOutcomes: (campaignId) => countOutcomes({ campaigns, recounts }, campaignId),
    async listCalls(calls, request) {
      const { contacts: page, matching, next } = await callLists.page(calls, request);
      return { calls: page.map(callRecord), matching, next };
    },
    async findCall(calls, number) {
      const row = await callLists.call(calls.id, number);
      if (row === undefined) return undefined;
      // A late success still has the settlement that counted it as failed, until it is settled again.
      const settlement = row.unsettled === true ? undefined : row.settlement;
      const counted = settlement === undefined ? undefined : await settlements.find(calls.id, settlement);
      const attempts = attemptsOf(row);
      return {
        ...callRecord(presentContact(row)),
        position: positionOf(number, calls),
        attempts,
        settlement,
        uncharged: counted?.uncharged === true,
      };
    },
    async *streamCalls(campaignId, filter = {}) {
      const matches = callMatcher(filter);
      for await (const batch of contacts.stream(campaignId)) yield batch.filter(matches).map(callRecord);
    },
  };
}

function callRecord(contact: ListedContact): CallRecord {
  return {
    number: contact.number,
    phoneNumber: contact.recommended_phone,
    firstName: contact.first_name,
    lastName: contact.last_name,
    email: contact.email,
    company: contact.company_name,
    custom: contact.custom,
    status: contact.status,
    reason: contact.reason ?? undefined,
    reasonKey: contact.reason_code,
    changedAt: contact.date === null ? undefined : new Date(contact.date),
    call: contact.call,
  };
}
