import type { CallReasonKey } from '#shared/call-reasons.ts';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import {
  LIST_INDEX,
  OVERVIEW_INDEX,
  NAMES_INDEX,
  NAME_ORDER,
} from '#server/features/campaigns/stores/campaign-indexes.ts';
import type { CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import { readKeysetPage } from '#server/platform/lib/mongodb/keyset-page.ts';

/** Which of a user's campaigns are read. */
export interface CampaignFilter {
  statuses: readonly CampaignStatus[];
  /** Drop dates from `from`, inclusive, to `until`, exclusive. */
  from?: Date | undefined;
  until?: Date | undefined;
  /** A part of the name, in any case. */
  search?: string | undefined;
}

/** The value by which a list is sorted, and the id that breaks ties, of the row that a page starts after. */
export interface RowPosition<Value> {
  value: Value;
  key: string;
}

/** A part of a list: ascending for direction 1, starting after a row. */
export interface ListRange<Value> {
  direction: 1 | -1;
  after?: RowPosition<Value> | undefined;
  limit: number;
}

/** The sums of a user's campaigns. */
export interface CampaignTotals {
  campaigns: number;
  total: number;
  delivered: number;
  failed: number;
  /** Credits charged for delivered calls. */
  charged: number;
}

/** How many calls failed for a reason. */
export interface FailureCount {
  key: CallReasonKey;
  calls: number;
}

/** What campaigns can be ranked by. */
export type Counter = 'made' | 'failed' | 'rate';

/** Visible campaigns always have a name; the condition allows the partial indexes on names. */
const named = { liveName: { $exists: true } };

const MADE = { $add: ['$delivered', '$failed'] };
/** Parts of a million; -1 without a final call, so that such campaigns come last of the best. */
const PARTS = 1_000_000;
const EXPRESSIONS: Readonly<Record<Counter, unknown>> = {
  made: MADE,
  failed: '$failed',
  rate: {
    $cond: [{ $gt: [MADE, 0] }, { $floor: { $divide: [{ $multiply: ['$delivered', PARTS] }, MADE] } }, -1],
  },
};

/** Returns the value of a campaign that `byCounter` sorts by. */
export function counterOf(
  counter: Counter,
  { delivered, failed }: Pick<VisibleCampaign, 'delivered' | 'failed'>,
): number {
  const made = delivered + failed;
  if (counter === 'rate') return made === 0 ? -1 : Math.floor((delivered * PARTS) / made);
  return counter === 'made' ? made : failed;
}

/** Reads lists of a user's campaigns in several orders, and their sums. Contacts are never read. */
export class OverviewStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** Returns campaigns by drop date; those of one date in the order of the documented list. */
  byDropDate(
    userId: string,
    filter: CampaignFilter,
    { direction, after, limit }: ListRange<Date>,
  ): Promise<VisibleCampaign[]> {
    const range = { field: 'dropDate', direction, tie: direction === 1 ? -1 : 1, after, limit } as const;
    return this.#inOrder(range, (part, isTied) =>
      this.#model
        .find({ $and: [conditionOf(userId, filter), named, part] })
        // Of one date, the database would merge the statuses by a sort.
        .hint(isTied ? LIST_INDEX : OVERVIEW_INDEX),
    );
  }

  /** Returns campaigns by name, as a dictionary sorts them. */
  byName(
    userId: string,
    filter: CampaignFilter,
    { direction, after, limit }: ListRange<string>,
  ): Promise<VisibleCampaign[]> {
    const range = { field: 'liveName', direction, tie: direction, after, limit } as const;
    return this.#inOrder(range, (part) =>
      this.#model
        .find({ $and: [conditionOf(userId, filter), named, part] })
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
    const beyond = direction === 1 ? '$gt' : '$lt';
    const rest =
      after === undefined
        ? []
        : [
            {
              $match: {
                $or: [
                  { value: { [beyond]: after.value } },
                  { value: after.value, _id: { [beyond]: after.key } },
                ],
              },
            },
          ];
    const ranked = await this.#model
      .aggregate<{ _id: string }>([
        { $match: conditionOf(userId, filter) },
        { $project: { value: EXPRESSIONS[counter] } },
        ...rest,
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
            ...{ _id: null, campaigns: { $sum: 1 }, charged: { $sum: '$charged' } },
            ...{ total: { $sum: '$total' }, delivered: { $sum: '$delivered' }, failed: { $sum: '$failed' } },
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

  async #inRankOrder(userId: string, ids: readonly string[]): Promise<VisibleCampaign[]> {
    if (ids.length === 0) return [];
    const found = await this.#model
      .find({ _id: { $in: [...ids] }, userId })
      .lean<VisibleCampaign[]>()
      .exec();
    const byId = new Map(found.map((campaign) => [campaign._id, campaign]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  #inOrder<Value>(
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

function conditionOf(userId: string, { statuses, from, until, search }: CampaignFilter) {
  const dropDate = {
    ...(from !== undefined && { $gte: from }),
    ...(until !== undefined && { $lt: until }),
  };
  return {
    userId,
    status: { $in: [...statuses] },
    ...(Object.keys(dropDate).length > 0 && { dropDate }),
    ...(search !== undefined && search !== '' && { liveName: { $regex: literal(search), $options: 'i' } }),
  };
}

/** Returns a pattern that matches a text literally. A pattern of the database cannot contain the character NUL. */
function literal(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M}]/gu, (character) =>
    character === '\0'
      ? String.raw`\x00`
      : character.length === 1 && character < '\x80'
        ? `\\${character}`
        : character,
  );
}
