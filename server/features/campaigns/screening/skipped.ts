import { formatNumber } from '#shared/formats.ts';
import { LEFT_OUT_REASONS, type LeftOutReason, type Skipped } from '#shared/schemas/calling/calling.ts';
import { AppError, invalidField } from '#server/platform/lib/errors.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { LeftOutCounts } from '#server/features/campaigns/preparation/preparation-model.ts';

/** Returns how many contacts were left out as the API presents it: the reasons that apply, in their usual order. */
export function presentSkipped(leftOut: LeftOutCounts = {}): Skipped {
  const counts = LEFT_OUT_REASONS.map((reason) => ({ reason, count: leftOut[reason] ?? 0 }));
  return counts.filter(({ count }) => count > 0);
}

/** Returns the same counts as they are stored. */
export function leftOutCounts(skipped: Skipped): LeftOutCounts {
  return Object.fromEntries(skipped.map(({ reason, count }) => [reason, count]));
}

/** What is wrong with one contact, and with several. */
const PROBLEMS: Readonly<Record<LeftOutReason, readonly [one: string, several: string]>> = {
  'do not call': ['is on your do-not-call list', 'are on your do-not-call list'],
  'called too often': [
    'has been called as often as your call limit allows',
    'have been called as often as your call limit allows',
  ],
  'no calling hours': ['has no calling hours', 'have no calling hours'],
  'other half': ['is in the other half', 'are in the other half'],
  'over the maximum': ['is over the maximum', 'are over the maximum'],
};

/**
 * Throws if nobody on a list would be called: `AppError` INVALID_INPUT for the calling hours, or the last day, if they are the only reason,
 * else INVALID_CSV with the reasons.
 */
export function assertAnybodyLeft(
  { calls, skipped }: { calls: number; skipped: Skipped },
  { lastDay }: Pick<CampaignDocument, 'lastDay'>,
): void {
  if (calls > 0) return;
  if (skipped.every(({ reason }) => reason === 'no calling hours')) {
    if (typeof lastDay === 'string')
      throw invalidField(
        'last_day',
        'Nobody on this list may be called by this last day and within these hours.',
      );
    const text = 'Nobody on this list may be called within these calling hours.';
    throw invalidField('calling_hours', text);
  }
  const reasons = skipped.map(({ reason, count }) => {
    const [one, several] = PROBLEMS[reason];
    return `${formatNumber(count)} ${count === 1 ? one : several}`;
  });
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(reasons);
  throw new AppError('INVALID_CSV', `Nobody on this list can be called: ${list}.`);
}
