import { formatDateTime } from '#shared/formats.ts';
import type { SubscriptionView } from '#shared/schemas/billing/billing.ts';
import { DAY_MS } from '#shared/time-units.ts';

/** Used if the real renewal date is unknown. */
const USUAL_PERIOD_DAYS = 30;

/** Formats the UTC day of an ISO time: `12-20-2026`. */
export function formatDay(time: string | Date): string {
  return formatDateTime(time).slice(0, 'MM-dd-yyyy'.length);
}

/** Returns the day of the next payment: the renewal date, or 30 days after `now` if unknown. */
export function nextPaymentDay(periodEnd: string | null, now = new Date()): string {
  return formatDay(periodEnd ?? new Date(now.getTime() + USUAL_PERIOD_DAYS * DAY_MS));
}

/** Returns the UTC day on which a cancelled plan ends; empty if it is not cancelled. */
export function endDay({ cancel_at }: Pick<SubscriptionView, 'cancel_at'>): string {
  return cancel_at === null ? '' : formatDay(cancel_at);
}

/** Whether a plan is charged at the end of its period; one that is cancelled may end later. */
export function renews({
  cancel_at,
  current_period_end,
}: Pick<SubscriptionView, 'cancel_at' | 'current_period_end'>): boolean {
  return cancel_at === null || (current_period_end !== null && cancel_at > current_period_end);
}
