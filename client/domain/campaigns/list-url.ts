import { CAMPAIGN_SORTS, SORT_DIRECTIONS } from '#shared/campaign-order.ts';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import { oneOf, pageNumber, text } from '#client/kit/url-state.ts';

const MAX_CURSOR_LENGTH = 800;

/** What an address says of a list of campaigns: search, order and page. */
export const LIST_FIELDS = {
  search: text(MAX_NAME_LENGTH),
  sort: oneOf(CAMPAIGN_SORTS, 'running'),
  direction: oneOf(SORT_DIRECTIONS, 'desc'),
  /** The cursor after or before which the page is; both are '' on the first page. */
  after: text(MAX_CURSOR_LENGTH),
  before: text(MAX_CURSOR_LENGTH),
  page: pageNumber,
};
export const LIST_PAGING = ['after', 'before', 'page'] as const;

/** What an address says of a list. */
export type ListUrl = { [Name in keyof typeof LIST_FIELDS]: (typeof LIST_FIELDS)[Name]['initial'] };
/** A change of it. */
export type ShowList = (change: Partial<ListUrl>) => void;

/** Returns the order and the page for the server. */
export function pageOf({ sort, direction, after, before }: ListUrl, limit: number) {
  return {
    sort,
    direction,
    limit,
    ...(after !== '' && { cursor: after }),
    ...(after === '' && before !== '' && { before }),
  };
}

/**
 * Returns the pager of a list whose pages are stepped through by their cursors. `known` is how many pages there may be; there
 * is at least one more while there is a next one.
 */
export function cursorPager(
  { shown, show }: { shown: Pick<ListUrl, 'page'>; show: ShowList },
  { next, previous }: { next: string | null; previous: string | null } = { next: null, previous: null },
  known = 1,
) {
  const page = previous === null ? 1 : Math.max(2, shown.page);
  return {
    page,
    pages: next === null ? page : Math.max(known, page + 1),
    onPageChange: (to: number) => {
      if (to <= 1) show({ page: 1 });
      else if (to > page) show({ after: next ?? '', page: to });
      else show({ before: previous ?? '', page: to });
    },
  };
}

/** Returns the query of the CSV file of what is listed, on all pages. */
export function exportQuery(
  { sort, direction }: Pick<ListUrl, 'sort' | 'direction'>,
  filter: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams({ sort, direction });
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
  return query.toString();
}
