import type { z } from 'zod';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import type { Split, splitView } from '#shared/schemas/campaigns/split.ts';
import { AppError, invalidField } from '#server/platform/lib/errors.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { assertCreditsFor } from '#server/features/campaigns/quotes/quote-campaign.ts';
import type { Screening } from '#server/features/campaigns/screening/screen-list.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { StoredHalf } from '#server/features/campaigns/stores/campaign-store.ts';
import type { WantedHalf } from './half-of-list.ts';

/**
 * Returns a half with the division that its test has; without one for a new test. Deleted campaigns count, as they may have
 * called their half. Throws `AppError` CONFLICT where the campaigns of the test have none in common.
 */
export async function withDivision(
  { campaigns }: Pick<CampaignsDeps, 'campaigns'>,
  userId: string,
  split: Split,
): Promise<WantedHalf> {
  return { ...split, division: commonDivision(await campaigns.halvesOf(userId, split.test)) };
}

/** Returns the division that campaigns of a test share; undefined where there are none. Throws `AppError` CONFLICT. */
function commonDivision(halves: readonly StoredHalf[]): number | undefined {
  const undivided = halves.find((half) => half.division === undefined && !isDeleted(half));
  if (undivided !== undefined)
    throw new AppError(
      'CONFLICT',
      `“${undivided.name}” was divided by an older rule: it can take no further contacts, and its test no further campaign. Please begin a new test.`,
    );
  const [division, ...others] = new Set(halves.flatMap((half) => half.division ?? []));
  if (others.length === 0) return division;
  throw new AppError(
    'CONFLICT',
    'Another campaign of this test divides its list in another way. Please begin a new test.',
  );
}

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
  const halves = await deps.campaigns.halvesOf(user.uid, split.test);
  const taken = halves.find((half) => half.part === split.part && isVisible(half));
  if (taken !== undefined) throw takenBy(taken);
  const isFirst = !halves.some((half) => half.part !== split.part && isVisible(half));
  const others = skipped.find(({ reason }) => reason === 'other half')?.count ?? 0;
  if (isFirst && others === 0) throw invalidField('split', 'Nobody on this list is left for the other half.');
  if (split.part === 1) await assertCreditsFor(deps, user, calls + Math.min(others, maxCalls));
}

/**
 * Checks a half once it is stored, as concurrent requests may all have passed the checks before: each one that finds another of
 * its part or with another division undoes its own. Throws ALREADY_EXISTS or CONFLICT.
 */
export async function assertOnlyHalf(
  { campaigns }: Pick<CampaignsDeps, 'campaigns'>,
  { _id, userId, split }: Pick<CampaignDocument, '_id' | 'userId' | 'split'>,
): Promise<void> {
  if (split === undefined) return;
  const halves = await campaigns.halvesOf(userId, split.test);
  const taken = halves.find((half) => half.id !== _id && half.part === split.part && !isDeleted(half));
  if (taken !== undefined) throw takenBy(taken);
  commonDivision(halves);
}

function takenBy({ name }: StoredHalf): AppError {
  return new AppError('ALREADY_EXISTS', `“${name}” calls this half of the list already.`);
}

/** Returns the campaigns of a test of a user, without deleted ones. */
export async function visibleHalves(
  { campaigns }: Pick<CampaignsDeps, 'campaigns'>,
  userId: string,
  test: string,
): Promise<StoredHalf[]> {
  return (await campaigns.halvesOf(userId, test)).filter(isVisible);
}

/** Returns the half that a campaign calls, and the campaign of the other one; null where it calls all of its list. */
export async function presentSplit(
  deps: Pick<CampaignsDeps, 'campaigns'>,
  { userId, split }: Pick<CampaignDocument, 'userId' | 'split'>,
): Promise<z.infer<typeof splitView>> {
  if (split === undefined) return null;
  const { test, part } = split;
  const other = (await visibleHalves(deps, userId, test)).find((half) => half.part !== part);
  return { test, part, other: other === undefined ? null : { id: other.id, name: other.name } };
}

function isVisible({ status }: StoredHalf): boolean {
  return CAMPAIGN_STATUSES.some((visible) => visible === status);
}

function isDeleted(half: StoredHalf): boolean {
  return half.status !== 'Preparing' && !isVisible(half);
}
