import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { format } from 'fast-csv';
import { Router, type Request } from 'express';
import { CREDIT_HISTORY_FILE, CREDIT_HISTORY_PATH, neutralCell } from '#shared/csv-export.ts';
import { formatDateTime } from '#shared/formats.ts';
import { creditHistoryFilter, type CreditHistoryEntry } from '#shared/schemas/credits.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Context, SignedInUser } from '#server/trpc/context.ts';
import { parseInput } from '#server/trpc/trpc.ts';
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

/** `GET /dropcowboy/credits/history.csv?campaign_id=`: streams the caller's credit history, oldest first. */
export function createHistoryCsvRouter(
  history: HistoryStore,
  campaigns: CampaignNames,
  createContext: (req: Request) => Promise<Context>,
): Router {
  const router = Router();
  router.get(CREDIT_HISTORY_PATH, async (req, res) => {
    const { user } = await createContext(req);
    if (user === null) throw new AppError('UNAUTHENTICATED', 'Please sign in.');
    const { campaign_id } = parseInput(creditHistoryFilter, req.query);
    const entries = historyEntries(history, campaigns, user, campaign_id);
    res.attachment(CREDIT_HISTORY_FILE).type('text/csv');
    const csv = format({ headers: HEADERS, alwaysWriteHeaders: true, writeBOM: true, rowDelimiter: '\r\n' });
    await pipeline(Readable.from(rows(entries)), csv, res);
  });
  return router;
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
