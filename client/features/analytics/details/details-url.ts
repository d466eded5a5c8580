import { CALL_REASON_KEYS } from '#shared/call-reasons.ts';
import { CALL_STATUSES } from '#shared/campaign-lifecycle.ts';
import { SORT_DIRECTIONS } from '#shared/campaign-order.ts';
import { CALL_SORTS, MAX_CONTACT_NUMBER, MAX_SEARCH_LENGTH } from '#shared/schemas/campaigns/call-query.ts';
import { paths } from '#client/app/routing/paths.ts';
import { oneOf, pageNumber, text, urlState, whole, type ShownUrl } from '#client/kit/url-state.ts';

/** Numbers of rows that a page can have; the first is that of the first view. */
export const PAGE_SIZES = [5, 10, 25, 50, 100] as const;

/** The parts of the page of a campaign beside its calls. */
export const CAMPAIGN_TABS = ['overview', 'message', 'compliance'] as const;

/** The query of /analytics/details/{campaign_name}: which part is shown, which calls are shown, and which one is open. */
export const callsUrl = urlState(
  {
    tab: oneOf(CAMPAIGN_TABS),
    status: oneOf(CALL_STATUSES),
    /** Why the calls failed. */
    reason: oneOf(CALL_REASON_KEYS),
    search: text(MAX_SEARCH_LENGTH),
    sort: oneOf(CALL_SORTS, 'list'),
    direction: oneOf(SORT_DIRECTIONS, 'asc'),
    page: pageNumber,
    size: oneOf(PAGE_SIZES, 5),
    /** The number of the contact whose call is open. */
    call: whole(MAX_CONTACT_NUMBER),
  },
  { paging: ['page'], beside: ['call'], typed: ['search'] },
);
export type DetailsUrl = ReturnType<typeof callsUrl.read>;
export type ShownDetails = ShownUrl<DetailsUrl>;

/** Returns the address of the calls of a campaign, by its name; what `shown` leaves out is as in the first view. */
export function detailsHref(campaign: string, shown: Partial<DetailsUrl> = {}): string {
  return paths.analyticsDetails(campaign) + callsUrl.query(shown);
}

/** Returns the filter and the search as the query string of an export. */
export function filterQuery({ status, reason, search }: DetailsUrl): string {
  return callsUrl.query({ status, reason, search }).slice(1);
}
