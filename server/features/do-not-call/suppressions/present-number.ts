import type { SuppressionRemovalView, SuppressionView } from '#shared/schemas/calling/suppressions.ts';
import type { RemovalRecord } from './removal-store.ts';
import type { SuppressionRecord } from './suppression-model.ts';

/** Returns the API representation of a number on a list. */
export function presentNumber({
  phone,
  source,
  campaignName,
  reason,
  at,
}: SuppressionRecord): SuppressionView {
  return {
    phone,
    source,
    campaign_name: campaignName ?? null,
    reason: reason ?? null,
    added_at: at.toISOString(),
  };
}

/** Returns the API representation of a removal. */
export function presentRemoval({ addedAt, ...removal }: RemovalRecord): SuppressionRemovalView {
  return { ...presentNumber({ ...removal, at: addedAt }), removed_at: removal.at.toISOString() };
}
