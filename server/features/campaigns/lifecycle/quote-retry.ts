import { isActionAllowed } from '#shared/campaign-lifecycle.ts';
import { endOfDayEverywhere } from '#shared/calling/last-day.ts';
import { formatDay } from '#shared/drop-schedule.ts';
import type { RetryQuote, RetrySelection } from '#shared/schemas/campaigns/retry.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import { quoteCampaign } from '#server/features/campaigns/quotes/quote-campaign.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { transitionError } from './transitions.ts';

/** Returns which failed calls of a campaign a retry includes, for the contacts feature. */
export async function retryableOf(
  { callLog, clock }: Pick<CampaignsDeps, 'callLog' | 'clock'>,
  { _id: campaignId, userId }: Pick<CampaignDocument, '_id' | 'userId'>,
  { reasons, contacts: among }: RetrySelection,
) {
  return { campaignId, userId, reasons, among, tooOften: await callLog.tooOften(userId, clock.now()) };
}

/** Throws CONFLICT if the last day of calling of a campaign is over everywhere: a retry would call nobody. */
export function assertBeforeLastDay(
  { clock }: Pick<CampaignsDeps, 'clock'>,
  { lastDay }: Pick<CampaignDocument, 'lastDay'>,
): void {
  if (typeof lastDay !== 'string' || clock.now() < endOfDayEverywhere(lastDay)) return;
  const text = `The last day of calling was ${formatDay(lastDay)}. Duplicate the campaign to call these people again.`;
  throw new AppError('CONFLICT', text);
}

/**
 * Returns how many calls a retry would make now and what it would cost; exact, so its time grows with the number of failed
 * calls. Throws `AppError` ILLEGAL_TRANSITION or CONFLICT if the campaign cannot be retried.
 */
export async function quoteRetry(
  deps: CampaignsDeps,
  { user, campaign }: { user: SignedInUser; campaign: VisibleCampaign },
  selection: RetrySelection,
): Promise<RetryQuote> {
  if (!isActionAllowed('retry', campaign.status) || campaign.contactsErasedAt !== undefined)
    throw transitionError('retry', campaign);
  assertBeforeLastDay(deps, campaign);
  const count = await deps.contacts.countRetryable(await retryableOf(deps, campaign, selection));
  const { cost, balance } = await quoteCampaign(deps, user, count.calls);
  const { calls, suppressed, tooOften: too_often, advisedAgainst: advised_against } = count;
  return { run: campaign.run, calls, cost, balance, suppressed, too_often, advised_against };
}
