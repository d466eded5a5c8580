import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { endOf, startOf } from '#shared/day-range.ts';
import { MAX_UNPAGED } from '#shared/schemas/list-cursor.ts';
import type { CampaignSort, SortDirection } from '#shared/campaign-order.ts';
import {
  CAMPAIGN_GROUPS,
  type CampaignFilterInput,
  type CampaignGroup,
} from '#shared/schemas/campaigns/campaign-overview.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import { cursorOf, readCursor, type ListPosition, type SortValue } from './overview-cursor.ts';
import { counterOf, type CampaignFilter } from './overview-filter.ts';
import type { OverviewStore } from './overview-store.ts';

/** Which campaigns are listed, in which order, and from where. */
export interface CampaignQuery extends CampaignFilterInput {
  /** Only those in the statuses of a group. */
  group?: CampaignGroup | undefined;
  /** Only those with these ids. */
  ids?: readonly string[] | undefined;
  sort: CampaignSort;
  direction: SortDirection;
  /** Cursors of another page: the list goes on after the one, or ends before the other. */
  cursor?: string | null | undefined;
  before?: string | null | undefined;
  limit?: number | undefined;
}

/** A page of campaigns, and the cursors of its neighbours; null where there is none. */
export interface CampaignPage {
  campaigns: VisibleCampaign[];
  next: string | null;
  previous: string | null;
}

/** A part of a list that is sorted by one value; a list is the sequence of its segments. */
interface Segment {
  statuses: readonly CampaignStatus[];
  direction: 1 | -1;
}

const RUNNING: readonly Segment[] = [
  { statuses: ['Sending'], direction: -1 },
  { statuses: ['Scheduled', 'Paused'], direction: 1 },
  { statuses: ['Success', 'Failed'], direction: -1 },
];

const RECENT: readonly Segment[] = [
  { statuses: ['Sending'], direction: -1 },
  { statuses: ['Paused'], direction: -1 },
  { statuses: ['Success', 'Failed'], direction: -1 },
  { statuses: ['Scheduled'], direction: 1 },
];

/** Returns a page of a user's campaigns. Throws `AppError` INVALID_INPUT for a cursor of another list. */
export async function listCampaigns(
  store: OverviewStore,
  userId: string,
  query: CampaignQuery,
): Promise<CampaignPage> {
  const { limit = MAX_UNPAGED, sort } = query;
  const segments = segmentsOf(query);
  const { position, backwards } = readCursor(query, segments.length);
  const ordered = backwards ? reversed(segments) : segments;
  const found = await readSegments(store, userId, query, {
    segments: ordered,
    position:
      position && backwards ? { ...position, segment: segments.length - 1 - position.segment } : position,
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const campaigns = backwards ? page.reverse() : page;
  const more = found.length > limit;
  const cursor = (campaign: VisibleCampaign | undefined) =>
    campaign === undefined ? null : cursorOf(sort, positionOf(campaign, sort, segments));
  return {
    campaigns,
    next: more || backwards ? cursor(campaigns.at(-1)) : null,
    previous: (backwards ? more : position !== undefined) ? cursor(campaigns[0]) : null,
  };
}

/** Yields all campaigns of a query in its order, in batches. */
export async function* streamCampaigns(
  store: OverviewStore,
  userId: string,
  query: Omit<CampaignQuery, 'cursor' | 'before' | 'limit'>,
): AsyncGenerator<VisibleCampaign[]> {
  let cursor: string | null = null;
  do {
    const page: CampaignPage = await listCampaigns(store, userId, { ...query, cursor });
    yield page.campaigns;
    cursor = page.next;
  } while (cursor !== null);
}

/** Returns the filter of the store for days, status and group. */
export function filterOf({
  from,
  to,
  status,
  group,
  search,
  ids,
}: CampaignFilterInput & Pick<CampaignQuery, 'group' | 'ids'>): CampaignFilter {
  const ofGroup: readonly CampaignStatus[] = group === undefined ? CAMPAIGN_STATUSES : CAMPAIGN_GROUPS[group];
  return {
    statuses: ofGroup.filter((one) => status === undefined || one === status),
    from: from === undefined ? undefined : startOf(from),
    until: to === undefined ? undefined : endOf(to),
    search,
    ids,
  };
}

/** Returns the segments of an order, also those that the status filter leaves empty. */
function segmentsOf({ sort, direction }: Pick<CampaignQuery, 'sort' | 'direction'>): readonly Segment[] {
  if (sort === 'running') return RUNNING;
  if (sort === 'recent') return RECENT;
  if (sort === 'status') {
    const each = CAMPAIGN_STATUSES.map((status): Segment => ({ statuses: [status], direction: -1 }));
    return direction === 'asc' ? each : each.reverse();
  }
  return [{ statuses: CAMPAIGN_STATUSES, direction: direction === 'asc' ? 1 : -1 }];
}

function reversed(segments: readonly Segment[]): Segment[] {
  return segments
    .map(({ statuses, direction }): Segment => ({ statuses, direction: direction === 1 ? -1 : 1 }))
    .reverse();
}

async function readSegments(
  store: OverviewStore,
  userId: string,
  query: CampaignQuery,
  part: { segments: readonly Segment[]; position: ListPosition | undefined; limit: number },
): Promise<VisibleCampaign[]> {
  const { segments, position, limit } = part;
  const found: VisibleCampaign[] = [];
  const filter = filterOf(query);
  for (const [index, { statuses, direction }] of segments.entries()) {
    if (index < (position?.segment ?? 0) || found.length === limit) continue;
    const wanted = statuses.filter((status) => filter.statuses.includes(status));
    if (wanted.length === 0) continue;
    const after = index === position?.segment ? position : undefined;
    found.push(
      ...(await readSegment(
        store,
        userId,
        { ...filter, statuses: wanted },
        {
          sort: query.sort,
          direction,
          after,
          limit: limit - found.length,
        },
      )),
    );
  }
  return found;
}

function readSegment(
  store: OverviewStore,
  userId: string,
  filter: CampaignFilter,
  range: { sort: CampaignSort; direction: 1 | -1; after: ListPosition | undefined; limit: number },
): Promise<VisibleCampaign[]> {
  const { sort, direction, limit } = range;
  const after = <Value>(valueOf: (value: SortValue) => Value) =>
    range.after && { value: valueOf(range.after.value), key: range.after.key };
  if (sort === 'name') return store.byName(userId, filter, { direction, limit, after: after(String) });
  if (sort === 'made' || sort === 'failed' || sort === 'rate')
    return store.byCounter(userId, filter, { counter: sort, direction, limit, after: after(Number) });
  return store.byDropDate(userId, filter, {
    direction,
    limit,
    after: after((value) => new Date(Number(value))),
  });
}

function positionOf(
  campaign: VisibleCampaign,
  sort: CampaignSort,
  segments: readonly Segment[],
): ListPosition {
  const segment = segments.findIndex(({ statuses }) => statuses.includes(campaign.status));
  return { segment, value: valueOf(campaign, sort), key: campaign._id };
}

function valueOf(campaign: VisibleCampaign, sort: CampaignSort): SortValue {
  if (sort === 'name') return campaign.liveName ?? campaign.name;
  if (sort === 'made' || sort === 'failed' || sort === 'rate') return counterOf(sort, campaign);
  return campaign.dropDate.getTime();
}
