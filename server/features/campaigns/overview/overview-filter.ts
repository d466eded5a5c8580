import type { CallReasonKey } from '#shared/call-reasons.ts';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';

/** Which of a user's campaigns are read. */
export interface CampaignFilter {
  statuses: readonly CampaignStatus[];
  /** Drop dates from `from`, inclusive, to `until`, exclusive. */
  from?: Date | undefined;
  until?: Date | undefined;
  /** A part of the name, in any case. */
  search?: string | undefined;
  /** Those with these ids alone. */
  ids?: readonly string[] | undefined;
}

/** From `from`, inclusive, to `until`, exclusive. */
export interface MomentRange {
  from: Date;
  until: Date;
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

/** A campaign without its message and counters. */
export type CampaignBrief = Pick<VisibleCampaign, '_id' | 'name' | 'status' | 'dropDate' | 'total'>;

/** Totals of a user's campaigns in one status. */
export interface StatusSums extends Pick<CampaignDocument, 'total' | 'delivered' | 'failed'> {
  _id: CampaignStatus;
  campaigns: number;
  /** Their earliest drop date. */
  firstDrop: Date;
}

const MADE = { $add: ['$delivered', '$failed'] };
/** Parts of a million; -1 without a final call, so that such campaigns come last of the best. */
const PARTS = 1_000_000;
export const EXPRESSIONS: Readonly<Record<Counter, unknown>> = {
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

/** Returns the steps that leave what a ranking has after a row. */
export function rankedAfter(direction: 1 | -1, after: RowPosition<number> | undefined) {
  if (after === undefined) return [];
  const beyond = direction === 1 ? '$gt' : '$lt';
  const { value, key } = after;
  return [{ $match: { $or: [{ value: { [beyond]: value } }, { value, _id: { [beyond]: key } }] } }];
}

/** Returns the condition on a user's campaigns of a filter. */
export function conditionOf(userId: string, { statuses, from, until, search, ids }: CampaignFilter) {
  const dropDate = {
    ...(from !== undefined && { $gte: from }),
    ...(until !== undefined && { $lt: until }),
  };
  return {
    userId,
    status: { $in: [...statuses] },
    ...(ids !== undefined && { _id: { $in: [...ids] } }),
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
