import { section } from '#server/platform/module/export-rows.ts';
import type { CampaignNames } from '#server/features/campaigns/api.ts';
import type { HistoryStore } from './history-store.ts';
import { historyEntries } from './history-entries.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns the credit events of an account. */
export function creditSections(
  history: Pick<HistoryStore, 'all'>,
  campaigns: CampaignNames,
): ExportSection[] {
  return [
    section(
      'credits',
      [
        ...['version', 'type', 'date', 'credits', 'calls', 'campaign_id', 'campaign_name'],
        ...['note', 'balance', 'held', 'debt'],
      ],
      async function* (user) {
        for await (const entries of historyEntries(history, campaigns, user)) yield* entries;
      },
    ),
  ];
}
