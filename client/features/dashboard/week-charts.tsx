import type { ReactNode } from 'react';
import { DAY_RULE } from '#shared/day-range.ts';
import { formatCount, rateText, successRate } from '#shared/formats.ts';
import { lazyOnDemand, lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { QueryChartCard } from '#client/app/loading/query-chart-card.tsx';
import type { Weeks } from './use-weeks.ts';

const CallsChart = lazyOnDemand(() => import('#client/charts/calls-chart.tsx'));
const RateChart = lazyOnDemand(() => import('#client/charts/rate-chart.tsx'));
const DayTable = lazyWithPreload(() => import('#client/charts/day-table.tsx'));

/** Two charts of the week. A day without calls has no delivery rate. */
export function WeekCharts({ weeks }: { weeks: Weeks }) {
  const { days, loading } = weeks;
  const caption = (text: string): ReactNode => (loading || weeks.failed ? null : text);
  return (
    <section aria-label="Last week" className="grid gap-4 lg:grid-cols-2">
      <QueryChartCard
        title="Calls Sent Last Week"
        query={weeks}
        caption={caption(formatCount(weeks.calls, 'call'))}
        chart={<CallsChart data={days} />}
        table={
          <DayTable
            label="Calls sent last week"
            file="calls"
            headers={['Calls']}
            rows={days.map(({ day, calls }) => ({ day, values: [calls] }))}
          />
        }
      />
      <QueryChartCard
        title="Delivery Rate"
        query={weeks}
        caption={caption(weeks.calls === 0 ? 'No calls yet' : rateText(weeks.delivered, weeks.calls))}
        chart={<RateChart data={days} />}
        table={
          <DayTable
            label="Delivery rate"
            file="delivery-rate"
            headers={['Delivery rate', 'Delivered', 'Calls']}
            rows={days.map(({ day, calls, delivered }) => ({
              day,
              values: [calls === 0 ? '-' : `${String(successRate(delivered, calls))}%`, delivered, calls],
            }))}
          />
        }
      />
      <p className="text-sm text-ink-3 lg:col-span-2">{DAY_RULE}</p>
    </section>
  );
}
