import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { campaignStatsSchema, type CampaignStats } from '#shared/schemas/live.ts';
import type { CampaignModel, StoredStatus } from './campaign-model.ts';
import { presentCampaign, type VisibleCampaign } from './present-campaign.ts';

/** A campaign that changed, as it is now; without figures where it is being deleted or gone. */
interface CampaignChange {
  userId: string;
  id: string;
  figures?: CampaignStats;
}

const KNOWN: StoredStatus[] = [...CAMPAIGN_STATUSES, 'Deleting', 'Deleted'];

/** Finds what changed of users' campaigns by the time of each campaign's last change; it needs no notice of any. */
export class CampaignChangesStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** Those of `userIds` that changed within the last `ms` milliseconds, by the database's clock. */
  async changedWithin(userIds: readonly string[], ms: number): Promise<CampaignChange[]> {
    const found = await this.find(userIds, ms).lean<VisibleCampaign[]>().exec();
    return found.map((campaign) => ({
      userId: campaign.userId,
      id: campaign._id,
      ...(CAMPAIGN_STATUSES.includes(campaign.status) && {
        figures: campaignStatsSchema.parse(presentCampaign(campaign)),
      }),
    }));
  }

  /** The query behind it: one seek of the index a user, whatever else there is. */
  find(userIds: readonly string[], ms: number) {
    const changed = {
      userId: { $in: [...userIds] },
      $expr: { $gt: ['$changedAt', { $subtract: ['$$NOW', Math.ceil(ms)] }] },
      status: { $in: KNOWN },
    };
    // The index of change times alone would read what every other user changed.
    return this.#model.find(changed).hint({ userId: 1, changedAt: 1 });
  }
}
