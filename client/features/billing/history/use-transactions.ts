import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '#client/app/trpc.ts';
import { billingUrl } from '#client/features/billing/billing-url.ts';
import { useUrlState } from '#client/kit/url-state.ts';

/** Rows of the first view, and rows that "Show more" adds. */
const FIRST_ROWS = 5;
const MORE_ROWS = 20;

/** The transactions of the year in the URL, five at first, then as many as the user asks for. */
export function useTransactions() {
  const { shown, show } = useUrlState(billingUrl);
  const year = shown.year ?? undefined;
  const [wanted, setWanted] = useState(FIRST_ROWS);
  const query = trpc.billing.transactions.useInfiniteQuery(
    { limit: MORE_ROWS, ...(year !== undefined && { year }) },
    { getNextPageParam: ({ next }) => next, placeholderData: keepPreviousData },
  );
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const loaded = data?.pages.flatMap(({ transactions }) => transactions) ?? [];
  return {
    query,
    year,
    /** All years with transactions, and the chosen one. */
    years: withYear(data?.pages[0]?.years ?? [], year),
    shown: loaded.slice(0, wanted),
    hasMore: loaded.length > wanted || hasNextPage,
    hasFewer: wanted > FIRST_ROWS && loaded.length > FIRST_ROWS,
    loadingMore: isFetchingNextPage,
    chooseYear: (chosen: number | undefined) => {
      setWanted(FIRST_ROWS);
      show({ year: chosen ?? null }, { replace: true });
    },
    showMore: () => {
      setWanted(wanted + MORE_ROWS);
      if (hasNextPage && loaded.length < wanted + MORE_ROWS) void fetchNextPage();
    },
    showFewer: () => {
      setWanted(FIRST_ROWS);
    },
  };
}

function withYear(years: readonly number[], year: number | undefined): number[] {
  return year === undefined || years.includes(year)
    ? [...years]
    : [...years, year].sort((one, other) => other - one);
}
