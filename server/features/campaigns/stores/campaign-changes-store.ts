import { CAMPAIGN_STATUSES, type StoredStatus } from '#shared/campaign-lifecycle.ts';
import { campaignStatsSchema, type CampaignStats } from '#shared/schemas/live.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import type { StatusChange } from '#server/features/campaigns/lifecycle/status-change-model.ts';
import type { CampaignDocument, CampaignModel } from './campaign-model.ts';
import { presentCampaign, type VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';

/** The current state of a campaign that changed; without `stats` once it is being deleted. */
export interface CampaignChange {
  userId: string;
  id: string;
  stats?: CampaignStats | undefined;
}

/** What changed the status of a campaign, and what the campaign is now. */
export interface StatusHistory {
  userId: string;
  campaign: CampaignView;
  /** Oldest first. */
  changes: readonly StatusChange[];
  /** Whether its contacts are erased, or about to be. */
  isDeleted: boolean;
  changedAt: Date;
}

const KNOWN: StoredStatus[] = [...CAMPAIGN_STATUSES, 'Deleting', 'Deleted'];

/** Finds campaigns by the time of their last change, for live progress and webhooks. */
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

  /** Returns the history of a campaign of any user. */
  async historyOf(campaignId: string): Promise<StatusHistory | undefined> {
    const campaign = await this.#model.findById(campaignId).lean<CampaignDocument>();
    return campaign === null ? undefined : historyFrom(campaign);
  }

  /** Returns the histories of a user's campaigns that changed at or after `from`, in the order of their last change. */
  async changedSince(userId: string, from: Date, limit: number): Promise<StatusHistory[]> {
    const found = await this.#model
      .find({ userId, changedAt: { $gte: from } })
      .sort({ changedAt: 1 })
      .limit(limit)
      .hint({ userId: 1, changedAt: 1 })
      .lean<CampaignDocument[]>();
    return found.map(historyFrom);
  }
}

/** A deleted campaign has no content any more. */
function historyFrom(campaign: CampaignDocument): StatusHistory {
  const { userId, statusChanges: changes = [], contactsErasedAt, changedAt = new Date(0) } = campaign;
  const status = CAMPAIGN_STATUSES.find((visible) => visible === campaign.status);
  const isDeleted = status === undefined && campaign.status !== 'Preparing';
  const content = isDeleted ? { ...NO_CONTENT, ...campaign } : campaign;
  return {
    userId,
    campaign: presentCampaign({ ...content, status: status ?? 'Paused' }),
    changes,
    isDeleted: isDeleted || contactsErasedAt !== undefined,
    changedAt,
  };
}

const NO_CONTENT = { message: '', voiceId: '', voiceTitle: '' };
