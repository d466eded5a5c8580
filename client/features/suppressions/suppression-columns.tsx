import { Trash2 } from 'lucide-react';
import { formatDateTime, formatPhone } from '#shared/formats.ts';
import { needsRemovalReason, type SuppressionView } from '#shared/schemas/calling/suppressions.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { CellText, type Column } from '#client/ui/display/data-table.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { SOURCE_LABEL } from './suppression-text.ts';

/** Columns of the do-not-call list. */
export function suppressionColumns(onRemove: (number: SuppressionView) => void): Column<SuppressionView>[] {
  return [
    {
      key: 'phone',
      header: 'Phone Number',
      role: 'title',
      cell: ({ phone }) => <span className="font-medium whitespace-nowrap">{formatPhone(phone)}</span>,
    },
    {
      key: 'source',
      header: 'Reason',
      cell: ({ source, reason }) => (
        <div className="flex flex-col items-start gap-1">
          <StatusPill tone={needsRemovalReason(source) ? 'waiting' : 'neutral'} dot={false}>
            {SOURCE_LABEL[source]}
          </StatusPill>
          {reason !== null && <CellText>{reason}</CellText>}
        </div>
      ),
    },
    {
      key: 'campaign',
      header: 'Campaign',
      cell: ({ campaign_name }) => <CellText>{campaign_name ?? '-'}</CellText>,
    },
    {
      key: 'added',
      header: 'Added (UTC)',
      cell: ({ added_at }) => (
        <time dateTime={added_at} className="whitespace-nowrap">
          {formatDateTime(added_at)}
        </time>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      role: 'actions',
      cell: (number) => (
        <Button
          aria-label={`Remove ${formatPhone(number.phone)}`}
          variant="secondary"
          size="sm"
          icon={Trash2}
          onClick={() => {
            onRemove(number);
          }}
        >
          Remove
        </Button>
      ),
    },
  ];
}
