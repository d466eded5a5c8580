import { ChartNoAxesColumn } from 'lucide-react';
import { formatDateTime, formatNumber } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns.ts';
import { paths } from '#client/app/routing/paths.ts';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import type { Column } from '#client/ui/display/data-table.tsx';
import { StatusPill, type StatusTone } from '#client/ui/display/status-pill.tsx';

/** Statuses with their own colour; all others are neutral. */
const TONE: Partial<Record<CampaignView['status'], StatusTone>> = {
  Success: 'delivered',
  Failed: 'failed',
};

/** Columns of the "Campaign Performance" table. */
export const ANALYTICS_COLUMNS: Column<CampaignView>[] = [
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
    cell: ({ delivered, failed }) => formatNumber(delivered + failed),
  },
  { key: 'failed', header: 'Failed', align: 'end', cell: ({ failed }) => formatNumber(failed) },
  {
    key: 'pending',
    header: 'Pending',
    align: 'end',
    cell: ({ pending }) => formatNumber(pending),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusPill tone={TONE[status] ?? 'neutral'}>{status}</StatusPill>,
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
