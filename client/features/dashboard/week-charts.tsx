import type { ReactNode } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { lazyOnDemand, lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { ChartCard } from '#client/charts/chart-card.tsx';
import { DrawnChart } from '#client/app/loading/drawn-chart.tsx';
import type { Weeks } from './use-weeks.ts';

const CallsChart = lazyOnDemand(() => import('#client/charts/calls-chart.tsx'));
const RateChart = lazyOnDemand(() => import('#client/charts/rate-chart.tsx'));
const DayTable = lazyWithPreload(() => import('#client/charts/day-table.tsx'));

/** Two charts of the week. A day without calls has no delivery rate. */
export function WeekCharts({ weeks }: { weeks: Weeks }) {
  const { days, loading } = weeks;
  const caption = (text: string): ReactNode => (loading || weeks.failed ? null : text);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <ChartCard
        title="Calls Sent Last Week"
        caption={caption(`${formatNumber(weeks.calls)} ${weeks.calls === 1 ? 'call' : 'calls'}`)}
        chart={
          <DrawnChart query={weeks}>
            <CallsChart data={days} />
          </DrawnChart>
        }
        table={
          <DrawnChart key="table" query={weeks}>
            <DayTable
              label="Calls sent last week"
              file="calls"
              headers={['Calls']}
              rows={days.map(({ day, calls }) => ({ day, values: [calls] }))}
            />
          </DrawnChart>
        }
      />
      <ChartCard
        title="Delivery Rate"
        caption={caption(
          weeks.averageRate === undefined ? 'No calls yet' : `${String(weeks.averageRate)}% on average`,
        )}
        chart={
          <DrawnChart query={weeks}>
            <RateChart days={days.map(({ day }) => day)} rates={days.filter(({ calls }) => calls > 0)} />
          </DrawnChart>
        }
        table={
          <DrawnChart key="table" query={weeks}>
            <DayTable
              label="Delivery rate"
              file="delivery-rate"
              headers={['Delivered']}
              rows={days.map(({ day, calls, rate }) => ({
                day,
                values: [calls === 0 ? '-' : `${String(rate)}%`],
              }))}
            />
          </DrawnChart>
        }
      />
    </div>
  );
}
