import type { CampaignChangesStore } from './stores/campaign-changes-store.ts';
import type { ErasureStore } from './erasure/erasure-store.ts';
import type { CampaignStore } from './stores/campaign-store.ts';
import type { StatusStore } from './stores/status-store.ts';
import type { OverviewStore } from './overview/overview-store.ts';

export type { FirstCampaigns } from './overview/first-campaigns.ts';
export type { CampaignChange, StatusHistory } from './stores/campaign-changes-store.ts';
export type { CampaignCounters, CampaignStatistics } from './campaign-statistics.ts';
export type { ContactSource } from './contact-list/contact-source.ts';
export type { ListIntake } from './contact-list/list-intake.ts';
export type { CampaignMessages } from './campaign-message.ts';
export type { AuditedCampaign, CorrectCounters, CounterStore } from './lifecycle/counter-store.ts';
export type { OpenCampaignStore } from './lifecycle/open-campaign-store.ts';
export type { StatusChange } from './lifecycle/status-change-model.ts';
export type { RunnableCampaign } from './lifecycle/runnable-campaign.ts';
export type { RunStore } from './lifecycle/run-store.ts';
export type { DueNotice, NoticeStore } from './stores/notice-store.ts';
export type { FinalCalls, ProgressStore } from './progress/progress-store.ts';

/** Finds the names of campaigns, for the credit history. */
export type CampaignNames = Pick<CampaignStore, 'namesOf'>;

/** Lists a user's latest campaigns. */
export type CampaignBriefs = Pick<OverviewStore, 'briefsOf'>;

/** Counts what a closed account still has. */
export type OwnedCampaigns = Pick<ErasureStore, 'listBusy' | 'countScheduled'>;

/** Lists campaigns in pages, for exports. */
export type CampaignPages = Pick<OverviewStore, 'page'>;

/** Finds the campaigns that were made from saved lists. */
export type CampaignsOfLists = Pick<CampaignStore, 'countsOf' | 'madeFrom'>;

/** Finds the campaigns that use a voice. */
export type VoiceUses = Pick<CampaignStore, 'openCampaignWith'>;

/** Reads what changed the statuses of campaigns, for webhooks. */
export type StatusHistories = Pick<CampaignChangesStore, 'historyOf' | 'changedSince'>;

/** What the drop engine changes of statuses when a settlement is counted, and when a deleted campaign is erased. */
export type SettledStatuses = Pick<StatusStore, 'countSettlement' | 'markDeleted'>;

/** Finds users' campaigns by the time of their last change, for live progress. */
export type CampaignChanges = Pick<CampaignChangesStore, 'changedWithin'>;
