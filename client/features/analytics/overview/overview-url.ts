import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
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
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import {
  CAMPAIGN_SORTS,
  SORT_DIRECTIONS,
  type CampaignSort,
  type SortDirection,
} from '#shared/campaign-order.ts';
import type { CampaignFilterInput } from '#shared/schemas/campaigns/campaign-overview.ts';
import { paths } from '#client/app/routing/paths.ts';

/** Which drop dates are shown; `custom` has its days in the address. */
export const RANGES = ['all', '7d', '30d', '90d', 'month', 'custom'] as const;
export type RangeChoice = (typeof RANGES)[number];

const PRESET_DAYS: Partial<Record<RangeChoice, number>> = { '7d': 7, '30d': 30, '90d': 90 };
const MAX_PAGE = 1_000_000;
const MAX_CURSOR_LENGTH = 800;

/** What the query of /analytics says. */
export interface OverviewUrl {
  range: RangeChoice;
  /** The days of a custom range as they were typed; '' where one is open. */
  from: string;
  to: string;
  search: string;
  status: CampaignStatus | null;
  sort: CampaignSort;
  direction: SortDirection;
  /** The cursor after or before which the page is; both are null on the first page. */
  after: string | null;
  before: string | null;
  page: number;
}

/** The first view. */
export const FIRST_VIEW: Readonly<OverviewUrl> = {
  range: 'all',
  from: '',
  to: '',
  search: '',
  status: null,
  sort: 'running',
  direction: 'desc',
  after: null,
  before: null,
  page: 1,
};

const FIRST_PAGE = { after: null, before: null, page: 1 } as const;

/** Reads the query of the page; what it does not know is as in the first view. */
export function readOverviewUrl(search: string): OverviewUrl {
  const query = new URLSearchParams(search);
  const text = (name: string, length: number) => (query.get(name) ?? '').trim().slice(0, length);
  const page = Number(text('page', 7));
  const [after, before] = [text('after', MAX_CURSOR_LENGTH), text('before', MAX_CURSOR_LENGTH)];
  return {
    range: oneOf(RANGES, query.get('range')) ?? FIRST_VIEW.range,
    from: text('from', 20),
    to: text('to', 20),
    search: text('search', MAX_NAME_LENGTH),
    status: oneOf(CAMPAIGN_STATUSES, query.get('status')),
    sort: oneOf(CAMPAIGN_SORTS, query.get('sort')) ?? FIRST_VIEW.sort,
    direction: oneOf(SORT_DIRECTIONS, query.get('direction')) ?? FIRST_VIEW.direction,
    after: after === '' ? null : after,
    before: before === '' || after !== '' ? null : before,
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  };
}

/** Returns the address with a change; any but that of the page shows the first page. */
export function overviewHref(url: OverviewUrl, change: Partial<OverviewUrl>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...url, ...FIRST_PAGE, ...change }))
    if (value !== null && value !== FIRST_VIEW[name as keyof OverviewUrl]) query.set(name, String(value));
  const text = query.toString();
  return paths.analytics + (text === '' ? '' : `?${text}`);
}

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

function oneOf<Value>(values: readonly Value[], value: unknown): Value | null {
  return values.find((known) => known === value) ?? null;
}
