import type { ReactNode } from 'react';
import { BASIS_NAMES } from '#shared/calling/consent-basis.ts';
import { formatPhone } from '#shared/formats.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import type { EvidenceRow } from '#shared/schemas/campaigns/evidence.ts';
import { CellText, type Column } from '#client/ui/display/data-table.tsx';
import { CalledAt } from './called-at.tsx';

/** Columns of the evidence of a campaign, a row for each call. */
export const EVIDENCE_COLUMNS: Column<EvidenceRow>[] = [
  {
    key: 'phone',
    header: 'Phone Number',
    role: 'title',
    cell: ({ phone_number }) => (
      <span className="font-medium whitespace-nowrap">{formatPhone(phone_number)}</span>
    ),
  },
  { key: 'called', header: 'Called, Local Time', cell: ({ call }) => <CalledAt call={call} /> },
  {
    key: 'hours',
    header: 'Hours and Rules',
    cell: ({ call }) =>
      call === null ? (
        '-'
      ) : (
        <TwoLines first={call.hours ?? '-'} second={<span data-rules>{call.rules.join(', ')}</span>} />
      ),
  },
  {
    key: 'consent',
    header: 'Consent',
    cell: ({ consents: [first, ...more] }) =>
      first === undefined ? '-' : <TwoLines first={basisOf(first)} second={sourceOf(first, more.length)} />,
  },
  {
    key: 'check',
    header: 'Message Check',
    cell: ({ message_check: version }) => (version === null ? '-' : `Version ${String(version)}`),
  },
  {
    key: 'do-not-call',
    header: 'Do Not Call',
    cell: ({ do_not_call }) => (do_not_call ? 'Listed now' : 'Not listed'),
  },
  {
    key: 'carrier',
    header: 'Carrier Said',
    cell: ({ status, reason }) => <CellText>{reason === null || reason === '' ? status : reason}</CellText>,
  },
];

function basisOf({ basis, own_words }: Consent): string {
  return own_words ?? BASIS_NAMES[basis];
}

function sourceOf({ source, obtained_at: date }: Consent, others: number): ReactNode {
  return (
    <>
      {source}, <span className="whitespace-nowrap">{date}</span>
      {others > 0 && ', or another list'}
    </>
  );
}

function TwoLines({ first, second }: { first: string; second: ReactNode }) {
  return (
    <span className="inline-flex min-w-0 flex-col wrap-anywhere as-cards:items-end base:as-table:max-w-56">
      <span>{first}</span>
      <span className="text-sm text-ink-3">{second}</span>
    </span>
  );
}
