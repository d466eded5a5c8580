import type { SuppressionView } from '#shared/schemas/calling/suppressions.ts';
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
