import { Suspense, useMemo, useState } from 'react';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { titleCase } from '#client/app/layout/title-case.ts';
import { type CampaignProgress, ProgressStatus } from '#client/app/live/progress-status.tsx';
import { useCampaigns } from '#client/app/live/use-campaigns.ts';
import { trpc } from '#client/app/trpc.ts';
import type { ListQuery } from '#client/kit/use-list-pages.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { WelcomeModals } from '#client/app/session/welcome-modals.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { CampaignList } from './campaign-list.tsx';
import { DashboardStats } from './dashboard-stats.tsx';
import { greeting, weekSentence } from './dashboard-text.ts';
import { NowCard } from './now-card.tsx';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { Skeleton } from '#client/ui/display/states.tsx';
import { useFirstRun } from './first-run/use-first-run.ts';
import { useFinishedToasts } from './finished-toasts.ts';
import { useWeeks, type Weeks } from './use-weeks.ts';
import { WeekCharts } from './week-charts.tsx';

const FirstRunCard = lazyOnDemand(() => import('./first-run/first-run-card.tsx'));

/** The campaign that starts next. */
const NEXT = { group: 'scheduled', sort: 'time', direction: 'asc', limit: 1 } as const;

/** Placeholder that keeps the height of a sentence while it loads. */
const NBSP = '\u00a0';

/** /dashboard: credits, campaigns and the last seven days. */
export default function DashboardPage() {
  const { display_name } = useUser();
  const { campaigns, summary, query, retry, ...list } = useCampaigns();
  const weeks = useWeeks();
  const next = trpc.campaigns.group.useQuery(NEXT);
  const firstRun = useFirstRun();
  const isPending = list.isPending || next.isPending;
  const [hour] = useState(() => new Date().getHours());
  useFinishedToasts(campaigns);
  const isLoading = isPending || firstRun.isPending;
  // A new account has the steps in place of zeros.
  const isNew = !isLoading && firstRun.steps !== undefined && campaigns?.length === 0;
  const progress = useMemo(() => (campaigns ?? []).map(progressOf), [campaigns]);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={greeting(titleCase(display_name) || 'User', hour)}
        text={isPending || weeks.loading ? NBSP : weekSentence(summary?.by_status.Sending ?? 0, weeks.calls)}
        className="mb-3"
      />
      <ProgressStatus campaigns={progress} />
      {isLoading ? (
        <LoadingOverview weeks={weeks} query={query} onRetry={retry} />
      ) : (
        <>
          {firstRun.steps !== undefined && (
            <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
              <FirstRunCard run={firstRun.steps} hasCampaign={!isNew} />
            </Suspense>
          )}
          {!isNew && <DashboardStats summary={summary} weeks={weeks} loading={false} />}
          {campaigns !== undefined && campaigns.length > 0 && (
            <NowCard campaigns={campaigns} next={next.data?.campaigns[0]} />
          )}
          {!isNew && <WeekCharts weeks={weeks} />}
          <CampaignList campaigns={campaigns} total={summary?.campaigns ?? 0} query={query} onRetry={retry} />
        </>
      )}
      <WelcomeModals page="dashboard" campaigns={campaigns?.length} />
    </div>
  );
}

/** What is shown until it is known whether the first steps are shown above the rest. */
function LoadingOverview({ weeks, query, onRetry }: { weeks: Weeks; query: ListQuery; onRetry: () => void }) {
  return (
    <>
      <DashboardStats summary={undefined} weeks={weeks} loading />
      <WeekCharts weeks={weeks} />
      <CampaignList campaigns={undefined} total={0} query={query} onRetry={onRetry} />
    </>
  );
}

function progressOf(campaign: CampaignView): CampaignProgress {
  const { id, name, status, status_message: message, delivered, failed, total } = campaign;
  return { id, name, status, message, done: delivered + failed, total };
}
