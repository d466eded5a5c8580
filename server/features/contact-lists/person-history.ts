import type { PersonHistory } from '#shared/schemas/contact-lists.ts';

/** A campaign, and its call to a number. */
export interface CampaignCall {
  name: string;
  campaignId: string;
  status: PersonHistory['campaigns'][number]['status'];
  reason: string | null;
  at: string | null;
}

/** Campaigns listed in a history; it counts all that it is given. */
const MAX_LISTED = 100;

/** Returns the history of a number from the calls of campaigns. */
export function historyOf(phone: string, calls: readonly CampaignCall[]): PersonHistory {
  const made = calls.filter(({ at }) => at !== null);
  const latest = [...calls].sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
  return {
    phone,
    calls: made.length,
    delivered: calls.filter(({ status }) => status === 'success').length,
    last_at: latest[0]?.at ?? null,
    campaigns: latest
      .slice(0, MAX_LISTED)
      .map(({ campaignId: id, name, status, reason, at }) => ({ id, name, status, reason, at })),
  };
}
