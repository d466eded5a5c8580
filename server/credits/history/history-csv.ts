import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { format } from 'fast-csv';
import { CREDIT_HISTORY_FILE } from '#shared/paths.ts';
import { formatDateTime, neutralCell } from '#shared/formats.ts';
import type { CreditHistoryEntry } from '#shared/schemas/billing/credits.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import { FileDownload } from '#server/trpc/trpc.ts';
import type { HistoryStore } from './history-store.ts';
import type { CampaignNames } from '#server/campaigns/api.ts';
import { presentEvent } from './present-history.ts';

const HEADERS = [
  'No',
  'Date (UTC)',
  'Type',
  'Campaign',
  'Calls',
  'Credits',
  'Balance',
  'On hold',
  'Owed',
  'Note',
];

/** Returns the credit history of a user as a CSV file, oldest first; of one campaign only if `campaignId` is given. */
export function historyAsCsv(
  history: HistoryStore,
  campaigns: CampaignNames,
  user: SignedInUser,
  campaignId?: string,
): FileDownload {
  return new FileDownload(CREDIT_HISTORY_FILE, async (out) => {
    const csv = format({ headers: HEADERS, alwaysWriteHeaders: true, writeBOM: true, rowDelimiter: '\r\n' });
    await pipeline(Readable.from(rows(historyEntries(history, campaigns, user, campaignId))), csv, out);
  });
}

async function* historyEntries(
  history: HistoryStore,
  campaigns: CampaignNames,
  { uid, streamId }: SignedInUser,
  campaignId?: string,
): AsyncGenerator<CreditHistoryEntry> {
  const names = await campaigns.namesOf(uid, await history.campaigns(streamId));
  for await (const event of history.all(streamId, campaignId)) yield presentEvent(event, names);
}

async function* rows(entries: AsyncIterable<CreditHistoryEntry>): AsyncGenerator<string[]> {
  for await (const entry of entries) {
    yield [
      String(entry.version),
      formatDateTime(entry.date),
      entry.type,
      neutralCell(entry.campaign_name ?? entry.campaign_id ?? ''),
      String(entry.calls ?? ''),
      String(entry.credits),
      String(entry.balance),
      String(entry.held),
      String(entry.debt),
      neutralCell(entry.note ?? ''),
    ];
  }
}
