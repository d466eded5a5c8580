import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { claimRecord } from '#server/platform/lib/mongodb/due-records.ts';
import type { ReservationStore } from '#server/features/campaigns/lifecycle/reservation-store.ts';
import type { CampaignDocument, CampaignModel } from './campaign-model.ts';
import type { Notice } from './notice-model.ts';

/** A notice with the constant fields of its campaign. */
export type DueNotice = Notice & { campaignId: string; userId: string; streamId: string; name: string };

const visible = { status: { $in: [...CAMPAIGN_STATUSES] satisfies CampaignStatus[] } };

/**
 * Mails to campaign owners that are not sent yet. A notice is written in the same update as its status change, so none
 * is lost. Deleted campaigns have none.
 */
export class NoticeStore {
  readonly #model: CampaignModel;
  readonly #reservations: ReservationStore;

  constructor(model: CampaignModel, reservations: ReservationStore) {
    this.#model = model;
    this.#reservations = reservations;
  }

  /** Returns ids of campaigns with a due notice, except those reserved by another process. */
  async listDue(now: Date, limit: number): Promise<string[]> {
    const where = { ...visible, ...(await this.#reservations.notOfOthers()) };
    const due = await this.#model
      .find({ 'notice.dueAt': { $lte: now }, ...where }, { _id: 1 })
      .limit(limit)
      .lean<{ _id: string }[]>();
    return due.map(({ _id }) => _id);
  }

  /** Claims a due notice for one worker; it is due again at `until` unless it is closed before. */
  async claim(campaignId: string, now: Date, until: Date): Promise<DueNotice | undefined> {
    const campaign = await claimRecord<CampaignDocument>(this.#model, campaignId, {
      field: 'notice.dueAt',
      now,
      until,
      where: visible,
      inc: { 'notice.tries': 1 },
    });
    if (campaign?.notice === undefined) return undefined;
    const { userId, streamId, name, notice, delivered, total, charged, held } = campaign;
    // The calls for which a campaign is paused are settled after it.
    const counts = notice.kind === 'paused' ? { delivered, total, charged, rest: held } : {};
    return { ...notice, ...counts, campaignId, userId, streamId, name };
  }

  /** Schedules the next attempt. */
  async postpone({ campaignId, id }: DueNotice, dueAt: Date): Promise<void> {
    await this.#model.updateOne({ _id: campaignId, 'notice.id': id }, { $set: { 'notice.dueAt': dueAt } });
  }

  /** Removes a notice that was sent or cannot be; a newer one is kept. */
  async close({ campaignId, id }: DueNotice): Promise<void> {
    await this.#model.updateOne({ _id: campaignId, 'notice.id': id }, { $unset: { notice: 1 } });
  }
}
