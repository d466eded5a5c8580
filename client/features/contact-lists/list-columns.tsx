import { formatCount, formatDateTime, formatNumber } from '#shared/formats.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import { paths } from '#client/app/routing/paths.ts';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { CellText, type Column } from '#client/ui/display/data-table.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';
import { consentText } from './list-text.ts';

/** The columns of the table of lists. */
export const LIST_COLUMNS: readonly Column<ContactListView>[] = [
  {
    key: 'name',
    header: 'Name',
    role: 'title',
    cell: ({ id, name }) => (
      <TextLink href={paths.contactList(id)} className="wrap-anywhere">
        {name}
      </TextLink>
    ),
  },
  {
    key: 'size',
    header: 'Contacts',
    cell: ({ size, status }) =>
      status === 'building' ? (
        <StatusPill tone="waiting">{`Building · ${formatCount(size, 'contact')}`}</StatusPill>
      ) : (
        <span className="tabular-nums">{formatNumber(size)}</span>
      ),
  },
  { key: 'consent', header: 'Consent', cell: (list) => <CellText>{consentText(list)}</CellText> },
  {
    key: 'used',
    header: 'Used by',
    cell: ({ used_by: uses }) => (uses === 0 ? '-' : formatCount(uses, 'campaign')),
  },
  {
    key: 'created',
    header: 'Created (UTC)',
    cell: ({ created_at: at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {formatDateTime(at)}
      </time>
    ),
  },
  {
    key: 'start',
    header: 'Actions',
    role: 'actions',
    align: 'end',
    cell: ({ id, size, status }) =>
      status === 'ready' &&
      size > 0 && (
        <ButtonLink
          variant="secondary"
          size="sm"
          href={paths.campaignOfList(id)}
          {...tooltip('Start a campaign with this list')}
        >
          Start
        </ButtonLink>
      ),
  },
];
