import { allOf, iso, section } from '#server/platform/module/export-rows.ts';
import type { RemovalStore } from './removal-store.ts';
import type { SuppressionStore } from './suppression-store.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns whom a user does not call, and what was removed from that list. */
export function numberSections(
  numbers: Pick<SuppressionStore, 'page'>,
  removals: Pick<RemovalStore, 'page'>,
): ExportSection[] {
  return [
    section(
      'do-not-call',
      ['phone', 'source', 'campaign_name', 'reason', 'added_at'],
      async function* ({ uid }) {
        const list = allOf(
          (range) => numbers.page(uid, { digits: '', ...range }),
          ({ at, phone }) => ({ at, key: phone }),
        );
        for await (const { phone, source, campaignName, reason = null, at } of list)
          yield { phone, source, campaign_name: campaignName ?? null, reason, added_at: iso(at) };
      },
    ),
    section(
      'do-not-call-removals',
      ['phone', 'source', 'added_at', 'removed_at', 'by', 'network', 'reason'],
      async function* ({ uid }) {
        const list = allOf(
          (range) => removals.page(uid, range),
          ({ at, _id }) => ({ at, key: _id }),
        );
        for await (const { phone, source, addedAt, at, viaApiKey, network, reason = null } of list) {
          const times = { added_at: iso(addedAt), removed_at: iso(at) };
          yield { phone, source, ...times, by: viaApiKey ? 'API key' : 'session', network, reason };
        }
      },
    ),
  ];
}
