import type { CreditStatementEntry, StatementCursor } from '#shared/schemas/billing/credits.ts';
import type { CampaignNames } from '#server/features/campaigns/api.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { HistoryStore } from './history-store.ts';
import { campaignsOf, presentEvent } from './present-history.ts';

/** Events that are read at a time, and in all for one page: most events of a large campaign are not its last. */
const BATCH = 200;
const MAX_READ = 2_000;

interface StatementPage {
  entries: CreditStatementEntry[];
  next: StatementCursor | null;
}

/**
 * Returns a page of the statement of a user, newest first: each campaign once, where its last event is, with the sums of all
 * its events, and each event that concerns no campaign. A page may be short, even empty, although another follows.
 */
export async function creditStatement(
  { history, campaigns }: { history: HistoryStore; campaigns: CampaignNames },
  { uid, streamId }: SignedInUser,
  { cursor, limit }: { cursor?: StatementCursor | null | undefined; limit: number },
): Promise<StatementPage> {
  const { events, next } = await readLast(history, streamId, { cursor, limit });
  const ids = campaignsOf(events);
  const [totals, names] = await Promise.all([history.totals(streamId, ids), campaigns.namesOf(uid, ids)]);
  const entries = events.map((event) => {
    const campaign = 'campaignId' in event ? (totals.get(event.campaignId) ?? null) : null;
    return { ...presentEvent(event, names), campaign };
  });
  return { entries, next };
}

/**
 * Reads events from the newest on that are the last of their campaign or concern none. Events since the first page change
 * nothing: they would hide the campaigns that they belong to.
 */
async function readLast(
  history: HistoryStore,
  streamId: string,
  { cursor, limit }: { cursor: StatementCursor | null | undefined; limit: number },
): Promise<{ events: CreditEvent[]; next: StatementCursor | null }> {
  const events: CreditEvent[] = [];
  let next = cursor ?? null;
  for (let read = 0; read < MAX_READ; read += BATCH) {
    const batch = await history.page(streamId, { before: next?.before, limit: BATCH });
    const upTo = next?.upTo ?? batch[0]?.version ?? 0;
    const last = await history.lastVersions(streamId, campaignsOf(batch), upTo);
    for (const event of batch) {
      if (events.length === limit) return { events, next };
      if (!('campaignId' in event) || last.get(event.campaignId) === event.version) events.push(event);
      next = { before: event.version, upTo };
    }
    if (batch.length < BATCH) return { events, next: null };
  }
  return { events, next };
}
