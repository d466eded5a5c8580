import { ChevronLeft, PhoneOff, Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { keepPreviousData } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CallDetail } from '#shared/schemas/analytics.ts';
import { formatDays } from '#shared/formats.ts';
import { callsCsvPath, exportFileName } from '#shared/paths.ts';
import { paths } from '#client/app/routing/paths.ts';
import { SCHEDULED_MS, SENDING_MS } from '#client/app/live/refetch-interval.ts';
import { errorStatus, trpc } from '#client/app/trpc.ts';
import { useLive } from '#client/app/live/use-live.ts';
import { useOnChange } from '#client/app/use-on-change.ts';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { CellText, type Column, DataTable } from '#client/ui/display/data-table.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { Pager } from '#client/ui/display/pager.tsx';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { download } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { campaignNameIn, describeCall } from './analytics-text.ts';
import { CampaignMessage } from './campaign-message.tsx';
import { CampaignStats } from './campaign-stats.tsx';

/** Rows per page. */
const PAGE_SIZE = 5;

/** /analytics/details/{campaign_name}: the status of each call of one campaign. */
export default function AnalyticsDetailsPage() {
  useLocation();
  const name = campaignNameIn(window.location.pathname);
  return <CampaignDetails key={name} name={name} />;
}

function CampaignDetails({ name }: { name: string }) {
  const [page, setPage] = useState(1);
  const live = useLive();
  const utils = trpc.useUtils();
  const status = trpc.campaigns.status.useQuery(
    { id: name },
    { refetchInterval: ({ state }) => !live && paceOf(state.data?.status) },
  );
  useOnChange(status.data?.status, () => {
    // Calls may have become final after the last fetch.
    void utils.analytics.details.invalidate();
    void utils.analytics.campaign.invalidate();
  });
  // Calls change before the counters do and live updates carry only counters, so the list is polled as well.
  const pace = status.data?.status === 'Sending' && SENDING_MS;
  const { data, error, isPending, isFetching, refetch } = trpc.analytics.details.useQuery(
    { campaign_name: name, page, page_size: PAGE_SIZE },
    { placeholderData: keepPreviousData, refetchInterval: pace },
  );
  const entry = data?.[0];
  const total = entry?.total ?? 0;
  const unknown = errorStatus(error) === 404;
  const erasedAfter = entry?.contacts_erased_after_days ?? null;
  return (
    <div className="flex flex-col gap-4">
      <SmartLink
        href={paths.analytics}
        className="-mb-2 inline-flex items-center gap-1 self-start rounded-small text-sm text-ink-2 hover:text-ink"
      >
        <Icon icon={ChevronLeft} size={16} />
        Analytics
      </SmartLink>
      <PageHeader
        title={<span className="break-words">{entry?.campaign_name ?? name}</span>}
        text="Every call of this campaign. Dates are UTC."
        actions={
          unknown || erasedAfter !== null ? undefined : (
            <ExportDetails campaign={name} name={entry?.campaign_name ?? name} />
          )
        }
        className="mb-3"
      />
      {!unknown && <CampaignStats campaign={name} total={total} pace={!live && pace} />}
      <Card aria-label="Call Details">
        <CardHeader className="pb-2">
          <CardTitle>Call Details</CardTitle>
        </CardHeader>
        <DataTable
          label="Call Details"
          columns={CALL_COLUMNS}
          rows={entry?.call_details ?? []}
          rowKey={({ phone_number }) => phone_number}
          loading={isPending}
          skeletonRows={PAGE_SIZE}
          empty={
            erasedAfter === null ? (
              <EmptyState
                icon={PhoneOff}
                title="No call details available"
                text={unknown ? `You have no campaign named “${name}”.` : undefined}
              />
            ) : (
              <EmptyState
                icon={ShieldCheck}
                title={`Contacts were erased after ${formatDays(erasedAfter)}`}
                text="The totals above are kept."
              />
            )
          }
        />
        {error !== null && !unknown && (
          <LoadError className="pb-6" busy={isFetching} onRetry={() => void refetch()} />
        )}
        {total > 0 && erasedAfter === null && (
          <Pager
            page={page}
            pages={Math.ceil(total / PAGE_SIZE)}
            onPageChange={setPage}
            className="border-t border-line px-5 py-3"
          />
        )}
      </Card>
      {total > 0 && erasedAfter === null && <CampaignMessage reference={name} total={total} />}
    </div>
  );
}

/** Polling interval in milliseconds without live updates; false for campaigns that are not running. */
function paceOf(status: CampaignStatus | undefined): number | false {
  if (status === 'Sending') return SENDING_MS;
  return status === 'Scheduled' && SCHEDULED_MS;
}

/** Columns of a campaign's call list; the status is green for success and red for everything else. */
const CALL_COLUMNS: Column<CallDetail>[] = [
  {
    key: 'phone',
    header: 'Phone Number',
    role: 'title',
    cell: (call) => <span className="font-medium whitespace-nowrap">{describeCall(call).phone}</span>,
  },
  { key: 'name', header: 'Name', cell: (call) => <CellText>{describeCall(call).name}</CellText> },
  { key: 'email', header: 'Email', cell: (call) => <CellText>{describeCall(call).email}</CellText> },
  { key: 'company', header: 'Company', cell: (call) => <CellText>{describeCall(call).company}</CellText> },
  { key: 'status', header: 'Voicemail Status', cell: (call) => <CallStatus call={call} /> },
  {
    key: 'date',
    header: 'Date',
    cell: (call) => (
      <time dateTime={call.date} className="whitespace-nowrap">
        {describeCall(call).date}
      </time>
    ),
  },
];

function CallStatus({ call: { status, reason } }: { call: CallDetail }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end">
      <StatusPill tone={status === 'success' ? 'delivered' : 'failed'}>{status}</StatusPill>
      {reason !== null && <span className="text-sm text-ink-3">{reason}</span>}
    </span>
  );
}

/** Downloads all calls of a campaign as a CSV file named after it. `campaign` is its name or id. */
function ExportDetails({ campaign, name }: { campaign: string; name: string }) {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const saved = await download(callsCsvPath(campaign), exportFileName(name));
      if (saved) toast.success('Export successful!');
    } catch {
      toast.error('Failed to export details. Please try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="secondary" icon={Download} busy={busy} onClick={() => void save()}>
      Export Details
    </Button>
  );
}
