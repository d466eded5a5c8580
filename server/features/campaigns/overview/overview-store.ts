import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { CAMPAIGN_GROUPS } from '#shared/schemas/campaigns/campaign-overview.ts';
import type { LastRow } from '#shared/schemas/list-cursor.ts';
import {
  LIST_INDEX,
  LIST_ORDER,
  OVERVIEW_INDEX,
  NAMES_INDEX,
  NAME_ORDER,
} from '#server/features/campaigns/stores/campaign-indexes.ts';
import type { CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import {
  conditionOf,
  rankedAfter,
  EXPRESSIONS,
  type CampaignBrief,
  type CampaignFilter,
  type CampaignTotals,
  type Counter,
  type FailureCount,
  type ListRange,
  type MomentRange,
  type StatusSums,
} from './overview-filter.ts';
import { readKeysetPage } from '#server/platform/lib/mongodb/keyset-page.ts';

/** Visible campaigns always have a name; the condition allows the partial indexes on names. */
const IS_LIVE = { liveName: { $exists: true } };
const visible = { status: { $in: [...CAMPAIGN_STATUSES] } };
const listed = { ...visible, ...IS_LIVE };

/** Reads lists of a user's campaigns in several orders, and their sums. Contacts are never read. */
export class OverviewStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** Returns up to `limit` of a user's campaigns, latest drop date first, starting after the row `after`. */
  async page(
    userId: string,
    { after, limit }: { after?: LastRow | undefined; limit: number },
  ): Promise<VisibleCampaign[]> {
    const page = { sort: LIST_ORDER, after: after && ([after.at, after.key] as const), limit };
    return readKeysetPage(page, (where, rows) =>
      this.#inOrder({ ...where, userId, ...listed }, rows).lean<VisibleCampaign[]>(),
    );
  }

  /** Returns up to `limit` of a user's campaigns in brief, latest drop date first. */
  briefsOf(userId: string, limit: number): Promise<CampaignBrief[]> {
    return this.#inOrder({ userId, ...listed }, limit)
      .select({ name: 1, status: 1, dropDate: 1, total: 1 })
      .lean<CampaignBrief[]>()
      .exec();
  }

  /** Returns held credits by campaign id for up to `limit` campaigns of a user, largest hold first. */
  async heldOf(userId: string, limit: number): Promise<Map<string, number>> {
    const found = await this.#model
      .find({ userId, held: { $gt: 0 }, ...visible }, { held: 1 })
      .sort({ held: -1 })
      .limit(limit)
      .lean()
      .exec();
    return new Map(found.map(({ _id, held }) => [_id, held]));
  }

  /** Returns a user's campaigns and calls, summed by status, from the index alone. */
  sumsOf(userId: string): Promise<StatusSums[]> {
    return this.#model
      .aggregate<StatusSums>([
        { $match: { userId, ...visible } },
        {
          $group: {
            _id: '$status',
            campaigns: { $sum: 1 },
            firstDrop: { $min: '$dropDate' },
            total: { $sum: '$total' },
            delivered: { $sum: '$delivered' },
            failed: { $sum: '$failed' },
          },
        },
      ])
      .exec();
  }

  /** Returns campaigns by drop date; those of one date in the order of the documented list. */
  byDropDate(
    userId: string,
    filter: CampaignFilter,
    { direction, after, limit }: ListRange<Date>,
  ): Promise<VisibleCampaign[]> {
    const range = { field: 'dropDate', direction, tie: direction === 1 ? -1 : 1, after, limit } as const;
    return this.#pageOf(range, (part, isTied) =>
      this.#model
        .find({ $and: [conditionOf(userId, filter), IS_LIVE, part] })
        // Of one date, the database would merge the statuses by a sort.
        .hint(isTied ? LIST_INDEX : OVERVIEW_INDEX),
    );
  }

  /** Returns up to `limit` campaigns that first started in a range, the earliest first. */
  startedIn(userId: string, range: MomentRange, limit: number): Promise<VisibleCampaign[]> {
    return this.#runIn(userId, 'startedAt', { statuses: CAMPAIGN_STATUSES, ...range }, limit);
  }

  /** Returns up to `limit` campaigns that are finished and ended in a range, the earliest first. */
  finishedIn(userId: string, range: MomentRange, limit: number): Promise<VisibleCampaign[]> {
    return this.#runIn(userId, 'finishedAt', { statuses: CAMPAIGN_GROUPS.finished, ...range }, limit);
  }

  /** Returns campaigns by name, as a dictionary sorts them. */
  byName(
    userId: string,
    filter: CampaignFilter,
    { direction, after, limit }: ListRange<string>,
  ): Promise<VisibleCampaign[]> {
    const range = { field: 'liveName', direction, tie: direction, after, limit } as const;
    return this.#pageOf(range, (part) =>
      this.#model
        .find({ $and: [conditionOf(userId, filter), IS_LIVE, part] })
        .hint(NAMES_INDEX)
        .collation(NAME_ORDER),
    );
  }

  /** Returns campaigns by a counter. All of the filter are compared, in the index alone. */
  async byCounter(
    userId: string,
    filter: CampaignFilter,
    { counter, direction, after, limit }: ListRange<number> & { counter: Counter },
  ): Promise<VisibleCampaign[]> {
    const ranked = await this.#model
      .aggregate<{ _id: string }>([
        { $match: conditionOf(userId, filter) },
        { $project: { value: EXPRESSIONS[counter] } },
        ...rankedAfter(direction, after),
        { $sort: { value: direction, _id: direction } },
        { $limit: limit },
      ])
      .hint(OVERVIEW_INDEX)
      .exec();
    return this.#inRankOrder(
      userId,
      ranked.map(({ _id }) => _id),
    );
  }

  /** Returns the sums of all campaigns of a filter, from the index alone. */
  async totals(userId: string, filter: CampaignFilter): Promise<CampaignTotals> {
    const [found] = await this.#model
      .aggregate<CampaignTotals>([
        { $match: conditionOf(userId, filter) },
        {
          $group: {
            _id: null,
            campaigns: { $sum: 1 },
            charged: { $sum: '$charged' },
            total: { $sum: '$total' },
            delivered: { $sum: '$delivered' },
            failed: { $sum: '$failed' },
          },
        },
        { $unset: '_id' },
      ])
      .hint(OVERVIEW_INDEX)
      .exec();
    return found ?? { campaigns: 0, total: 0, delivered: 0, failed: 0, charged: 0 };
  }

  /** Returns how many calls of the campaigns of a filter failed for each reason, most first. */
  async failures(userId: string, filter: CampaignFilter, limit: number): Promise<FailureCount[]> {
    return this.#model
      .aggregate<FailureCount>([
        { $match: conditionOf(userId, filter) },
        { $project: { _id: 0, reason: { $objectToArray: '$outcomes' } } },
        { $unwind: '$reason' },
        { $group: { _id: '$reason.k', calls: { $sum: '$reason.v.calls' } } },
        { $match: { calls: { $gt: 0 } } },
        { $sort: { calls: -1, _id: 1 } },
        { $limit: limit },
        { $project: { _id: 0, key: '$_id', calls: 1 } },
      ])
      .hint(OVERVIEW_INDEX)
      .exec();
  }

  #inOrder(filter: Record<string, unknown>, limit: number) {
    return this.#model.find(filter).sort(LIST_ORDER).limit(limit).hint(LIST_INDEX);
  }

  #runIn(
    userId: string,
    field: 'startedAt' | 'finishedAt',
    { statuses, from, until }: MomentRange & Pick<CampaignFilter, 'statuses'>,
    limit: number,
  ): Promise<VisibleCampaign[]> {
    return this.#model
      .find({ userId, status: { $in: [...statuses] }, ...IS_LIVE, [field]: { $gte: from, $lt: until } })
      .sort({ [field]: 1 })
      .limit(limit)
      .hint({ userId: 1, [field]: 1 })
      .lean<VisibleCampaign[]>()
      .exec();
  }

  async #inRankOrder(userId: string, ids: readonly string[]): Promise<VisibleCampaign[]> {
    if (ids.length === 0) return [];
    const found = await this.#model
      .find({ _id: { $in: [...ids] }, userId })
      .lean<VisibleCampaign[]>()
      .exec();
    const byId = new Map(found.map((campaign) => [campaign._id, campaign]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  #pageOf<Value>(
    range: ListRange<Value> & { field: 'dropDate' | 'liveName'; tie: 1 | -1 },
    query: (part: Record<string, unknown>, isTied: boolean) => ReturnType<CampaignModel['find']>,
  ): Promise<VisibleCampaign[]> {
    const { field, direction, tie, after, limit } = range;
    const sort: Record<string, 1 | -1> = { [field]: direction, _id: tie };
    const page = { sort, after: after && ([after.value, after.key] as const), limit };
    return readKeysetPage(page, (where, rows, isTied) =>
      query(where, isTied).sort(sort).limit(rows).lean<VisibleCampaign[]>(),
    );
  }
}
