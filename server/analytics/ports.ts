import type { CallStatus, CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { LastRow } from '#shared/schemas/list-cursor.ts';

/** The counters of one campaign; reading them scans no contacts. */
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
  /** Ranges of contact numbers that no contact has, both ends included. */
  unusedSeqs?: readonly { from: number; to: number }[] | undefined;
}

/** A user's calls that became final on one UTC day. */
export interface DayCounters {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  delivered: number;
  failed: number;
}

/** One contact's call, for the details table and the export. */
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

/**
 * Reads campaigns and calls for analytics, in display order. Campaigns that are being created or deleted are left out.
 */
export interface CampaignStatistics {
  /** Returns up to `limit` of a user's campaigns, latest drop date first, starting after the row `after`. */
  listCampaigns(
    userId: string,
    range: { after?: LastRow | undefined; limit: number },
  ): Promise<CampaignCounters[]>;
  /** Returns a user's campaign by id or name; `undefined` if there is none. */
  findCampaign(userId: string, idOrName: string): Promise<CampaignCounters | undefined>;
  /** Returns a user's days from `from` to `to` (inclusive, `YYYY-MM-DD`); days without calls may be missing. */
  listDays(userId: string, from: string, to: string): Promise<DayCounters[]>;
  /** Returns `limit` calls of a campaign after the first `offset`, in the order of the contact list. */
  listCalls(campaign: CampaignCounters, offset: number, limit: number): Promise<CallRecord[]>;
  /** Yields all calls of a campaign in the same order, in batches. */
  streamCalls(campaignId: string): AsyncIterable<readonly CallRecord[]>;
}
