import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { CampaignDocument, CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import type { StatusChange } from '#server/features/campaigns/lifecycle/status-change-model.ts';
import { presentCampaign } from '#server/features/campaigns/present-campaign.ts';

/** Changes of status that a campaign keeps: far more than come between two searches for them. */
const KEPT_CHANGES = 100;

/** Returns the part of an update that records a change of status with it; none for statuses that nobody is told of. */
export function recordedChange(status: string, at: Date, reason?: string) {
  const reported = REPORTED.find((one) => one === status);
  if (reported === undefined) return {};
  const change: StatusChange = { id: newId(), status: reported, at, ...(reason !== undefined && { reason }) };
  return { $push: { statusChanges: { $each: [change], $slice: -KEPT_CHANGES } } };
}

/** Returns the expression of a campaign's recorded changes with one more to Success where `condition` holds. */
export function recordedSuccess(condition: object, at: Date): object {
  const change: StatusChange = { id: newId(), status: 'Success', at };
  const all = { $concatArrays: [{ $ifNull: ['$statusChanges', []] }, [{ $literal: change }]] };
  return { $cond: [condition, { $slice: [all, -KEPT_CHANGES] }, '$statusChanges'] };
}

const REPORTED = ['Sending', 'Paused', 'Success', 'Failed'] as const;

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

/** Reads what changed the statuses of campaigns. */
export class StatusHistoryStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** Returns the history of a campaign of any user. */
  async historyOf(campaignId: string): Promise<StatusHistory | undefined> {
    const campaign = await this.#model.findById(campaignId).lean<CampaignDocument>();
    return campaign === null ? undefined : present(campaign);
  }

  /** Returns the histories of a user's campaigns that changed at or after `from`, in the order of their last change. */
  async changedSince(userId: string, from: Date, limit: number): Promise<StatusHistory[]> {
    const found = await this.#model
      .find({ userId, changedAt: { $gte: from } })
      .sort({ changedAt: 1 })
      .limit(limit)
      .hint({ userId: 1, changedAt: 1 })
      .lean<CampaignDocument[]>();
    return found.map(present);
  }
}

/** A deleted campaign has no content any more. */
function present(campaign: CampaignDocument): StatusHistory {
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
