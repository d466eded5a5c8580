import { chartQuery, type ChartQuery } from '#client/app/loading/drawn-chart.tsx';
import { trpc } from '#client/app/trpc.ts';

/** Call stats of a UTC day. */
export interface DayStats {
  /** `YYYY-MM-DD`. */
  day: string;
  calls: number;
  delivered: number;
}

/** The last seven days, and the calls of the previous seven. */
export interface Weeks extends ChartQuery {
  days: DayStats[];
  calls: number;
  callsBefore: number;
  /** The delivered ones of the week's calls. */
  delivered: number;
}

/** Loads two weeks of the user's calls; a failed load returns an empty week. */
export function useWeeks(): Weeks {
  const result = trpc.analytics.aggregates.useQuery({ timeframe: '14d' });
  const all = Object.entries(result.data ?? {}).map(
    ([day, { dropcowboy_total_calls: calls, delivered }]) => ({
      day,
      calls,
      delivered,
    }),
  );
  const days = all.slice(-7);
  return {
    days,
    calls: sumOf(days),
    callsBefore: sumOf(all.slice(0, -7)),
    delivered: days.reduce((sum, { delivered }) => sum + delivered, 0),
    ...chartQuery(result),
  };
}

function sumOf(days: readonly DayStats[]): number {
  return days.reduce((sum, { calls }) => sum + calls, 0);
}
