import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import { callerOf } from '#server/features/campaigns/test-drops/test-owner.ts';

/** The fields of a campaign that the drop engine reads. */
export type RunnableCampaign = Pick<
  CampaignDocument,
  | 'userId'
  | 'streamId'
  | 'name'
  | 'run'
  | 'runEpoch'
  | 'statusReason'
  | 'restoredFrom'
  | 'carrierDownSince'
  | 'dropsPerMinute'
  | 'callingHours'
  | 'lastDay'
  | 'nextCalls'
  | 'message'
  | 'voiceId'
  | 'providerVoiceId'
  | 'total'
  | 'delivered'
  | 'failed'
  | 'lastSettlement'
  | 'voidedPreparations'
> & {
  id: string;
  status: CampaignStatus | 'Deleting';
  /** The user who calls, whose do-not-call list and call limit hold; `userId` is another owner for test calls. */
  caller: string;
  /** Test calls count towards no call limit. */
  isTest: boolean;
};

/** Returns what the drop engine reads of a campaign; `undefined` if it has no calls yet, or none any more. */
export function runnable(campaign: CampaignDocument | undefined): RunnableCampaign | undefined {
  if (campaign === undefined || campaign.status === 'Preparing' || campaign.status === 'Deleted')
    return undefined;
  const { _id: id, status, ...rest } = campaign;
  return { ...rest, ...callerOf(rest.userId), id, status };
}
