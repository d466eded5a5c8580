import { formatCount, formatNumber } from '#shared/formats.ts';

/** A longer series is summed up: nobody listens to a year of days. */
const MAX_SPOKEN = 14;

/**
 * Returns the text alternative of a series: every value, or of a long one the number of values and the highest. `unit` is
 * such as "calls" or "%"; a series without values is "No calls yet".
 */
export function seriesLabel(
  points: readonly { title: string; value: number }[],
  unit: 'calls' | '%',
): string {
  const text = (value: number) => (unit === '%' ? `${String(value)}%` : `${formatNumber(value)} ${unit}`);
  const [first] = points;
  if (first === undefined) return 'No calls yet';
  if (points.length <= MAX_SPOKEN) {
    return points.map(({ title, value }) => `${title}: ${text(value)}`).join('; ');
  }
  const most = points.reduce((best, point) => (point.value > best.value ? point : best), first);
  const last = points.at(-1) ?? first;
  return `${first.title} to ${last.title}: ${formatCount(points.length, 'day')}, most on ${most.title} with ${text(most.value)}`;
}
