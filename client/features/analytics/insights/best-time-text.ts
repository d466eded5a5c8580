import { formatDelivered, successRate } from '#shared/formats.ts';
import {
  bestHour,
  bestWeekday,
  hourSpan,
  MIN_CALLS,
  weekdayName,
  type WeekHour,
} from '#client/charts/hours/hours-of-week.ts';

/** Says in words when most calls were delivered, or that there are too few calls to tell. */
export function bestTimeText(hours: readonly WeekHour[]): string {
  const best = bestHour(hours);
  if (best !== undefined) {
    return `Best: ${weekdayName(best.weekday)}, ${hourSpan(best.hour)} · ${formatDelivered(best.delivered, best.calls)}`;
  }
  return hours.length === 0
    ? 'No calls in these days.'
    : `Too few calls to name a best hour yet: it takes ${String(MIN_CALLS)} calls within one.`;
}

/** Says in words on which weekday most calls were delivered; undefined with too few calls to tell. */
export function bestWeekdayText(hours: readonly WeekHour[]): string | undefined {
  const best = bestWeekday(hours);
  return (
    best && `Best weekday: ${weekdayName(best.weekday)} · ${formatDelivered(best.delivered, best.calls)}`
  );
}

/** Returns the rows of the table: every hour with calls, in the order of the week. */
export function hourRows(hours: readonly WeekHour[]) {
  return hours
    .toSorted((one, other) => one.weekday - other.weekday || one.hour - other.hour)
    .map(({ weekday, hour, delivered, failed }) => ({
      key: `${weekdayName(weekday)} ${String(hour).padStart(2, '0')}:00`,
      name: `${weekdayName(weekday)}, ${hourSpan(hour)}`,
      values: [
        delivered + failed,
        delivered,
        failed,
        `${String(successRate(delivered, delivered + failed))}%`,
      ],
    }));
}
