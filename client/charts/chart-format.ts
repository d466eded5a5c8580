/** The height of every chart in pixels. In this file, which placeholders import, because it loads no chart code. */
export const CHART_HEIGHT = 200;

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Formats a UTC day `YYYY-MM-DD` as its weekday: "Fri". */
export function weekdayLabel(day: string): string {
  return WEEKDAY.format(new Date(`${day}T00:00:00Z`));
}

/** Formats a UTC day `YYYY-MM-DD`: "Friday, Nov 20". */
export function dayLabel(day: string): string {
  return LONG.format(new Date(`${day}T00:00:00Z`));
}
