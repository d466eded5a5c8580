import { isActive } from '#shared/campaign-lifecycle.ts';
import { formatCount, formatDelivered, formatNumber, successRate } from '#shared/formats.ts';
import { differenceInterval, type Interval } from '#shared/statistics/share-interval.ts';
import { formatDayRange } from '#shared/drop-schedule.ts';
import type { Days } from '#shared/day-range.ts';
import type { Compared } from '#shared/schemas/analytics-compare.ts';
import { momentText } from '#client/ui/display/moment-text.ts';

/** A value that two sides are compared by; null where a side has none. */
export interface Measure {
  key: string;
  name: string;
  values: readonly [number | null, number | null];
  unit: 'count' | 'percent' | 'credits';
  /** Whether more of it is better; undefined for counts, which grow with the list. */
  better?: 'more' | 'less';
  /** The 95 % interval of the difference of two shares, second less first. */
  interval?: Interval | undefined;
}

/** Returns the delivery rate of the final calls of a side; null without any. */
export function rateOf({ delivered, failed }: Pick<Compared, 'delivered' | 'failed'>): number | null {
  const made = delivered + failed;
  return made === 0 ? null : successRate(delivered, made);
}

/** Returns what two sides are compared by, in the order of the table. */
export function measuresOf(a: Compared, b: Compared): Measure[] {
  const both = (pick: (side: Compared) => number | null) => [pick(a), pick(b)] as const;
  const campaigns: Measure[] =
    a.campaign === null
      ? [{ key: 'campaigns', name: 'Campaigns', values: both((side) => side.campaigns), unit: 'count' }]
      : [];
  return [
    ...campaigns,
    { key: 'made', name: 'Made', values: both(({ delivered, failed }) => delivered + failed), unit: 'count' },
    {
      key: 'delivered',
      name: 'Delivered',
      values: both(({ delivered }) => delivered),
      unit: 'count',
    },
    { key: 'failed', name: 'Failed', values: both(({ failed }) => failed), unit: 'count' },
    { key: 'pending', name: 'Pending', values: both(({ pending }) => pending), unit: 'count' },
    {
      key: 'rate',
      name: 'Delivery rate',
      values: both(rateOf),
      unit: 'percent',
      better: 'more',
      interval: intervalOf(a, b),
    },
    { key: 'charged', name: 'Credits charged', values: both(({ charged }) => charged), unit: 'credits' },
    {
      key: 'price',
      name: 'Credits per delivered call',
      values: both(priceOf),
      unit: 'credits',
      better: 'less',
    },
  ];
}

/** Calls of a campaign that is not finished count as delivered before they are charged, so it has no price yet. */
function priceOf({ campaign, charged, delivered }: Compared): number | null {
  if (delivered === 0 || (campaign !== null && isActive(campaign.status))) return null;
  return Math.round((charged / delivered) * 10) / 10;
}

/** Formats a value of a measure; "-" where there is none. */
export function valueText(value: number | null, unit: Measure['unit']): string {
  if (value === null) return '-';
  return unit === 'percent' ? `${String(value)}%` : formatNumber(value);
}

/** Says how the second value differs from the first: "+12 (+8%)", "−3 points (95%: −9 to +3)", "the same". */
export function differenceText({ values: [a, b], unit, interval }: Measure): string {
  if (a === null || b === null) return '-';
  const difference = roundedDifference(a, b);
  const bounds =
    interval === undefined
      ? ''
      : ` (95%: ${signedText(pointsOf(interval.low))} to ${signedText(pointsOf(interval.high))})`;
  if (difference === 0) return `the same${bounds}`;
  const signed = signedText(difference);
  if (unit === 'percent') return `${signed} ${Math.abs(difference) === 1 ? 'point' : 'points'}${bounds}`;
  if (a === 0) return signed;
  return `${signed} (${signedText(Math.round((difference / a) * 100))}%)`;
}

function roundedDifference(a: number, b: number): number {
  return Math.round((b - a) * 10) / 10;
}

/** Returns the difference and the bounds of its 95 % interval as the cells of a file; empty where there is none. */
export function differenceOf({ values: [a, b], interval }: Measure): (number | '')[] {
  return [
    a === null || b === null ? '' : roundedDifference(a, b),
    interval === undefined ? '' : pointsOf(interval.low),
    interval === undefined ? '' : pointsOf(interval.high),
  ];
}

