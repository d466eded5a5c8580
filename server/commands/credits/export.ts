import { csvLine } from '#shared/csv-line.ts';
import { neutralCell } from '#shared/neutral-cell.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import { countCalls } from '#server/features/credits/lots.ts';
import { noteOf } from '#server/features/credits/history/present-history.ts';
import type { SupportContext } from './support-context.ts';

const HEADERS = [
  ...['version', 'at', 'type', 'amount', 'calls', 'campaign', 'key', 'note'],
  ...['available', 'held', 'debt', 'request_hash', 'previous_hash', 'hash'],
];

/** Writes a user's stream as stored: CSV, or a JSON array. Always returns exit code 0. */
export async function exportStream(
  context: SupportContext,
  { email, json }: { email: string; json: boolean },
): Promise<number> {
  const streamId = await context.streamOf(email);
  const events = context.credits.history.all(streamId);
  if (json) await writeJson(context, events);
  else await writeCsv(context, events);
  return 0;
}

async function writeJson(context: SupportContext, events: AsyncIterable<CreditEvent>): Promise<void> {
  let before = '[';
  for await (const event of events) {
    await context.print(`${before}${JSON.stringify(event)}`);
    before = ',';
  }
  await context.print(before === '[' ? '[]' : ']');
}

async function writeCsv(context: SupportContext, events: AsyncIterable<CreditEvent>): Promise<void> {
  await context.print(csvLine(HEADERS, ''));
  for await (const event of events) await context.print(csvLine(rowOf(event), ''));
}

function rowOf(event: CreditEvent): string[] {
  const { version, at, type, amount, key, balance } = event;
  return [
    ...[String(version), at.toISOString(), type, String(amount)],
    'lots' in event ? String(countCalls(event.lots)) : '',
    'campaignId' in event ? event.campaignId : '',
    neutralCell(key),
    neutralCell(noteOf(event) ?? ''),
    ...[balance.available, balance.held, balance.debt].map(String),
    ...[event.requestHash, event.previousHash, event.hash],
  ];
}
