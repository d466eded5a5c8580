import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/app/trpc.ts';
import { text, urlState, useUrlState } from '#client/kit/url-state.ts';
import { useListPages } from '#client/kit/use-list-pages.ts';
import { digitsToFind } from './suppression-text.ts';

/** Numbers on a page. */
const SIZE = 25;

/** The query of /do-not-call: which numbers are looked for. */
const suppressionsUrl = urlState({ search: text(40) }, { typed: ['search'] });

/** A page of the do-not-call list for a search. Never served stale: carrier reports add numbers too. */
export function useSuppressions() {
  const address = useUrlState(suppressionsUrl);
  const { search } = address.shown;
  const digits = digitsToFind(search);
  const query = trpc.suppressions.list.useInfiniteQuery(
    { search: digits ?? '' },
    { getNextPageParam: ({ next }) => next, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const counts = query.data?.pages[0]?.counts ?? undefined;
  const loaded = query.data?.pages.flatMap(({ numbers }) => numbers) ?? [];
  const pages = useListPages(loaded, { size: SIZE, total: counts?.matching ?? 0, query, search });
  const found =
    digits === null ? { matching: 0, rows: [], pager: undefined } : { matching: counts?.matching, ...pages };
  return { address, total: counts?.total, digits, query, ...found };
}

export type Suppressions = ReturnType<typeof useSuppressions>;

/** Refetches the do-not-call list. */
export function useRefreshSuppressions(): () => Promise<void> {
  const { suppressions } = trpc.useUtils();
  return () => suppressions.list.invalidate();
}
