import { ChartNoAxesColumn } from 'lucide-react';
import { formatDateTime, formatNumber } from '#shared/formats.ts';
import type { AnalyticsRow } from '#shared/schemas/analytics.ts';
import { paths } from '#client/app/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { StatusPill, type StatusTone } from '#client/ui/status-pill.tsx';

/** Statuses with a colour of their own; any other is neutral (B §4). */
const TONE: Partial<Record<AnalyticsRow['campaign_status'], StatusTone>> = {
  Success: 'delivered',
  Failed: 'failed',
};

/** The columns of "Campaign Performance" (B §2). */
export const ANALYTICS_COLUMNS: Column<AnalyticsRow>[] = [
  {
    key: 'name',
    header: 'Campaign Name',
    role: 'title',
    className: '@2xl:max-w-80',
    cell: ({ campaign_name }) => (
      <span className="block truncate font-medium" title={campaign_name}>
        {campaign_name}
      </span>
    ),
  },
  {
    key: 'time',
    header: 'Time',
    cell: ({ drop_date }) => (
      <time dateTime={drop_date} className="whitespace-nowrap">
        {formatDateTime(drop_date)} UTC
      </time>
    ),
  },
  {
    key: 'made',
    header: 'Made',
    align: 'end',
    cell: (row) => formatNumber(row.dropcowboy_success_calls + row.dropcowboy_failed_calls),
  },
  { key: 'failed', header: 'Failed', align: 'end', cell: (row) => formatNumber(row.dropcowboy_failed_calls) },
  {
    key: 'pending',
    header: 'Pending',
    align: 'end',
    cell: (row) => formatNumber(row.dropcowboy_pending_calls),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ campaign_status }) => (
      <StatusPill tone={TONE[campaign_status] ?? 'neutral'}>{campaign_status}</StatusPill>
    ),
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
