import type { CallStatus, CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { LastRow } from '#shared/schemas/list-cursor.ts';

/** One campaign's running totals, read from its counters and never by scanning its contacts (design §4). */
export interface CampaignCounters {
  id: string;
  name: string;
  status: CampaignStatus;
  dropDate: Date;
  /** `total` = `delivered` + `failed` + `pending`; a call in flight is pending. */
  total: number;
  delivered: number;
  failed: number;
  pending: number;
  /** Ranges of numbers, both ends included, that no contact of the campaign has. */
  unusedSeqs?: readonly { from: number; to: number }[] | undefined;
}

/** The calls of a user that became final on one UTC day. */
export interface DayCounters {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  delivered: number;
  failed: number;
}

/** One contact's call, as the details table and the export show it. */
export interface CallRecord {
  /** RecommendedPhone, the number that was dialled. */
  phoneNumber: string;
  firstName: string;
  lastName: string;
  /** Empty where the contact list had none. */
  email: string;
  company: string;
  status: CallStatus;
  /** Why a call failed; absent otherwise. */
  reason?: string | undefined;
  /** The last change of the call; absent before the first. */
  changedAt?: Date | undefined;
}

/**
 * What analytics reads of campaigns and drops. Campaigns being prepared or deleted are not there.
 * Every method answers in the order that is shown.
 */
export interface CampaignStatistics {
  /** At most `limit` of a user's campaigns, the latest drop date first: those after a row, or the first ones. */
  listCampaigns(
    userId: string,
    range: { after?: LastRow | undefined; limit: number },
  ): Promise<CampaignCounters[]>;
  /** One campaign of a user by id or by name; `undefined` for what is not there or belongs to someone else. */
  findCampaign(userId: string, idOrName: string): Promise<CampaignCounters | undefined>;
  /** The days of a user from `from` to `to` (both included, `YYYY-MM-DD`); days without calls may be left out. */
  listDays(userId: string, from: string, to: string): Promise<DayCounters[]>;
  /** Calls of a campaign in the order of its contact list: `limit` of them after the first `offset`. */
  listCalls(campaign: CampaignCounters, offset: number, limit: number): Promise<CallRecord[]>;
  /** All calls of a campaign in the same order, in batches, for an export of any size in constant memory. */
  streamCalls(campaignId: string): AsyncIterable<readonly CallRecord[]>;
}
