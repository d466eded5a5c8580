import { PLANS } from '#shared/plans.ts';
import type { CreditHistoryEntry } from '#shared/schemas/billing/credits.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import { countCalls } from '#server/features/credits/lots.ts';

/** Returns an event as a history entry; `names` holds the campaigns that still exist. */
export function presentEvent(event: CreditEvent, names: ReadonlyMap<string, string>): CreditHistoryEntry {
  const campaignId = 'campaignId' in event ? event.campaignId : null;
  return {
    version: event.version,
    type: event.type,
    date: event.at.toISOString(),
    credits: signedCredits(event),
    calls: 'lots' in event ? countCalls(event.lots) : null,
    campaign_id: campaignId,
    campaign_name: campaignId === null ? null : (names.get(campaignId) ?? null),
    note: noteOf(event),
    balance: event.balance.available,
    held: event.balance.held,
    debt: event.balance.debt,
  };
}

/** Returns the change of the available credits: negative for holds and deductions. */
export function signedCredits({ type, amount }: CreditEvent): number {
  return type === 'hold' || type === 'deduct' ? -amount : amount;
}

/** Returns the plan of a grant or that it was bought, or the reason of a release, correction or refund. */
export function noteOf(event: CreditEvent): string | null {
  if (event.type === 'grant') return event.plan === undefined ? 'Bought' : `${PLANS[event.plan].title} plan`;
  return 'reason' in event ? event.reason : null;
}

/** Returns the campaigns that events concern, each once. */
export function campaignsOf(events: readonly CreditEvent[]): string[] {
  return [...new Set(events.flatMap((event) => ('campaignId' in event ? [event.campaignId] : [])))];
}
