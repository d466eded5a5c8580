import type { CampaignStats } from '#shared/schemas/live.ts';

/** A campaign that changed, as it is now; without figures where it is gone. */
export interface CampaignChange {
  userId: string;
  id: string;
  figures?: CampaignStats | undefined;
}

/** The campaigns of users, by when they changed. */
export interface CampaignChanges {
  /** Those of `userIds` that changed within the last `ms` milliseconds, by the database's clock. */
  changedWithin(userIds: readonly string[], ms: number): Promise<CampaignChange[]>;
}

/** Credits, as far as listeners are told of them. */
export interface CreditStats {
  /** How far each of these streams is, in one look; those without an event are left out. */
  versionsOf(streamIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  balance(streamId: string): Promise<{ available: number; held: number }>;
}