/** Says whether the second side is better or worse; undefined where that cannot be said. */
export function verdictOf({ values: [a, b], better, interval }: Measure): 'better' | 'worse' | undefined {
  if (better === undefined || a === null || b === null || a === b) return undefined;
  if (interval !== undefined && !isClear(interval)) return undefined;
  return b > a === (better === 'more') ? 'better' : 'worse';
}

/** Differences of delivery that stay below this many points are too small to matter. */
const SMALL_POINTS = 5;

/**
 * Says with 95 % confidence by how many points one side delivers more, that neither clearly does, or that there are too few
 * calls to tell, and how many are still pending; undefined while one side has no final call.
 */
export function certaintySentence(
  a: Compared,
  b: Compared,
  names: readonly [string, string],
): string | undefined {
  const interval = intervalOf(a, b);
  if (interval === undefined) return undefined;
  const pending = a.pending + b.pending;
  const rest =
    pending === 0
      ? ''
      : ` ${formatCount(pending, 'call is', 'calls are')} still pending, so this may change.`;
  return differenceSentence(interval, names) + rest;
}

function differenceSentence(interval: Interval, [first, second]: readonly [string, string]): string {
  const [low, high] = [pointsOf(interval.low), pointsOf(interval.high)];
  if (!isClear(interval)) {
    const widest = Math.max(-low, high);
    return widest <= SMALL_POINTS
      ? `No clear difference: ${pointsText(Math.max(1, widest))} at most, with 95% confidence.`
      : `Not enough calls to tell: with 95% confidence, ${second} delivers between ${pointsText(-low)} less and ${pointsText(high)} more.`;
  }
  const [winner, loser, least, most] =
    interval.low > 0 ? [second, first, low, high] : [first, second, -high, -low];
  return `With 95% confidence, ${winner} delivers ${rangeText(least, most)} more than ${loser}.`;
}

/** Whether all of an interval is on one side of "no difference". */
function isClear({ low, high }: Interval): boolean {
  return low > 0 || high < 0;
}

function intervalOf(a: Compared, b: Compared): Interval | undefined {
  return differenceInterval(shareOf(a), shareOf(b));
}

function shareOf({ delivered, failed }: Compared) {
  return { part: delivered, whole: delivered + failed };
}

function pointsOf(difference: number): number {
  return Math.round(difference * 100);
}

function pointsText(points: number): string {
  return formatCount(Math.abs(points), 'point');
}

/** "4 to 9 points"; bounds that are rounded to nothing or to the same are said in one number. */
function rangeText(least: number, most: number): string {
  if (most <= 0) return 'less than 1 point';
  if (least <= 0) return `up to ${pointsText(most)}`;
  return least === most ? `about ${pointsText(most)}` : `${String(least)} to ${pointsText(most)}`;
}

/** Says in one sentence which side delivered more of its calls, and what a delivered call cost. */
export function compareSentence(a: Compared, b: Compared, names: readonly [string, string]): string {
  const rates = [rateOf(a), rateOf(b)] as const;
  const [first, second] = rates;
  if (first === null && second === null) return 'Neither side has a final call yet.';
  if (first === null || second === null)
    return `Only ${first === null ? names[1] : names[0]} has final calls so far.`;
  const counts = `${deliveredOf(a)}, and ${deliveredOf(b)}`;
  const points = Math.abs(second - first);
  if (points === 0) return `Both delivered ${String(first)}% of their final calls: ${counts}.`;
  const [winner, loser] = first > second ? [0, 1] : [1, 0];
  const more = `${String(points)} ${points === 1 ? 'point' : 'points'} more`;
  return `${names[winner] ?? ''} delivered ${String(rates[winner] ?? 0)}% of its final calls, ${more} than ${names[loser] ?? ''}.`;
}

function deliveredOf({ delivered, failed }: Compared): string {
  return formatDelivered(delivered, delivered + failed);
}

/** Returns what a side is called: its campaign in quotation marks, or its days. */
export function sideName(side: Compared, days: Days | null): string {
  if (side.campaign !== null) return `“${side.campaign.name}”`;
  return days === null ? '' : formatDayRange(days.from, days.to);
}

/** Returns what is said below the name of a side. */
export function sideCaption({ campaign, campaigns }: Compared): string {
  if (campaign !== null) return `${campaign.status} · ${momentText(campaign.time)}`;
  return formatCount(campaigns, 'campaign');
}

function signedText(value: number): string {
  if (value === 0) return '0';
  return `${value < 0 ? '−' : '+'}${formatNumber(Math.abs(value))}`;
}
