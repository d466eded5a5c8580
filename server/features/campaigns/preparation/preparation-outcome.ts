import type { StatusAfter } from '#shared/campaign-lifecycle.ts';
import type { ReasonCounts } from '#server/features/drops/api.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { LeftOutCounts } from './preparation-model.ts';

/** The changes a committed preparation makes to its campaign. */
export interface PreparationOutcome {
  /** The new status of a campaign that was created or is retried; Paused if it was restored from a backup meanwhile. */
  to?: Exclude<StatusAfter<'preparation'>, 'Deleted'>;
  set: Partial<Pick<CampaignDocument, 'run' | 'retryable' | 'plannedEnd' | 'startedAt' | 'statusReason'>>;
  increase: Partial<Pick<CampaignDocument, 'total' | 'failed' | 'retryable' | 'creditCost' | 'held'>>;
  /** The retried calls by reason. */
  outcomes?: ReasonCounts | undefined;
  leftOut: LeftOutCounts;
}

/** Returns the increments of a campaign's counters. */
export function countedBy({
  increase,
  outcomes = {},
  leftOut,
}: PreparationOutcome): Readonly<Record<string, number>> {
  const leftOutIncrease = Object.fromEntries(
    Object.entries(leftOut).map(([reason, calls]) => [`leftOut.${reason}`, calls]),
  );
  const outcomeDecrease = Object.fromEntries(
    Object.entries(outcomes).flatMap(([key, { calls, retryable }]) => [
      [`outcomes.${key}.calls`, -calls],
      [`outcomes.${key}.retryable`, -retryable],
    ]),
  );
  return { ...increase, ...leftOutIncrease, ...outcomeDecrease };
}
