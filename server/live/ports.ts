import type { CampaignStats } from '#shared/schemas/live.ts';

/** The current state of a campaign that changed; without `stats` once it is deleted. */
export interface CampaignChange {
  userId: string;
  id: string;
  stats?: CampaignStats | undefined;
}

/** Reads campaigns by the time of their last change. */
export interface CampaignChanges {
  /** Returns the campaigns of `userIds` that changed in the last `ms` milliseconds, by the database's clock. */
  changedWithin(userIds: readonly string[], ms: number): Promise<CampaignChange[]>;
}

/** Reads versions and balances of credit streams. */
export interface CreditStats {
  /** Returns the version of each stream in one query; streams without an event are left out. */
  versionsOf(streamIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  balance(streamId: string): Promise<{ available: number; held: number }>;
}
