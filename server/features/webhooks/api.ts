import type { ContactView } from '#shared/schemas/campaigns/campaign-contacts.ts';

/** Calls of a campaign that a settlement counts, in the order in which it lists them. */
export interface SettledCalls {
  userId: string;
  campaignId: string;
  campaignName: string;
  /** The number of the settlement in its campaign. */
  settlement: number;
  /** Reads the calls; called only if somebody is to be sent them. */
  read: () => Promise<readonly SettledCall[]>;
}

/** A call as its settlement counts it. */
export interface SettledCall {
  delivered: boolean;
  view: ContactView;
}

/** What the drop engine reports to integrators. */
export interface CallEvents {
  /**
   * Stores the calls of a settlement for the endpoints of the user; repeatable. It waits for no endpoint, and rejects only
   * if the database fails.
   */
  record(calls: SettledCalls): Promise<void>;
}

/** What campaigns report to integrators. */
export interface CampaignEvents {
  /** A campaign of the user has changed its status. What this misses is found later. */
  changed(userId: string, campaignId: string): void;
}
