import { Fragment, useMemo, useState } from 'react';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { titleCase } from '#client/app/layout/title-case.ts';
import { type CampaignProgress, ProgressStatus } from '#client/app/live/progress-status.tsx';
import { useCampaigns } from '#client/app/live/use-campaigns.ts';
import { trpc } from '#client/app/trpc.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { WelcomeModals } from '#client/app/session/welcome-modals.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { CampaignList } from './campaign-list.tsx';
import { DashboardStats } from './dashboard-stats.tsx';
import { greeting, weekSentence } from './dashboard-text.ts';
import { NowCard } from './now-card.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { useFinishedToasts } from './finished-toasts.ts';
import { useWeeks } from './use-weeks.ts';
import { WeekCharts } from './week-charts.tsx';

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
  const isPending = list.isPending || next.isPending;
  const [hour] = useState(() => new Date().getHours());
  useFinishedToasts(campaigns);
  const progress = useMemo(() => (campaigns ?? []).map(progressOf), [campaigns]);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={greeting(titleCase(display_name) || 'User', hour)}
        text={isPending || weeks.loading ? NBSP : weekSentence(summary?.by_status.Sending ?? 0, weeks.calls)}
        className="mb-3"
      />
      <ProgressStatus campaigns={progress} />
      <DashboardStats summary={summary} weeks={weeks} loading={isPending} />
      {/* Remounted once the campaigns are known, so that the first steps do not shift the layout. */}
      <Fragment key={isPending ? 'loading' : 'loaded'}>
        {campaigns?.length === 0 && <FirstStepsCard />}
        {campaigns !== undefined && campaigns.length > 0 && (
          <NowCard campaigns={campaigns} next={next.data?.campaigns[0]} />
        )}
        <WeekCharts weeks={weeks} />
        <CampaignList campaigns={campaigns} total={summary?.campaigns ?? 0} query={query} onRetry={retry} />
      </Fragment>
      <WelcomeModals page="dashboard" campaigns={campaigns?.length} />
    </div>
  );
}

function progressOf(campaign: CampaignView): CampaignProgress {
  const { id, name, status, status_message: message, delivered, failed, total } = campaign;
  return { id, name, status, message, done: delivered + failed, total };
}
