import { formatCount, formatNumber } from '#shared/formats.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import { countCalls } from '#server/features/credits/lots.ts';
import { noteOf, signedCredits } from '#server/features/credits/history/present-history.ts';
import { Replay } from '#server/features/credits/stream/replay.ts';
import type { SupportContext } from './support-context.ts';
import { Progress } from '../lib/progress.ts';
import { TableLayout, type Column } from '../lib/table.ts';
import type { Bound, ReplayRange } from './usage.ts';

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

/**
 * Prints a user's events in order with the replayed balance after each, in the same memory for any number of them. Always
 * returns exit code 0.
 */
export async function replay(
  context: SupportContext,
  { email, json, ...range }: ReplayRange & { email: string; json: boolean },
): Promise<number> {
  const stream = { context, streamId: await context.streamOf(email), progress: new Progress('events') };
  if (json) await printJson(stream, email, range);
  else await printTable(stream, range);
  return 0;
}

interface Stream {
  context: SupportContext;
  streamId: string;
  progress: Progress;
}

/** Reads the events twice, as the columns are as wide as their widest cell. */
async function printTable(stream: Stream, range: ReplayRange): Promise<void> {
  const { context, progress } = stream;
  const layout = new TableLayout(COLUMNS);
  const first = new Replay();
  let [count, last] = [0, 0];
  for await (const event of replayedEvents(stream, range, first)) {
    layout.measure(cellsOf(event));
    count += 1;
    last = event.version;
  }
  progress.clear();
  await context.print(layout.titles());
  // Without the events that were appended meanwhile.
  const measured = { ...range, until: { version: last } };
  for await (const event of replayedEvents(stream, measured, new Replay()))
    await context.print(layout.line(cellsOf(event)));
  progress.clear();
  const { available, held, debt } = first.balance;
  const owed = debt > 0 ? `, ${formatNumber(debt)} owed` : '';
  const events = formatCount(count, 'event');
  await context.print(`${events}: ${formatNumber(available)} available, ${formatNumber(held)} held${owed}.`);
}

/** Prints what `JSON.stringify` would of the whole, event by event. */
async function printJson(stream: Stream, email: string, range: ReplayRange): Promise<void> {
  const { print } = stream.context;
  const replayed = new Replay();
  let pending = `{\n  "email": ${JSON.stringify(email)},\n  "events": [`;
  let count = 0;
  for await (const event of replayedEvents(stream, range, replayed)) {
    await print(count === 0 ? pending : `${pending},`);
    pending = indented(event, '    ');
    count += 1;
  }
  stream.progress.clear();
  const { available, held, debt } = replayed.balance;
  await print(count === 0 ? `${pending}],` : `${pending}\n  ],`);
  await print(`  "balance": ${indented({ available, held, debt }, '  ').trimStart()}\n}`);
}

function indented(value: unknown, by: string): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/^/gm, by);
}

/** Yields the events of a range; `replayed` also has those before it. */
async function* replayedEvents(
  { context, streamId, progress }: Stream,
  { since, until }: ReplayRange,
  replayed: Replay,
): AsyncGenerator<ReplayedEvent> {
  for await (const event of context.credits.history.all(streamId)) {
    if (until !== undefined && isAfter(event, until)) return;
    replayed.apply(event);
    progress.add(1);
    if (since === undefined || event.at >= since) yield describe(event, replayed);
  }
}

/** Versions and times increase along a stream. */
function isAfter(event: CreditEvent, until: Bound): boolean {
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
