const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });

const WEEKDAY = format({ weekday: 'short' });
const LONG = format({ weekday: 'long', month: 'short', day: 'numeric' });
const WITH_YEAR = format({ weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' });
const SHORT = format({ month: 'short', day: 'numeric' });
const MONTH = format({ month: 'short' });

/** More days than these may be of two years, so that their labels have one. */
const WEEK = 7;
/** From this number of days on, the axis has months. */
const MANY_DAYS = 100;
/** The room of a label in pixels; the last of the days may be moved to the left by half of its width. */
const ROOM = { weekday: 30, day: 66, month: 34 };

/** Formats a UTC day `YYYY-MM-DD` as its weekday: "Fri". */
export function weekdayLabel(day: string): string {
  return WEEKDAY.format(dateOf(day));
}

/** Formats a UTC day `YYYY-MM-DD`: "Friday, Nov 20", with the year in a chart of more than a week. */
export function dayLabel(day: string, days = 1): string {
  return (days > WEEK ? WITH_YEAR : LONG).format(dateOf(day));
}

/**
 * Returns the labels below columns of UTC days, as many as fit into columns of a width in pixels: weekdays for a week, days
 * for months, and the first days of months for more, with the year in January.
 */
export function dayAxisLabels(days: readonly string[], columnWidth: number): ReadonlyMap<string, string> {
  if (days.length <= WEEK && columnWidth >= ROOM.weekday) return labelled(days, weekdayLabel);
  if (days.length < MANY_DAYS) {
    const every = Math.ceil(ROOM.day / columnWidth);
    return labelled(everyNth(days, every), (day) => SHORT.format(dateOf(day)));
  }
  const firsts = days.filter((day) => day.endsWith('-01'));
  const every = Math.ceil(ROOM.month / (columnWidth * 30));
  return labelled(everyNth(firsts, every), (day) =>
    day.endsWith('-01-01') ? day.slice(0, 4) : MONTH.format(dateOf(day)),
  );
}

/** Returns every `n`th key, the last one included. */
export function everyNth(keys: readonly string[], n: number): string[] {
  const last = (keys.length - 1) % n;
  return keys.filter((_, index) => index % n === last);
}

function labelled(days: readonly string[], label: (day: string) => string): ReadonlyMap<string, string> {
  return new Map(days.map((day) => [day, label(day)]));
}

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
