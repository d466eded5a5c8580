import { CREDIT_HISTORY_FILE } from '#shared/paths.ts';
import { formatDateTime } from '#shared/formats.ts';
import type { CreditHistoryEntry } from '#shared/schemas/billing/credits.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { csvDownload } from '#server/platform/trpc/csv-download.ts';
import type { FileDownload } from '#server/platform/trpc/trpc.ts';
import type { HistoryStore } from './history-store.ts';
import type { CampaignNames } from '#server/features/campaigns/api.ts';
import { historyEntries } from './history-entries.ts';

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
  const entries = historyEntries(history, campaigns, user, campaignId);
  return csvDownload(CREDIT_HISTORY_FILE, HEADERS, rows(entries));
}

async function* rows(entries: AsyncIterable<CreditHistoryEntry[]>): AsyncGenerator<string[][]> {
  for await (const batch of entries) yield batch.map(rowOf);
}

function rowOf(entry: CreditHistoryEntry): string[] {
  return [
    String(entry.version),
    formatDateTime(entry.date),
    entry.type,
    entry.campaign_name ?? entry.campaign_id ?? '',
    String(entry.calls ?? ''),
    String(entry.credits),
    String(entry.balance),
    String(entry.held),
    String(entry.debt),
    entry.note ?? '',
  ];
}
