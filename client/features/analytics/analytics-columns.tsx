import { ChartNoAxesColumn } from 'lucide-react';
import { formatDateTime, formatNumber } from '#shared/formats.ts';
import type { AnalyticsRow } from '#shared/schemas/analytics.ts';
import { paths } from '#client/app/routing/paths.ts';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import type { Column } from '#client/ui/display/data-table.tsx';
import { CampaignPill } from '#client/domain/calls/campaign-pill.tsx';

/** Columns of the "Campaign Performance" table. */
export const ANALYTICS_COLUMNS: Column<AnalyticsRow>[] = [
  {
    key: 'name',
    header: 'Campaign Name',
    role: 'title',
    className: 'as-table:max-w-80',
    cell: ({ campaign_name }) => (
      <span className="block truncate font-medium" title={campaign_name}>
        {campaign_name}
      </span>
    ),
  },
  {
    key: 'time',
    header: 'Time',
    // What runs has begun when it really did, which calling hours and pauses delay.
    cell: ({ drop_date, started_at }) => (
      <time dateTime={started_at ?? drop_date} className="whitespace-nowrap">
        {formatDateTime(started_at ?? drop_date)} UTC
      </time>
    ),
  },
  {
    key: 'made',
    header: 'Made',
    align: 'end',
    cell: ({ dropcowboy_success_calls: delivered, dropcowboy_failed_calls: failed }) =>
      formatNumber(delivered + failed),
  },
  {
    key: 'failed',
    header: 'Failed',
    align: 'end',
    cell: ({ dropcowboy_failed_calls: failed }) => formatNumber(failed),
  },
  {
    key: 'pending',
    header: 'Pending',
    align: 'end',
    cell: ({ dropcowboy_pending_calls: pending }) => formatNumber(pending),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ campaign_status: status }) => <CampaignPill status={status} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    role: 'actions',
    cell: ({ campaign_name }) => (
      <ButtonLink
        href={paths.analyticsDetails(campaign_name)}
        variant="secondary"
        size="sm"
        icon={ChartNoAxesColumn}
      >
        View details
      </ButtonLink>
    ),
  },
];
