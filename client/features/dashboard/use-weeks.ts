import { trpc } from '#client/app/trpc.ts';

/** Call stats of a UTC day. */
export interface DayStats {
  /** `YYYY-MM-DD`. */
  day: string;
  calls: number;
  /** Percentage of delivered calls, 0-100. */
  rate: number;
}

/** The last seven days, and the calls of the previous seven. */
export interface Weeks {
  days: DayStats[];
  calls: number;
  callsBefore: number;
  /** Percentage of the week's calls that were delivered, with one decimal; `undefined` without calls. */
  averageRate: number | undefined;
  loading: boolean;
  failed: boolean;
  retrying: boolean;
  retry: () => void;
}

/** Loads two weeks of the user's calls; a failed load returns an empty week. */
export function useWeeks(): Weeks {
  const { data, isPending, isError, isFetching, refetch } = trpc.analytics.aggregates.useQuery({
    timeframe: '14d',
  });
  const all = Object.entries(data ?? {}).map(
    ([day, { dropcowboy_total_calls: calls, call_sent_rate: rate }]) => ({ day, calls, rate }),
  );
  const days = all.slice(-7);
  const calls = sumOf(days);
  const delivered = days.reduce((sum, day) => sum + (day.calls * day.rate) / 100, 0);
  return {
    days,
    calls,
    callsBefore: sumOf(all.slice(0, -7)),
    averageRate: calls === 0 ? undefined : Math.round((delivered / calls) * 1_000) / 10,
    loading: isPending,
    failed: isError,
    retrying: isFetching,
    retry: () => void refetch(),
  };
}

function sumOf(days: readonly DayStats[]): number {
  return days.reduce((sum, { calls }) => sum + calls, 0);
}
