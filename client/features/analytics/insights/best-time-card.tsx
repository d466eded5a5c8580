import { keepPreviousData } from '@tanstack/react-query';
import { lastDays, type Days } from '#shared/day-range.ts';
import { formatDayRange } from '#shared/drop-schedule.ts';
import { chartQuery } from '#client/app/loading/drawn-chart.tsx';
import { QueryChartCard } from '#client/app/loading/query-chart-card.tsx';
import { trpc } from '#client/app/trpc.ts';
import ChartTable from '#client/charts/chart-table.tsx';
import HoursOfWeekChart from '#client/charts/hours/hours-of-week-chart.tsx';
import { bestTimeText, bestWeekdayText, hourRows } from './best-time-text.ts';

/** An hour of the week needs the calls of some months. */
const DEFAULT_DAYS = 90;

/** When calls are delivered: by weekday and hour of the people called, over the days of a range or the last 90. */
export function BestTimeCard({ days, now }: { days: Days | undefined; now: Date }) {
  const query = trpc.analytics.hours.useQuery(days ?? lastDays(DEFAULT_DAYS, now), {
    placeholderData: keepPreviousData,
  });
  const hours = query.data?.hours ?? [];
  return (
    <QueryChartCard
      title="Best Time to Call"
      query={chartQuery(query)}
      caption={query.data && formatDayRange(query.data.from, query.data.to)}
      chart={<HoursOfWeekChart hours={hours} />}
      table={
        <ChartTable
          label="Calls by weekday and hour"
          file="best-time-to-call"
          headers={['Their time', 'Calls', 'Delivered', 'Failed', 'Delivery rate']}
          rows={hourRows(hours)}
        />
      }
    >
      {query.data && (
        <div className="mt-4 text-sm text-ink-2">
          <p className="font-medium text-ink">{bestTimeText(hours)}</p>
          <p>{bestWeekdayText(hours)}</p>
          <p className="text-ink-3">In the time of the people called.</p>
        </div>
      )}
    </QueryChartCard>
  );
}
