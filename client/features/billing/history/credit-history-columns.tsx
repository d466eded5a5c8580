import { formatCount, formatDateTime, formatNumber } from '#shared/formats.ts';
import type {
  CreditEventType,
  CreditHistoryEntry,
  CreditStatementEntry,
} from '#shared/schemas/billing/credits.ts';
import { SmartLink } from '#client/ui/controls/link.tsx';
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
/** Nothing is on hold for the campaign any more. */
const SETTLED: Pill = ['neutral', 'Settled'];

const DATE: Column<Pick<CreditHistoryEntry, 'date'>> = {
  key: 'date',
  header: 'Date (UTC)',
  cell: ({ date }) => (
    <time dateTime={date} className="whitespace-nowrap">
      {formatDateTime(date)}
    </time>
  ),
};
/** The balances after an event. */
const BALANCES: readonly Column<Pick<CreditHistoryEntry, 'balance' | 'debt' | 'held'>>[] = [
  { key: 'balance', header: 'Balance', align: 'end', cell: (entry) => <Balance {...entry} /> },
  { key: 'held', header: 'On hold', align: 'end', cell: ({ held }) => formatNumber(held) },
];
const ABOUT_CLASS = 'as-table:max-w-72';

/** Columns of the entries of the ledger. */
export const CREDIT_HISTORY_COLUMNS: readonly Column<CreditHistoryEntry>[] = [
  DATE,
  { key: 'type', header: 'What', cell: (entry) => <Type {...entry} /> },
  {
    key: 'about',
    header: 'For',
    className: ABOUT_CLASS,
    cell: (entry) => <span className="block min-w-0 break-words">{aboutOf(entry)}</span>,
  },
  {
    key: 'credits',
    header: 'Credits',
    align: 'end',
    cell: ({ credits }) => <Moved credits={credits} />,
  },
  ...BALANCES,
];

/** Columns of the statement; `hrefOf` returns the address that shows the entries of a campaign. */
export function statementColumns(
  hrefOf: (campaignId: string) => string,
): readonly Column<CreditStatementEntry>[] {
  return [
    DATE,
    {
      key: 'type',
      header: 'What',
      cell: (entry) => (entry.campaign === null ? <Type {...entry} /> : <Progress {...entry.campaign} />),
    },
    {
      key: 'about',
      header: 'For',
      className: ABOUT_CLASS,
      cell: (entry) => (
        <span className="block min-w-0 break-words">
          {entry.campaign_id === null ? (
            aboutOf(entry)
          ) : (
            <SmartLink href={hrefOf(entry.campaign_id)} data-row-link className="font-medium hover:underline">
              {nameOf(entry)}
            </SmartLink>
          )}
        </span>
      ),
    },
    {
      key: 'credits',
      header: 'Credits',
      align: 'end',
      cell: (entry) =>
        entry.campaign === null ? <Moved credits={entry.credits} /> : <Totals {...entry.campaign} />,
    },
    ...BALANCES,
  ];
}

type CampaignTotals = NonNullable<CreditStatementEntry['campaign']>;

/** Whether calls of a campaign may still be charged. */
function Progress({ held, charged, returned }: CampaignTotals) {
  const [tone, label] = held > charged + returned ? TYPE.hold : SETTLED;
  return (
    <StatusPill tone={tone} dot={false}>
      {label}
    </StatusPill>
  );
}

/** What a campaign took from the balance, and what became of it unless all of it was charged. */
function Totals({ held, charged, returned }: CampaignTotals) {
  const onHold = held - charged - returned;
  const parts =
    onHold > 0
      ? `${formatNumber(charged)} charged · ${formatNumber(onHold)} on hold`
      : `${formatNumber(held)} held · ${formatNumber(returned)} returned`;
  return (
    <span>
      <Moved credits={returned - held} />
      {charged !== held && <span className="block text-xs whitespace-nowrap text-ink-3">{parts}</span>}
    </span>
  );
}

function Moved({ credits }: Pick<CreditHistoryEntry, 'credits'>) {
  return <span className="font-medium whitespace-nowrap">{signed(credits)}</span>;
}

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

function nameOf({ campaign_name }: Pick<CreditHistoryEntry, 'campaign_name'>): string {
  return campaign_name ?? 'Deleted campaign';
}

/** Subject of an event: campaign and number of calls, or plan or reason. */
function aboutOf({ campaign_id, campaign_name, calls, note }: CreditHistoryEntry): string {
  if (campaign_id === null) return note ?? '';
  const name = nameOf({ campaign_name });
  if (calls === null || calls === 0) return name;
  return `${name} · ${formatCount(calls, 'call')}`;
}

/** Formats +20,000 or −450; the minus sign is as wide as the plus. */
function signed(credits: number): string {
  if (credits === 0) return '0';
  return `${credits > 0 ? '+' : '−'}${formatNumber(Math.abs(credits))}`;
}
