import { formatNumber } from '#shared/formats.ts';
import type { CreditEvent } from '#server/credits/events.ts';
import { countCalls } from '#server/credits/lots.ts';
import { noteOf, signedCredits } from '#server/credits/history/present-history.ts';
import { Replay } from '#server/credits/stream/replay.ts';
import type { SupportContext } from './support-context.ts';
import { formatTable, type Column } from '../lib/table.ts';
import type { Until } from './usage.ts';

/** An event and the balance after it, replayed from zero. */
interface ReplayedEvent {
  version: number;
  at: string;
  type: string;
  credits: number;
  calls: number | null;
  campaign: string | null;
  available: number;
  held: number;
  debt: number;
  key: string;
  note: string | null;
}

const COLUMNS: Column[] = [
  { title: 'NO', align: 'right' },
  { title: 'TIME (UTC)' },
  { title: 'TYPE' },
  { title: 'CREDITS', align: 'right' },
  { title: 'CALLS', align: 'right' },
  { title: 'AVAILABLE', align: 'right' },
  { title: 'HELD', align: 'right' },
  { title: 'DEBT', align: 'right' },
  { title: 'KEY' },
  { title: 'NOTE' },
];

/** Prints a user's events in order with the replayed balance after each. Always returns exit code 0. */
export async function replay(
  context: SupportContext,
  { email, until, json }: { email: string; until: Until | undefined; json: boolean },
): Promise<number> {
  const streamId = await context.streamOf(email);
  const replayed = new Replay();
  const events: ReplayedEvent[] = [];
  for await (const event of context.credits.history.all(streamId)) {
    if (until !== undefined && isAfter(event, until)) break;
    replayed.apply(event);
    events.push(describe(event, replayed));
  }
  const { available, held, debt } = replayed.balance;
  if (json) {
    context.print(JSON.stringify({ email, events, balance: { available, held, debt } }, undefined, 2));
    return 0;
  }
  for (const line of formatTable(COLUMNS, events.map(cellsOf))) context.print(line);
  const owed = debt > 0 ? `, ${formatNumber(debt)} owed` : '';
  const count = `${formatNumber(events.length)} ${events.length === 1 ? 'event' : 'events'}`;
  context.print(`${count}: ${formatNumber(available)} available, ${formatNumber(held)} held${owed}.`);
  return 0;
}

/** Versions and times increase along a stream. */
function isAfter(event: CreditEvent, until: Until): boolean {
  return 'version' in until ? event.version > until.version : event.at > until.at;
}

function describe(event: CreditEvent, { balance }: Replay): ReplayedEvent {
  return {
    version: event.version,
    at: event.at.toISOString(),
    type: event.type,
    credits: signedCredits(event),
    calls: 'lots' in event ? countCalls(event.lots) : null,
    campaign: 'campaignId' in event ? event.campaignId : null,
    ...balance,
    key: event.key,
    note: noteOf(event),
  };
}

function cellsOf(event: ReplayedEvent): string[] {
  const sign = event.credits > 0 ? '+' : '';
  return [
    String(event.version),
    event.at.slice(0, 19).replace('T', ' '),
    event.type,
    `${sign}${formatNumber(event.credits)}`,
    event.calls === null ? '' : formatNumber(event.calls),
    formatNumber(event.available),
    formatNumber(event.held),
    formatNumber(event.debt),
    event.key,
    event.note ?? '',
  ];
}
