/** The names of campaigns, as their owner knows them; campaigns that are gone have none. */
export interface CampaignNames {
  namesOf(uid: string, campaignIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
