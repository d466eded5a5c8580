import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';

/** Calls of a campaign by result; they add up to its total. */
export interface ShownCounts {
  delivered: number;
  failed: number;
  pending: number;
}

/**
 * Returns the calls of a campaign by result, for display: while it is unfinished, those that are reported but not settled
 * are included. Money is computed from the settled counters alone.
 */
export function shownCounts(campaign: CampaignDocument): ShownCounts {
  const { total, delivered: settledDelivered, failed: settledFailed } = campaign;
  const unsettled = unsettledCalls(campaign);
  const delivered = Math.min(settledDelivered + unsettled.delivered, total);
  const failed = Math.min(settledFailed + unsettled.failed, total - delivered);
  return { delivered, failed, pending: total - delivered - failed };
}

/** Returns the calls that are reported but not settled; none after a campaign has ended. */
export function unsettledCalls({ status, progress }: CampaignDocument): {
  delivered: number;
  failed: number;
} {
  if (progress === undefined || (status !== 'Sending' && status !== 'Paused'))
    return { delivered: 0, failed: 0 };
  // Below zero where calls were settled before they were counted here, or their count was lost in a crash.
  return { delivered: Math.max(0, progress.delivered), failed: Math.max(0, progress.failed) };
}
