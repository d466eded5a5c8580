import type { CallStatus } from '#shared/campaign-lifecycle.ts';
import type { ContactView } from '#shared/schemas/campaigns.ts';
import type { ContactStore } from '#server/drops/contacts/contact-store.ts';
import type { ContactNumbering } from '#server/drops/contacts/seq-ranges.ts';
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
  /** RecommendedPhone, the dialled number. */
  phoneNumber: string;
  firstName: string;
  lastName: string;
  /** Empty if the contact list had none. */
  email: string;
  company: string;
  status: CallStatus;
  /** Why the call failed; absent otherwise. */
  reason?: string | undefined;
  /** The last change of the call; absent before the first. */
  changedAt?: Date | undefined;
}

/** Calls for analytics: totals per day, and single calls in pages or batches. */
export interface DropStatistics {
  /** Returns a user's days from `from` to `to` (inclusive, `YYYY-MM-DD`); days without calls may be missing. */
  listDays(userId: string, from: string, to: string): Promise<DayCounters[]>;
  /** Returns `limit` calls of a campaign after the first `offset`, in the order of the contact list. */
  listCalls(list: ContactNumbering, offset: number, limit: number): Promise<CallRecord[]>;
  /** Yields all calls of a campaign in the same order, in batches. */
  streamCalls(campaignId: string): AsyncIterable<readonly CallRecord[]>;
}

export function createDropStatistics({
  contacts,
  days,
}: {
  contacts: Pick<ContactStore, 'page' | 'stream'>;
  days: DayCounterStore;
}): DropStatistics {
  return {
    listDays: (userId, from, to) => days.list(userId, from, to),
    async listCalls(list, offset, limit) {
      return (await contacts.page(list, offset, limit)).map(callRecord);
    },
    async *streamCalls(campaignId) {
      for await (const batch of contacts.stream(campaignId)) yield batch.map(callRecord);
    },
  };
}

function callRecord(contact: ContactView): CallRecord {
  return {
    phoneNumber: contact.recommended_phone,
    firstName: contact.first_name,
    lastName: contact.last_name,
    email: contact.email,
    company: contact.company_name,
    status: contact.status,
    reason: contact.reason ?? undefined,
    changedAt: contact.date === null ? undefined : new Date(contact.date),
  };
}
