import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignDocument, CampaignModel, Notice } from './campaign-model.ts';

/** A notice with what does not change of its campaign. */
export type DueNotice = Notice & { campaignId: string; userId: string; streamId: string; name: string };

const visible = { status: { $in: [...CAMPAIGN_STATUSES] satisfies CampaignStatus[] } };

/**
 * What owners are still to be told of their campaigns. A notice is part of the change of status that it is about, so
 * that none is lost, and goes when its mail is sent. Nothing is told of a campaign that was deleted.
 */
export class NoticeStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** The campaigns with a notice that is due. */
  async listDue(now: Date, limit: number): Promise<string[]> {
    const due = await this.#model
      .find({ 'notice.dueAt': { $lte: now }, ...visible }, { _id: 1 })
      .limit(limit)
      .lean<{ _id: string }[]>();
    return due.map(({ _id }) => _id);
  }

  /** Takes a due notice, for one of those who ask; unless it is settled until then, it is due again at `until`. */
  async take(campaignId: string, now: Date, until: Date): Promise<DueNotice | undefined> {
    const campaign = await this.#model
      .findOneAndUpdate(
        { _id: campaignId, 'notice.dueAt': { $lte: now }, ...visible },
        { $set: { 'notice.dueAt': until }, $inc: { 'notice.tries': 1 } },
        { returnDocument: 'after' },
      )
      .lean<CampaignDocument>()
      .exec();
    if (campaign?.notice === undefined) return undefined;
    const { userId, streamId, name, notice } = campaign;
    return { ...notice, campaignId, userId, streamId, name };
  }

  /** Tries a notice again at another time. */
  async postpone({ campaignId, id }: DueNotice, dueAt: Date): Promise<void> {
    await this.#model.updateOne({ _id: campaignId, 'notice.id': id }, { $set: { 'notice.dueAt': dueAt } });
  }

  /** Forgets a notice that is told, or cannot be; a newer one stays. */
  async close({ campaignId, id }: DueNotice): Promise<void> {
    await this.#model.updateOne({ _id: campaignId, 'notice.id': id }, { $unset: { notice: 1 } });
  }
}
