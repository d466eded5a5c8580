import {
  CAMPAIGN_STATUSES,
  isActionAllowed,
  refusalText,
  type CampaignAction,
} from '#shared/campaign-lifecycle.ts';
import { AppError, notFound } from '#server/lib/errors.ts';
import type { CampaignDocument } from './campaign-model.ts';

/** Returns the error for an action that failed, derived from the campaign's state after the attempt. */
export function transitionError(action: CampaignAction, campaign: CampaignDocument | undefined): AppError {
  const status = CAMPAIGN_STATUSES.find((candidate) => candidate === campaign?.status);
  if (campaign === undefined || status === undefined) return notFound('Campaign');
  if (campaign.preparing !== undefined) {
    return new AppError('CONFLICT', 'This campaign is still being prepared. Please try again in a moment.');
  }
  if (isActionAllowed(action, status)) {
    return new AppError('CONFLICT', 'This campaign has changed in the meantime. Please try again.');
  }
  return new AppError('ILLEGAL_TRANSITION', refusalText(action, status));
}
