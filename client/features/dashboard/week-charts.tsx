import { Suspense, type ReactNode } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { ErrorBoundary } from '#client/app/loading/error-boundary.tsx';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { ChartCard, DayTable } from '#client/charts/chart-card.tsx';
import { CHART_HEIGHT } from '#client/charts/chart-format.ts';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import type { Weeks } from './use-weeks.ts';

const CallsChart = lazyOnDemand(() => import('#client/charts/calls-chart.tsx'));
const RateChart = lazyOnDemand(() => import('#client/charts/rate-chart.tsx'));

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
          <Drawn weeks={weeks}>
            <CallsChart data={days} />
          </Drawn>
        }
        table={
          <DayTable
            label="Calls sent last week"
            header="Calls"
            rows={days.map(({ day, calls }) => ({ day, value: formatNumber(calls) }))}
          />
        }
      />
      <ChartCard
        title="Delivery Rate"
        caption={caption(
          weeks.averageRate === undefined ? 'No calls yet' : `${String(weeks.averageRate)}% on average`,
        )}
        chart={
          <Drawn weeks={weeks}>
            <RateChart days={days.map(({ day }) => day)} rates={days.filter(({ calls }) => calls > 0)} />
          </Drawn>
        }
        table={
          <DayTable
            label="Delivery rate"
            header="Delivered"
            rows={days.map(({ day, calls, rate }) => ({
              day,
              value: calls === 0 ? '-' : `${String(rate)}%`,
            }))}
          />
        }
      />
    </div>
  );
}

/** A chart once its data and code are loaded; until then a placeholder of the same size. */
function Drawn({ weeks, children }: { weeks: Weeks; children: ReactNode }) {
  const room = (
    <div style={{ height: CHART_HEIGHT }} className="flex items-end">
      <Skeleton className="h-4/5 w-full" />
    </div>
  );
  if (weeks.loading) return room;
  return (
    <div className="relative">
      <ErrorBoundary fallback={<NoChart />}>
        <Suspense fallback={room}>{children}</Suspense>
      </ErrorBoundary>
      {weeks.failed && (
        <div className="absolute inset-0 grid place-items-center">
          <LoadError
            busy={weeks.retrying}
            onRetry={weeks.retry}
            className="rounded-control bg-surface px-2"
          />
        </div>
      )}
    </div>
  );
}

/** If the chart's code fails to load, the table still shows the data. */
function NoChart() {
  return (
    <div style={{ height: CHART_HEIGHT }} className="grid place-items-center">
      <LoadError
        onRetry={() => {
          window.location.reload();
        }}
      />
    </div>
  );
}
