import type { PersonHistory } from '#shared/schemas/contact-lists.ts';
import type { CampaignBriefs } from '#server/features/campaigns/api.ts';
import type { NumberCall, NumberHistoryStore } from '#server/features/drops/api.ts';

/** A campaign, and its call to a number. */
export interface CampaignCall extends NumberCall {
  name: string;
}

/** Campaigns whose calls a history considers, the latest. */
const HISTORY_CAMPAIGNS = 500;
/** Campaigns listed in a history; it counts all that it is given. */
const MAX_LISTED = 100;

/** Returns the calls of a user's latest campaigns to a number. */
export async function callsTo(
  { campaigns, numbers }: { campaigns: CampaignBriefs; numbers: Pick<NumberHistoryStore, 'callsTo'> },
  userId: string,
  phone: string,
): Promise<CampaignCall[]> {
  const briefs = await campaigns.briefsOf(userId, HISTORY_CAMPAIGNS);
  const names = new Map(briefs.map(({ _id, name }) => [_id, name]));
  const calls = await numbers.callsTo(phone, [...names.keys()]);
  return calls.map((call) => ({ ...call, name: names.get(call.campaignId) ?? '' }));
}

/** Returns the history of a number from the calls of campaigns. */
export function historyOf(phone: string, calls: readonly CampaignCall[]): PersonHistory {
  const made = calls.filter(({ at }) => at !== null);
  const latest = [...calls].sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
  return {
    phone,
    calls: made.length,
    delivered: calls.filter(({ status }) => status === 'success').length,
    last_at: latest[0]?.at ?? null,
    campaigns: latest.slice(0, MAX_LISTED).map(({ campaignId: id, ...call }) => ({ id, ...call })),
  };
}
