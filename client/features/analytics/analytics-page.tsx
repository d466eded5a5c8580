import { CalendarX2, PhoneOff } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { rangeBefore } from '#shared/day-range.ts';
import { formatDelivered, formatNumber } from '#shared/formats.ts';
import { ProgressStatus } from '#client/app/live/progress-status.tsx';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { paths } from '#client/app/routing/paths.ts';
import { WelcomeModals } from '#client/app/session/welcome-modals.tsx';
import { trpc } from '#client/app/trpc.ts';
import { useUrlState } from '#client/kit/url-state.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { Card, StatCard } from '#client/ui/display/card.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { EmptyState, Skeleton } from '#client/ui/display/states.tsx';
import { totalsOf } from './analytics-text.ts';
import { CampaignTable } from './overview/campaign-table.tsx';
import { compareHref } from './compare/compare-url.ts';
import { RangeFilter } from './overview/overview-filters.tsx';
import { chartDays, isInFuture, overviewUrl, rangeText } from './overview/overview-url.ts';
import { progressOf, useOverview, type Overview } from './overview/use-overview.ts';

const RangeCharts = lazyOnDemand(() => import('./overview/range-charts.tsx'));
const Insights = lazyOnDemand(() => import('./insights/insights.tsx'));

/** /analytics: the stats of all campaigns, or of those of a range. */
export default function AnalyticsPage() {
  const { shown, show } = useUrlState(overviewUrl);
  const overview = useOverview(shown);
  const summary = trpc.campaigns.summary.useQuery();
  const { now, range, problem, rows } = overview;
  const progress = useMemo(() => (rows ?? []).map(progressOf), [rows]);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Analytics"
        text="How your campaigns are doing. Times are UTC."
        className="mb-3"
        actions={
          <ButtonLink href={paths.doNotCall} variant="secondary" icon={PhoneOff}>
            Do Not Call List
          </ButtonLink>
        }
      />
      <ProgressStatus campaigns={progress} />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <RangeFilter shown={shown} show={show} problem={problem} />
        <CompareWithBefore overview={overview} />
      </div>
      {isInFuture(range, now) && (
        <Notice tone="info">
          This range begins in the future: only campaigns that are still to be sent can be in it.
        </Notice>
      )}
      {problem === undefined ? (
        <>
          <Totals overview={overview} />
          <CampaignTable overview={overview} shown={shown} show={show} />
          {!isInFuture(range, now) && (
            <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
              <RangeCharts range={range} now={now} />
              <Insights days={chartDays(range, now)} now={now} />
            </Suspense>
          )}
        </>
      ) : (
        <Card>
          <EmptyState
            icon={CalendarX2}
            title="Please choose other days"
            text={problem}
            action={
              <Button
                variant="secondary"
                onClick={() => {
                  show({ range: 'all', from: '', to: '' });
                }}
              >
                Show All Time
              </Button>
            }
          />
        </Card>
      )}
      <WelcomeModals page="analytics" campaigns={summary.data?.campaigns} />
    </div>
  );
}

/** The totals of the range; search and status do not change them. */
function Totals({ overview: { totals: query, range } }: { overview: Overview }) {
  const totals = totalsOf(query.data);
  const isRange = range.from !== undefined || range.to !== undefined;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <StatCard
        label="Total Calls"
        value={formatNumber(totals.calls)}
        caption={rangeText(range)}
        loading={query.isPending}
      />
      <StatCard
        label="Success Rate"
        value={`${String(totals.successRate)}%`}
        caption={formatDelivered(totals.delivered, totals.calls)}
        loading={query.isPending}
      />
      <StatCard
        label="Pending"
        value={formatNumber(totals.pending)}
        caption={isRange ? 'calls not yet final, of the campaigns below' : 'calls not yet final'}
        loading={query.isPending}
      />
      {isRange && (
        <p className="text-sm text-ink-3 sm:col-span-3">
          These are the calls of these days, as in the charts below. The table has the campaigns that start in
          these days.
        </p>
      )}
    </div>
  );
}

/** Leads to the comparison of a range with the one of the same length before it. */
function CompareWithBefore({ overview: { range, problem } }: { overview: Overview }) {
  const { from, to } = range;
  if (from === undefined || to === undefined || problem !== undefined) return null;
  const b = { from, to };
  return (
    <ButtonLink variant="secondary" href={compareHref({ kind: 'periods', a: rangeBefore(b), b })}>
      Compare with the Period Before
    </ButtonLink>
  );
}
