import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import {
  type DayRange,
  type Days,
  daysBefore,
  isRangeDay,
  isReversed,
  lastDays,
  MAX_CHART_DAYS,
} from '#shared/day-range.ts';
import { formatDayRange, formatDay, utcDay } from '#shared/drop-schedule.ts';
import type { CampaignFilterInput } from '#shared/schemas/campaigns/campaign-overview.ts';
import { LIST_FIELDS, LIST_PAGING } from '#client/domain/campaigns/list-url.ts';
import { oneOf, text, urlState, type ShownUrl } from '#client/kit/url-state.ts';

/** Which drop dates are shown; `custom` has its days in the address. */
export const RANGES = ['all', '7d', '30d', '90d', 'month', 'custom'] as const;
type RangeChoice = (typeof RANGES)[number];

const PRESET_DAYS: Partial<Record<RangeChoice, number>> = { '7d': 7, '30d': 30, '90d': 90 };

/** The query of /analytics. */
export const overviewUrl = urlState(
  {
    range: oneOf(RANGES, 'all'),
    /** The days of a custom range as they were typed; '' where one is open. */
    from: text(20),
    to: text(20),
    status: oneOf(CAMPAIGN_STATUSES),
    ...LIST_FIELDS,
  },
  { paging: LIST_PAGING, typed: ['search', 'from', 'to'] },
);
export type OverviewUrl = ReturnType<typeof overviewUrl.read>;
export type ShownOverview = ShownUrl<OverviewUrl>;

/** Returns the days of a range, or what is wrong with them. */
export function rangeOf({ range, from, to }: OverviewUrl, now: Date): DayRange | { problem: string } {
  const days = PRESET_DAYS[range];
  if (days !== undefined) return lastDays(days, now);
  if (range === 'month') return { from: `${utcDay(now).slice(0, 8)}01`, to: utcDay(now) };
  if (range === 'all') return {};
  const wrong = [from, to].find((day) => day !== '' && !isRangeDay(day));
  if (wrong !== undefined) return { problem: `“${wrong}” is not a day.` };
  const chosen = { from: from === '' ? undefined : from, to: to === '' ? undefined : to };
  if (isReversed(chosen)) return { problem: 'The range ends before it begins.' };
  return chosen;
}

/** Returns whether a range begins after today: only campaigns that are still to be sent are in it. */
export function isInFuture({ from }: DayRange, now: Date): boolean {
  return from !== undefined && from > utcDay(now);
}

/**
 * Returns the days of the charts of a range that has begun: until today, and at most as many as a chart has. Undefined for an
 * open range: the server then takes the last 30.
 */
export function chartDays({ from, to }: DayRange, now: Date): Days | undefined {
  if (from === undefined) return undefined;
  const today = utcDay(now);
  const last = to === undefined || to > today ? today : to;
  const first = daysBefore(last, MAX_CHART_DAYS - 1);
  return { from: from < first ? first : from, to: last };
}

/** Returns the filter of a range for the server. */
export function filterOf(url: OverviewUrl, range: DayRange): CampaignFilterInput {
  return {
    ...range,
    ...(url.status !== null && { status: url.status }),
    ...(url.search !== '' && { search: url.search }),
  };
}

/** Whether anything but the order and the page differs from the first view. */
export function isFiltered({ range, search, status }: OverviewUrl): boolean {
  return range !== 'all' || search !== '' || status !== null;
}

/** Says which calls the totals are of: "made Nov 1, 2026 to Nov 20, 2026". */
export function rangeText({ from, to }: DayRange): string {
  if (from !== undefined && to !== undefined) return `made ${formatDayRange(from, to)}`;
  if (from !== undefined) return `made since ${formatDay(from)}`;
  return to === undefined ? 'in all campaigns, including pending ones' : `made until ${formatDay(to)}`;
}
