import { isActive, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignFilterInput } from '#shared/schemas/campaigns/campaign-overview.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import type { ReasonCounts, SeqRange } from '#server/features/drops/api.ts';
import {
  filterOf,
  listCampaigns,
  streamCampaigns,
  type CampaignPage,
  type CampaignQuery,
} from './overview/list-campaigns.ts';
import type { CampaignTotals, FailureCount } from './overview/overview-filter.ts';
import type { VisibleCampaign } from './present-campaign.ts';
import { shownCounts } from './progress/shown-counts.ts';

/** A campaign's counters as shown: calls count once they are reported, and a call in flight is pending. */
export interface CampaignCounters {
  id: string;
  userId: string;
  name: string;
  status: CampaignStatus;
  dropDate: Date;
  /** When it first became Sending. */
  startedAt?: Date | undefined;
  /** `delivered` + `failed` + `pending`. */
  total: number;
  delivered: number;
  failed: number;
  pending: number;
  /** Credits charged for delivered calls. */
  charged: number;
  /** Whether no call has begun, or all have ended. */
  progress: 'none' | 'some' | 'all';
  /** Changes with its calls once all have ended. */
  revision: string;
  /** The settled failed calls by reason; unset until those of a campaign of an older version are counted. */
  outcomes?: ReasonCounts | undefined;
  /** The own columns that its contacts keep. */
  columns?: readonly string[] | undefined;
  /** Ranges of contact numbers that no contact has. */
  unusedSeqs?: readonly SeqRange[] | undefined;
  /** Set once its contacts are erased: how many days after its end that was. */
  contactsKeptDays?: number | undefined;
}

/** A page of campaigns, and the cursors of its neighbours. */
export type CounterPage = Omit<CampaignPage, 'campaigns'> & { campaigns: CampaignCounters[] };

/** Reads the counters of campaigns and no contacts; campaigns that are being created or deleted are left out. */
export interface CampaignStatistics {
  /** Returns a page of a user's campaigns. Throws `AppError` INVALID_INPUT for a cursor of another list. */
  listCampaigns(userId: string, query: CampaignQuery): Promise<CounterPage>;
  /** Yields all campaigns of a query in its order, in batches. */
  streamCampaigns(
    userId: string,
    query: Omit<CampaignQuery, 'cursor' | 'before' | 'limit'>,
  ): AsyncIterable<CampaignCounters[]>;
  /** Returns the sums of a user's campaigns that match a filter. */
  totalsOf(userId: string, filter: CampaignFilterInput): Promise<CampaignTotals>;
  /** Returns how many calls failed for each reason, most first, in a user's campaigns that match a filter. */
  failuresOf(userId: string, filter: CampaignFilterInput, limit: number): Promise<FailureCount[]>;
  /** Returns a user's campaign by id or name; `undefined` if there is none. */
  findCampaign(userId: string, idOrName: string): Promise<CampaignCounters | undefined>;
}

export function createCampaignStatistics({
  campaigns,
  overview,
}: Pick<CampaignsDeps, 'campaigns' | 'overview'>): CampaignStatistics {
  return {
    async listCampaigns(userId, query) {
      const page = await listCampaigns(overview, userId, query);
      return { ...page, campaigns: page.campaigns.map(countersOf) };
    },
    async *streamCampaigns(userId, query) {
      for await (const batch of streamCampaigns(overview, userId, query)) yield batch.map(countersOf);
    },
    totalsOf: (userId, filter) => overview.totals(userId, filterOf(filter)),
    failuresOf: (userId, filter, limit) => overview.failures(userId, filterOf(filter), limit),
    async findCampaign(userId, idOrName) {
      const campaign = await campaigns.findOwned(userId, idOrName);
      return campaign && countersOf(campaign);
    },
  };
}

function countersOf(campaign: VisibleCampaign): CampaignCounters {
  const {
    _id: id,
    userId,
    name,
    status,
    dropDate,
    startedAt,
    total,
    charged,
    outcomes,
    columns,
    unusedSeqs,
    contactsKeptDays,
  } = campaign;
  const counts = { total, ...shownCounts(campaign), charged };
  const revision = [campaign.run, campaign.lastSettlement, total].join('.');
  const state = { progress: progressOf(campaign), revision };
  return {
    id,
    userId,
    name,
    status,
    dropDate,
    startedAt,
    ...counts,
    ...state,
    outcomes,
    columns,
    unusedSeqs,
    contactsKeptDays,
  };
}

function progressOf({ startedAt, status }: VisibleCampaign): CampaignCounters['progress'] {
  if (startedAt === undefined) return 'none';
  return isActive(status) ? 'some' : 'all';
}
