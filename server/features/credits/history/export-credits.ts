import { section } from '#server/platform/module/export-rows.ts';
import type { CampaignNames } from '#server/features/campaigns/api.ts';
import type { HistoryStore } from './history-store.ts';
import { presentEvent } from './present-history.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns the credit events of an account. */
export function creditSections(
  history: Pick<HistoryStore, 'campaigns' | 'all'>,
  campaigns: CampaignNames,
): ExportSection[] {
  return [
    section(
      'credits',
      [
        ...['version', 'type', 'date', 'credits', 'calls', 'campaign_id', 'campaign_name'],
        ...['note', 'balance', 'held', 'debt'],
      ],
      async function* ({ uid, streamId }) {
        const names = await campaigns.namesOf(uid, await history.campaigns(streamId));
        for await (const event of history.all(streamId)) yield presentEvent(event, names);
      },
    ),
  ];
}
