import { ChartNoAxesColumn, PhoneOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { campaignStatusMessage, formatNumber } from '#shared/formats.ts';
import type { AnalyticsRow } from '#shared/schemas/analytics.ts';
import { paths } from '#client/app/paths.ts';
import type { CampaignProgress } from '#client/app/progress-news.ts';
import { ProgressStatus } from '#client/app/progress-status.tsx';
import { refetchPace } from '#client/app/refetch-pace.ts';
import { trpc } from '#client/app/trpc.ts';
import { useLive } from '#client/app/use-live.ts';
import { useOnChange } from '#client/app/use-on-change.ts';
import { WelcomeModals } from '#client/app/welcome-modals.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Figure } from '#client/ui/figure.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { ANALYTICS_COLUMNS } from './analytics-columns.tsx';
import { totalsOf } from './analytics-words.ts';

const PAGE_SIZE = 10;

/** /analytics: all campaigns in numbers (B §2). */
export default function AnalyticsPage() {
  const live = useLive();
  const utils = trpc.useUtils();
  const { data, isPending, isError, isFetching, refetch } = trpc.analytics.campaigns.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      !live &&
      refetchPace(
        (state.data ?? []).map(({ campaign_status, drop_date }) => ({
          status: campaign_status,
          dropDate: drop_date,
        })),
        Date.now(),
      ),
  });
  const [page, setPage] = useState(1);
  const rows = data ?? [];
  const progress = useMemo(() => (data ?? []).map(progressOf), [data]);
  useOnChange(
    data && progress.map(({ id, status, done }) => `${id} ${status} ${String(done)}`).join(),
    () => {
      if (!live) void utils.credits.balance.invalidate();
    },
  );
  const totals = totalsOf(rows);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const shown = Math.min(page, pages);
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
        <Figure
          label="Total Calls"
          value={formatNumber(totals.calls)}
          caption="in all campaigns, pending ones included"
          loading={isPending}
        />
        <Figure
          label="Success Rate"
          value={`${String(totals.successRate)}%`}
          caption={`${formatNumber(totals.delivered)} of ${formatNumber(totals.calls)} delivered`}
          loading={isPending}
        />
        <Figure
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
          rows={rows.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE)}
          rowKey={({ id }) => id}
          loading={isPending}
          empty={
            <EmptyState
              icon={ChartNoAxesColumn}
              title="No campaigns found"
              text="Once a campaign is on its way, its calls are counted here."
              action={<ButtonLink href={paths.campaign}>Create Campaign</ButtonLink>}
            />
          }
        />
        {isError && <LoadError className="pb-6" busy={isFetching} onRetry={() => void refetch()} />}
        {pages > 1 && (
          <Pager
            page={shown}
            pages={pages}
            onPageChange={setPage}
            className="border-t border-line px-5 py-3"
          />
        )}
      </Card>
      <WelcomeModals page="analytics" campaigns={data?.length} />
    </div>
  );
}

function progressOf(row: AnalyticsRow): CampaignProgress {
  const { id, campaign_name: name, campaign_status: status, dropcowboy_total_calls: total } = row;
  const delivered = row.dropcowboy_success_calls;
  const message = campaignStatusMessage(status, total, delivered);
  return { id, name, status, message, done: delivered + row.dropcowboy_failed_calls, total };
}
