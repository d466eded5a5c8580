import type { z } from 'zod';
import type { Split, splitView } from '#shared/schemas/campaigns/split.ts';
import { AppError, invalidField } from '#server/platform/lib/errors.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { assertCreditsFor } from '#server/features/campaigns/quotes/quote-campaign.ts';
import type { Screening } from '#server/features/campaigns/screening/screen-list.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';

/**
 * Checks a half before it is stored. Throws ALREADY_EXISTS where another campaign calls it, INVALID_INPUT where nobody is left
 * for the other half, and for the first part INSUFFICIENT_CREDITS where the credits do not suffice for both.
 */
export async function assertSplit(
  deps: CampaignsDeps,
  user: SignedInUser,
  { split, maxCalls = Infinity }: { split: Split; maxCalls: number | undefined },
  { calls, skipped }: Pick<Screening, 'calls' | 'skipped'>,
): Promise<void> {
  const taken = await deps.campaigns.findHalf(user.uid, split);
  if (taken !== undefined)
    throw new AppError('ALREADY_EXISTS', `“${taken.name}” calls this half of the list already.`);
  const others = skipped.find(({ reason }) => reason === 'other half')?.count ?? 0;
  if (others === 0) throw invalidField('split', 'Nobody on this list is left for the other half.');
  if (split.part === 1) await assertCreditsFor(deps, user, calls + Math.min(others, maxCalls));
}

/** Returns the half that a campaign calls, and the campaign of the other one; null where it calls all of its list. */
export async function presentSplit(
  { campaigns }: Pick<CampaignsDeps, 'campaigns'>,
  { userId, split }: Pick<CampaignDocument, 'userId' | 'split'>,
): Promise<z.infer<typeof splitView>> {
  if (split === undefined) return null;
  const { test, part } = split;
  const other = await campaigns.findHalf(userId, { test, part: part === 1 ? 2 : 1 });
  return { test, part, other: other === undefined ? null : { id: other.id, name: other.name } };
}
