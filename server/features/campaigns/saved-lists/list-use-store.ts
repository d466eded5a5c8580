import type { CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';

/** A campaign that was made from a saved list. */
interface ListUse {
  id: string;
  name: string;
  created_at: string;
}

/** Finds the campaigns that were made from saved lists. */
export class ListUseStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** Returns how many campaigns of a user were made from each of these lists, from the index alone. */
  async countsOf(userId: string, listIds: readonly string[]): Promise<Map<string, number>> {
    if (listIds.length === 0) return new Map();
    const counts = await this.#model.aggregate<{ _id: string; campaigns: number }>([
      { $match: { userId, savedListId: { $in: [...listIds] } } },
      { $group: { _id: '$savedListId', campaigns: { $sum: 1 } } },
    ]);
    return new Map(counts.map(({ _id, campaigns }) => [_id, campaigns]));
  }

  /** Returns the latest campaigns that were made from a list. */
  async madeFrom(userId: string, savedListId: string, limit: number): Promise<ListUse[]> {
    const found = await this.#model
      .find({ userId, savedListId }, { name: 1, createdAt: 1 })
      .sort({ createdAt: -1 })
      .limit(limit)
      .lean<{ _id: string; name: string; createdAt: Date }[]>();
    return found.map(({ _id, name, createdAt }) => ({ id: _id, name, created_at: createdAt.toISOString() }));
  }
}
