import { keepPreviousData } from '@tanstack/react-query';
import { DAY_RULE, type DayRange, type Days, daysIn, MAX_CHART_DAYS } from '#shared/day-range.ts';
import { formatDayRange } from '#shared/drop-schedule.ts';
import { formatCount, rateText, successRate } from '#shared/formats.ts';
import type { DayCalls } from '#shared/schemas/analytics.ts';
import { lazyOnDemand, lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { trpc } from '#client/app/trpc.ts';
import { chartQuery } from '#client/app/loading/drawn-chart.tsx';
import { QueryChartCard } from '#client/app/loading/query-chart-card.tsx';
import { chartDays } from './overview-url.ts';

const CallsChart = lazyOnDemand(() => import('#client/charts/calls-chart.tsx'));
const RateChart = lazyOnDemand(() => import('#client/charts/rate-chart.tsx'));
const DayTable = lazyWithPreload(() => import('#client/charts/day-table.tsx'));

/** Calls and delivery by day in a range; of the last 30 days where it is open. */
export default function RangeCharts({ range, now }: { range: DayRange; now: Date }) {
  const days = chartDays(range, now);
  const result = trpc.analytics.days.useQuery(days, { placeholderData: keepPreviousData });
  const shown = result.data ?? [];
  const query = chartQuery(result);
  const delivered = shown.reduce((sum, day) => sum + day.delivered, 0);
  const calls = shown.reduce((sum, day) => sum + callsOf(day), 0);
  return (
    <section aria-label="Calls by day" className="flex flex-col gap-3">
      <p className="text-sm text-ink-3">{daysText(shown, days)}</p>
      <div className="grid gap-4 lg:grid-cols-2">
        <QueryChartCard
          title="Calls by Day"
          query={query}
          caption={query.loading || query.failed ? null : formatCount(calls, 'call')}
          chart={<CallsChart data={shown.map((day) => ({ day: day.day, calls: callsOf(day) }))} />}
          table={
            <DayTable
              label="Calls by day"
              file="calls-by-day"
              headers={['Made', 'Delivered', 'Failed']}
              rows={shown.map((day) => ({
                day: day.day,
                values: [callsOf(day), day.delivered, day.failed],
              }))}
            />
          }
        />
        <QueryChartCard
          title="Delivery Rate by Day"
          query={query}
          caption={
            query.loading || query.failed ? null : calls === 0 ? 'No calls' : rateText(delivered, calls)
          }
          chart={<RateChart data={shown.map((day) => ({ ...day, calls: callsOf(day) }))} />}
          table={
            <DayTable
              label="Delivery rate by day"
              file="delivery-rate-by-day"
              headers={['Delivery rate', 'Delivered', 'Made']}
              rows={shown.map((day) => ({
                day: day.day,
                values: [
                  callsOf(day) === 0 ? '-' : `${String(successRate(day.delivered, callsOf(day)))}%`,
                  day.delivered,
                  callsOf(day),
                ],
              }))}
            />
          }
        />
      </div>
    </section>
  );
}

function callsOf({ delivered, failed }: DayCalls): number {
  return delivered + failed;
}

/** Says which days the charts cover. */
function daysText(shown: readonly DayCalls[], asked: Days | undefined): string {
  const [first, last] = [shown[0]?.day, shown.at(-1)?.day];
  if (first === undefined || last === undefined) return '\u00a0';
  const part =
    asked !== undefined && daysIn(asked) === MAX_CHART_DAYS ? `, at most ${String(MAX_CHART_DAYS)} days` : '';
  return `Calls that ended ${first === last ? 'on' : 'from'} ${formatDayRange(first, last)}${part}. ${DAY_RULE}`;
}
