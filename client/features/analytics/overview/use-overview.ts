import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DayRange } from '#shared/day-range.ts';
import { campaignStatusMessage } from '#shared/formats.ts';
import type { AnalyticsRow } from '#shared/schemas/analytics.ts';
import type { CampaignProgress } from '#client/app/live/progress-status.tsx';
import { refetchInterval } from '#client/app/live/refetch-interval.ts';
import { useLive } from '#client/app/live/use-live.ts';
import { trpc } from '#client/app/trpc.ts';
import { pageOf } from '#client/domain/campaigns/list-url.ts';
import { filterOf, rangeOf, type OverviewUrl } from './overview-url.ts';

export const PAGE_SIZE = 10;

/** Loads the page of campaigns that an address describes, and the totals of its range. */
export function useOverview(url: OverviewUrl) {
  // Of one day: a page that stays open overnight keeps its range until it is changed.
  const [now] = useState(() => new Date());
  const live = useLive();
  const found = useMemo(() => rangeOf(url, now), [url, now]);
  const problem = 'problem' in found ? found.problem : undefined;
  const range: DayRange = 'problem' in found ? {} : found;
  const filter = filterOf(url, range);
  const enabled = problem === undefined;
  const list = trpc.analytics.campaigns.useQuery(
    {
      ...filter,
      ...pageOf(url, PAGE_SIZE),
    },
    {
      enabled,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => !live && refetchInterval(activeIn(state.data?.rows), Date.now()),
    },
  );
  const rows = list.data?.rows;
  const totals = trpc.analytics.totals.useQuery(filter, {
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: () => !live && refetchInterval(activeIn(rows), Date.now()),
  });
  return { now, range, problem, filter, list, rows, totals };
}

export type Overview = ReturnType<typeof useOverview>;

/** Returns what screen readers are told about the campaigns shown. */
export function progressOf(row: AnalyticsRow): CampaignProgress {
  const {
    dropcowboy_success_calls: delivered,
    dropcowboy_failed_calls: failed,
    dropcowboy_total_calls: total,
    campaign_status: status,
  } = row;
  const message = campaignStatusMessage(status, total, delivered);
  return { id: row.id, name: row.campaign_name, status, message, done: delivered + failed, total };
}

function activeIn(rows: readonly AnalyticsRow[] = []) {
  return rows.map(({ campaign_status: status, drop_date: dropDate }) => ({ status, dropDate }));
}
