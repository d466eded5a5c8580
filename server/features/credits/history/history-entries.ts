import type { CreditHistoryEntry } from '#shared/schemas/billing/credits.ts';
import { inBatches } from '#server/platform/lib/in-batches.ts';
import { CSV_BATCH } from '#server/platform/trpc/csv-download.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { CampaignNames } from '#server/features/campaigns/api.ts';
import type { HistoryStore } from './history-store.ts';
import { campaignsOf, presentEvent } from './present-history.ts';

/** Yields the credit events of a user as they are shown, oldest first, in batches; of one campaign only if its id is given. */
export async function* historyEntries(
  history: Pick<HistoryStore, 'all'>,
  campaigns: CampaignNames,
  { uid, streamId }: SignedInUser,
  campaignId?: string,
): AsyncGenerator<CreditHistoryEntry[]> {
  for await (const events of inBatches(history.all(streamId, campaignId), CSV_BATCH)) {
    const names = await campaigns.namesOf(uid, campaignsOf(events));
    yield events.map((event) => presentEvent(event, names));
  }
}
