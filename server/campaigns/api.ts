import type { CampaignChangesStore } from './campaign-changes-store.ts';
import type { CampaignStore } from './campaign-store.ts';

export type { CampaignChange } from './campaign-changes-store.ts';
export type { CampaignCounters, CampaignStatistics } from './campaign-statistics.ts';
export type { CampaignMessages } from './campaign-message.ts';
export type { OpenCampaignStore } from './lifecycle/open-campaign-store.ts';
export type { RunnableCampaign, RunStore } from './lifecycle/run-store.ts';
export type { DueNotice, NoticeStore } from './notice-store.ts';

/** Finds the names of campaigns, for the credit history. */
export type CampaignNames = Pick<CampaignStore, 'namesOf'>;

/** Finds the campaigns that use a voice. */
export type VoiceUses = Pick<CampaignStore, 'openCampaignWith'>;

/** Finds users' campaigns by the time of their last change, for live progress. */
export type CampaignChanges = Pick<CampaignChangesStore, 'changedWithin'>;
