import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';

/** The fields of a campaign that its draft decides. */
export type DraftFields = Pick<
  CampaignDocument,
  | 'name'
  | 'description'
  | 'message'
  | 'columns'
  | 'messageCheck'
  | 'dropDate'
  | 'voiceId'
  | 'voiceTitle'
  | 'providerVoiceId'
  | 'dropsPerMinute'
  | 'callingHours'
  | 'lastDay'
  | 'plannedEnd'
  | 'savedListId'
  | 'split'
  | 'autoRetry'
>;
