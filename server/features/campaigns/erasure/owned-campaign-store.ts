import type { StoredStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignDocument, CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';

/** A campaign that an account cannot be closed with. */
export type BusyCampaign = Pick<CampaignDocument, '_id' | 'name' | 'status'>;

/** A campaign to erase. */
export type OwnedCampaign = Pick<CampaignDocument, '_id' | 'status'>;

const BUSY: StoredStatus[] = ['Sending', 'Paused', 'Preparing'];
const LIVE: StoredStatus[] = ['Scheduled', 'Sending', 'Paused', 'Success', 'Failed', 'Preparing', 'Deleting'];

/** The campaigns of one user, for closing and erasing the account. */
export class OwnedCampaignStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** Returns a user's campaigns that are Sending, Paused or being prepared, up to `limit` of each kind. */
  async listBusy(userId: string, limit: number): Promise<BusyCampaign[]> {
    const fields = { name: 1, status: 1 };
    const [byStatus, prepared] = await Promise.all([
      this.#model
        .find({ userId, status: { $in: BUSY } }, fields)
        .limit(limit)
        .lean<BusyCampaign[]>(),
      // Of all users, there are few at a time.
      this.#model
        .find({ userId, 'preparing.leaseUntil': { $gt: new Date(0) } }, fields)
        .hint({ 'preparing.leaseUntil': 1 })
        .limit(limit)
        .lean<BusyCampaign[]>(),
    ]);
    const known = new Set(byStatus.map(({ _id }) => _id));
    return [...byStatus, ...prepared.filter(({ _id }) => !known.has(_id))];
  }

  /** Returns how many of a user's campaigns are Scheduled. */
  countScheduled(userId: string): Promise<number> {
    return this.#model.countDocuments({ userId, status: 'Scheduled' });
  }

  /** Yields a user's campaigns that are not deleted; they may change meanwhile. */
  streamLive(userId: string): AsyncIterable<OwnedCampaign> {
    return this.#model
      .find({ userId, status: { $in: LIVE } }, { status: 1 })
      .lean<OwnedCampaign[]>()
      .cursor();
  }

  /** Returns up to `limit` deleted campaigns of a user that no stale worker may still write contacts for. */
  async listTombstones(userId: string, limit: number): Promise<string[]> {
    const found = await this.#model
      .find({ userId, status: 'Deleted', resweepAt: { $exists: false } }, { _id: 1 })
      .limit(limit)
      .lean<{ _id: string }[]>();
    return found.map(({ _id }) => _id);
  }

  /** Erases deleted campaigns. */
  async eraseTombstones(ids: readonly string[]): Promise<void> {
    await this.#model.deleteMany({ _id: { $in: [...ids] }, status: 'Deleted' });
  }

  /** Whether a user has a campaign left, deleted ones included. */
  async hasAny(userId: string): Promise<boolean> {
    return (await this.#model.exists({ userId })) !== null;
  }
}
