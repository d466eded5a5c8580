/** Returns the names of a user's campaigns by id; deleted campaigns are left out. */
export interface CampaignNames {
  namesOf(uid: string, campaignIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
