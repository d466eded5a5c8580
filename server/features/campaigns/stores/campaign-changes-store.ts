import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { campaignStatsSchema, type CampaignStats } from '#shared/schemas/live.ts';
import type { CampaignModel, StoredStatus } from './campaign-model.ts';
import { presentCampaign, type VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';

/** The current state of a campaign that changed; without `stats` once it is being deleted. */
export interface CampaignChange {
  userId: string;
  id: string;
  stats?: CampaignStats | undefined;
}

const KNOWN: StoredStatus[] = [...CAMPAIGN_STATUSES, 'Deleting', 'Deleted'];

/** Finds users' campaigns by the time of their last change, for polling. */
export class CampaignChangesStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** Returns the campaigns of `userIds` that changed in the last `ms` milliseconds, by the database's clock. */
  async changedWithin(userIds: readonly string[], ms: number): Promise<CampaignChange[]> {
    const found = await this.find(userIds, ms).lean<VisibleCampaign[]>().exec();
    return found.map((campaign) => ({
      userId: campaign.userId,
      id: campaign._id,
      ...(CAMPAIGN_STATUSES.includes(campaign.status) && {
        stats: campaignStatsSchema.parse({
          ...presentCampaign(campaign),
          settled: campaign.delivered + campaign.failed,
        }),
      }),
    }));
  }

  /** Returns the query of `changedWithin`: one index seek per user. */
  find(userIds: readonly string[], ms: number) {
    const changed = {
      userId: { $in: [...userIds] },
      $expr: { $gt: ['$changedAt', { $subtract: ['$$NOW', Math.ceil(ms)] }] },
      status: { $in: KNOWN },
    };
    // Without the hint, the index on `changedAt` alone would read the changes of all users.
    return this.#model.find(changed).hint({ userId: 1, changedAt: 1 });
  }
}
