import { DAY_MS } from '#shared/time-units.ts';

/** Whether a card can still be charged: `soon` expires within 30 days. */
export type CardExpiry = 'valid' | 'soon' | 'expired';

const SOON_MS = 30 * DAY_MS;

/** Returns the state at `now` of a card that is valid to the end of a month (1 to 12, in UTC) of a year. */
export function cardExpiry(month: number, year: number, now: Date): CardExpiry {
  const end = Date.UTC(year, month, 1);
  if (now.getTime() >= end) return 'expired';
  return end - now.getTime() <= SOON_MS ? 'soon' : 'valid';
}
