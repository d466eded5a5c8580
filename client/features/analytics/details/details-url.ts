import { CALL_REASON_KEYS, type CallReasonKey } from '#shared/call-reasons.ts';
import { CALL_STATUSES, type CallStatus } from '#shared/campaign-lifecycle.ts';
import {
  CALL_SORTS,
  MAX_CONTACT_NUMBER,
  MAX_SEARCH_LENGTH,
  SORT_DIRECTIONS,
  type CallSort,
  type SortDirection,
} from '#shared/schemas/campaigns/call-query.ts';
import { paths } from '#client/app/routing/paths.ts';

/** Numbers of rows that a page can have; the first is that of the first view. */
export const PAGE_SIZES = [5, 10, 25, 50, 100] as const;
type PageSize = (typeof PAGE_SIZES)[number];
const MAX_PAGE = 1_000_000;

/** What the query of /analytics/details/{campaign_name} says: which calls are shown, and which one is open. */
export interface DetailsUrl {
  status: CallStatus | null;
  /** Why the calls failed. */
  reason: CallReasonKey | null;
  search: string;
  sort: CallSort;
  direction: SortDirection;
  page: number;
  size: PageSize;
  /** The number of the contact whose call is open. */
  call: number | null;
}

/** The first view. */
export const FIRST_VIEW: Readonly<DetailsUrl> = {
  status: null,
  reason: null,
  search: '',
  sort: 'list',
  direction: 'asc',
  page: 1,
  size: 5,
  call: null,
};

/** Reads the query of the page; what it does not know is as in the first view. */
export function readDetailsUrl(search: string): DetailsUrl {
  const query = new URLSearchParams(search);
  return {
    status: oneOf(CALL_STATUSES, query.get('status')),
    reason: oneOf(CALL_REASON_KEYS, query.get('reason')),
    search: (query.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    sort: oneOf(CALL_SORTS, query.get('sort')) ?? FIRST_VIEW.sort,
    direction: oneOf(SORT_DIRECTIONS, query.get('direction')) ?? FIRST_VIEW.direction,
    page: wholeNumber(query.get('page'), MAX_PAGE) ?? FIRST_VIEW.page,
    size: oneOf(PAGE_SIZES, wholeNumber(query.get('size'), MAX_PAGE)) ?? FIRST_VIEW.size,
    call: wholeNumber(query.get('call'), MAX_CONTACT_NUMBER),
  };
}

/** Returns the address of the calls of a campaign, by its name; what `shown` leaves out is as in the first view. */
export function detailsHref(campaign: string, shown: Partial<DetailsUrl> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...FIRST_VIEW, ...shown })) {
    const isFirst = value === FIRST_VIEW[name as keyof DetailsUrl];
    if (!isFirst && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return paths.analyticsDetails(campaign) + (text === '' ? '' : `?${text}`);
}

/** Returns the filter and the search as the query string of an export. */
export function filterQuery({ status, reason, search }: DetailsUrl): string {
  const query = new URLSearchParams();
  if (status !== null) query.set('status', status);
  if (reason !== null) query.set('reason', reason);
  if (search !== '') query.set('search', search);
  return query.toString();
}

function oneOf<Value>(values: readonly Value[], value: unknown): Value | null {
  return values.find((known) => known === value) ?? null;
}

function wholeNumber(text: string | null, max: number): number | null {
  const value = text !== null && /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : null;
}
