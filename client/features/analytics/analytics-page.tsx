import { ChartNoAxesColumn, PhoneOff } from 'lucide-react';
import { useMemo } from 'react';
import { campaignStatusMessage, formatNumber } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns.ts';
import { paths } from '#client/app/routing/paths.ts';
import { type CampaignProgress, ProgressStatus } from '#client/app/live/progress-status.tsx';
import { useCampaigns } from '#client/app/live/use-campaigns.ts';
import { useListPages } from '#client/app/live/use-list-pages.ts';
import { WelcomeModals } from '#client/app/session/welcome-modals.tsx';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle, StatCard } from '#client/ui/display/card.tsx';
import { DataTable } from '#client/ui/display/data-table.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { Pager } from '#client/ui/display/pager.tsx';
import { ANALYTICS_COLUMNS } from './analytics-columns.tsx';
import { totalsOf } from './analytics-text.ts';

const PAGE_SIZE = 10;

/** /analytics: the stats of all campaigns. */
export default function AnalyticsPage() {
  const { campaigns, summary, query, isPending, retry } = useCampaigns();
  const progress = useMemo(() => (campaigns ?? []).map(progressOf), [campaigns]);
  const totals = totalsOf(summary);
  const { shown, page, pages, setPage } = useListPages(campaigns ?? [], {
    size: PAGE_SIZE,
    total: summary?.campaigns ?? 0,
    query,
  });
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
      <div className="grid gap-4 sm:grid-cols-3">
        <StatCard
          label="Total Calls"
          value={formatNumber(totals.calls)}
          caption="in all campaigns, including pending ones"
          loading={isPending}
        />
        <StatCard
          label="Success Rate"
          value={`${String(totals.successRate)}%`}
          caption={`${formatNumber(totals.delivered)} of ${formatNumber(totals.calls)} delivered`}
          loading={isPending}
        />
        <StatCard
          label="Pending"
          value={formatNumber(totals.pending)}
          caption="calls not yet final"
          loading={isPending}
        />
      </div>
      <Card aria-label="Campaign Performance">
        <CardHeader className="pb-2">
          <CardTitle>Campaign Performance</CardTitle>
        </CardHeader>
        <DataTable
          label="Campaign Performance"
          columns={ANALYTICS_COLUMNS}
          rows={shown}
          rowKey={({ id }) => id}
          loading={query.isPending}
          empty={
            <EmptyState
              icon={ChartNoAxesColumn}
              title="No campaigns found"
              text="Once a campaign is sending, its calls are counted here."
              action={<ButtonLink href={paths.campaign}>Create Campaign</ButtonLink>}
            />
          }
        />
        {query.isError && <LoadError className="pb-6" busy={query.isFetching} onRetry={retry} />}
        {pages > 1 && (
          <Pager
            page={page}
            pages={pages}
            onPageChange={setPage}
            className="border-t border-line px-5 py-3"
          />
        )}
      </Card>
      <WelcomeModals page="analytics" campaigns={campaigns?.length} />
    </div>
  );
}

function progressOf({ id, name, status, total, delivered, failed }: CampaignView): CampaignProgress {
  const message = campaignStatusMessage(status, total, delivered);
  return { id, name, status, message, done: delivered + failed, total };
}
