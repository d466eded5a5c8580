/** A drop is never sooner than this after it was asked for. */
export const MINIMUM_LEAD_MS = 60_000;
/** The step of the campaign time, in minutes. */
export const TIME_STEP_MINUTES = 30;

/** The times that the wizard offers, `00:00` to `23:30` UTC. */
export const CAMPAIGN_TIMES: readonly string[] = Array.from(
  { length: (24 * 60) / TIME_STEP_MINUTES },
  (_, step) => {
    const minutes = step * TIME_STEP_MINUTES;
    return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  },
);

export type DropDate = { ok: true; date: Date } | { ok: false; message: string };

/** ISO 8601 with a date and, where it has a time, hours and minutes at least. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * When a drop really happens: at the time asked for, but not before one minute from now; without a time,
 * one minute from now. No time at all, or one beyond the scheduling window, is refused. A time without zone is UTC.
 */
export function resolveDropDate(wanted: string | undefined, now: Date): DropDate {
  const earliest = now.getTime() + MINIMUM_LEAD_MS;
  if (wanted === undefined || wanted === '') return { ok: true, date: new Date(earliest) };
  const time = parseUtc(wanted);
  if (time === null) return { ok: false, message: 'The drop date is not a date' };
  if (time > endOfWindow(now).getTime()) {
    return { ok: false, message: 'The drop date may be at most one year ahead' };
  }
  return { ok: true, date: new Date(Math.max(time, earliest)) };
}

/** The moment that a start date (YYYY-MM-DD) and a campaign time (HH:MM) name, read as UTC, in ISO form. */
export function dropMoment(startDate: string, campaignTime: string): string {
  return `${startDate}T${campaignTime}:00.000Z`;
}

/** The last moment that can be scheduled: the end of the UTC day one year from now, so that its every time can be picked. */
export function endOfWindow(now: Date): Date {
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  end.setUTCHours(23, 59, 59, 999);
  return end;
}

/** The UTC day of a moment as YYYY-MM-DD. */
export function utcDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day (YYYY-MM-DD) as the picker shows it: `Nov 20, 2026` (B §5, MMM DD, YYYY). */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${MONTHS[Number(month) - 1] ?? month} ${date}, ${year}`;
}

/** A range of days with the documented delimiter: `Nov 20, 2026 to Nov 24, 2026`; one day alone where there is no end. */
export function formatDayRange(start: string, end: string | null): string {
  return end === null || end === start ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`;
}

function parseUtc(text: string): number | null {
  const trimmed = text.trim();
  if (!ISO_TIME.test(trimmed)) return null;
  const zoned = /T.*(Z|[+-]\d{2}:?\d{2})$/.test(trimmed) || !trimmed.includes('T');
  const time = Date.parse(zoned ? trimmed : `${trimmed}Z`);
  if (Number.isNaN(time)) return null;
  return isRealDay(trimmed.slice(0, 10)) ? time : null;
}

/** `Date.parse` turns February 30 into March 2; nobody meant that. */
function isRealDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && utcDay(midnight) === day;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
