import { formatDateTime } from '#shared/formats.ts';

const DAY_MS = 86_400_000;
/** Where the real date is not known. */
const USUAL_PERIOD_DAYS = 30;

/** The day of an ISO time, in UTC: `12-20-2026`. */
export function formatDay(time: string | Date): string {
  return formatDateTime(time).slice(0, 'MM-dd-yyyy'.length);
}

/** When a plan is paid next: its real renewal, or 30 days from `now` where that is not known. */
export function nextPaymentDay(periodEnd: string | null, now: Date): string {
  return formatDay(periodEnd ?? new Date(now.getTime() + USUAL_PERIOD_DAYS * DAY_MS));
}
