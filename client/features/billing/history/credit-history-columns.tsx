import { formatCount, formatDateTime, formatNumber } from '#shared/formats.ts';
import type { CreditEventType, CreditHistoryEntry } from '#shared/schemas/billing/credits.ts';
import type { Column } from '#client/ui/display/data-table.tsx';
import { StatusPill, type StatusTone } from '#client/ui/display/status-pill.tsx';

type Pill = [tone: StatusTone, label: string];

const TYPE: Record<CreditEventType, Pill> = {
  grant: ['delivered', 'Granted'],
  hold: ['waiting', 'On hold'],
  release: ['neutral', 'Released'],
  deduct: ['running', 'Deducted'],
  adjust: ['neutral', 'Adjusted'],
  refund: ['neutral', 'Refunded'],
};
/** Credits returned by a failed refund or a won dispute. */
const RETURNED: Pill = ['delivered', 'Returned'];

/** Columns of the credit history; the last ones are the balances after each event. */
export const CREDIT_HISTORY_COLUMNS: readonly Column<CreditHistoryEntry>[] = [
  {
    key: 'date',
    header: 'Date (UTC)',
    cell: ({ date }) => (
      <time dateTime={date} className="whitespace-nowrap">
        {formatDateTime(date)}
      </time>
    ),
  },
  { key: 'type', header: 'What', cell: (entry) => <Type {...entry} /> },
  {
    key: 'about',
    header: 'For',
    className: 'as-table:max-w-72',
    cell: (entry) => <span className="block min-w-0 break-words">{aboutOf(entry)}</span>,
  },
  {
    key: 'credits',
    header: 'Credits',
    align: 'end',
    cell: ({ credits }) => <span className="font-medium whitespace-nowrap">{signed(credits)}</span>,
  },
  { key: 'balance', header: 'Balance', align: 'end', cell: (entry) => <Balance {...entry} /> },
  { key: 'held', header: 'On hold', align: 'end', cell: ({ held }) => formatNumber(held) },
];

function Type({ type, credits }: Pick<CreditHistoryEntry, 'type' | 'credits'>) {
  const [tone, label] = type === 'refund' && credits > 0 ? RETURNED : TYPE[type];
  return (
    <StatusPill tone={tone} dot={false}>
      {label}
    </StatusPill>
  );
}

/** The available balance, and the debt that a refund left. */
function Balance({ balance, debt }: Pick<CreditHistoryEntry, 'balance' | 'debt'>) {
  if (debt === 0) return formatNumber(balance);
  return (
    <span>
      {formatNumber(balance)}
      <span className="block text-xs whitespace-nowrap text-ink-3">{formatNumber(debt)} owed</span>
    </span>
  );
}

/** Subject of an event: campaign and number of calls, or plan or reason. */
function aboutOf({ campaign_id, campaign_name, calls, note }: CreditHistoryEntry): string {
  if (campaign_id === null) return note ?? '';
  const name = campaign_name ?? 'Deleted campaign';
  if (calls === null || calls === 0) return name;
  return `${name} · ${formatCount(calls, 'call')}`;
}

/** Formats +20,000 or −450; the minus sign is as wide as the plus. */
function signed(credits: number): string {
  if (credits === 0) return '0';
  return `${credits > 0 ? '+' : '−'}${formatNumber(Math.abs(credits))}`;
}
