import type { AutomaticRetry } from '#shared/schemas/campaigns/automatic-retry.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { DAY_MS } from '#shared/time-units.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';

/** Returns the automatic retries of a new or changed campaign as they are stored. */
export function autoRetryOf(
  wanted: AutomaticRetry | null | undefined,
): NonNullable<CampaignDocument['autoRetry']> | null {
  return wanted == null ? null : { afterDays: wanted.after_days, times: wanted.times, runs: [] };
}

/** Selects a campaign whose automatic retries are set like this. */
export function asSet(autoRetry: CampaignDocument['autoRetry']): Record<string, unknown> {
  if (autoRetry == null) return { autoRetry: null };
  return { 'autoRetry.afterDays': autoRetry.afterDays, 'autoRetry.times': autoRetry.times };
}

/** Returns when a campaign that finishes at `now` calls again by itself; `undefined` if it does not. */
export function nextRetryAt(
  { autoRetry, retryable }: Pick<CampaignDocument, 'autoRetry' | 'retryable'>,
  now: Date,
): Date | undefined {
  if (autoRetry == null || autoRetry.runs.length >= autoRetry.times || retryable === 0) return undefined;
  return new Date(now.getTime() + autoRetry.afterDays * DAY_MS);
}

/** Returns the automatic retries of a campaign as the API shows them. */
export function presentAutoRetry({
  autoRetry,
  retryAt,
}: Pick<CampaignDocument, 'autoRetry' | 'retryAt'>): CampaignView['automatic_retry'] {
  if (autoRetry == null) return null;
  const { afterDays, times, runs } = autoRetry;
  return {
    after_days: afterDays,
    times,
    made: runs.length,
    next_at: retryAt?.toISOString() ?? null,
  };
}
