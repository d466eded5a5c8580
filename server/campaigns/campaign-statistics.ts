import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { LastRow } from '#shared/schemas/list-cursor.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import type { SeqRange } from '#server/drops/api.ts';
import { pendingCalls, type VisibleCampaign } from './present-campaign.ts';

/** A campaign's counters; a call in flight counts as pending. */
export interface CampaignCounters {
  id: string;
  name: string;
  status: CampaignStatus;
  dropDate: Date;
  /** `delivered` + `failed` + `pending`. */
  total: number;
  delivered: number;
  failed: number;
  pending: number;
  /** Ranges of contact numbers that no contact has. */
  unusedSeqs?: readonly SeqRange[] | undefined;
  /** Set once its contacts are erased: how many days after its end that was. */
  contactsKeptDays?: number | undefined;
}

/** Reads the counters of campaigns and no contacts; campaigns that are being created or deleted are left out. */
export interface CampaignStatistics {
  /** Returns up to `limit` of a user's campaigns, latest drop date first, starting after the row `after`. */
  listCampaigns(
    userId: string,
    range: { after?: LastRow | undefined; limit: number },
  ): Promise<CampaignCounters[]>;
  /** Returns a user's campaign by id or name; `undefined` if there is none. */
  findCampaign(userId: string, idOrName: string): Promise<CampaignCounters | undefined>;
}

export function createCampaignStatistics({
  campaigns,
}: Pick<CampaignsDeps, 'campaigns'>): CampaignStatistics {
  return {
    async listCampaigns(userId, range) {
      return (await campaigns.page(userId, range)).map(countersOf);
    },
    async findCampaign(userId, idOrName) {
      const campaign = await campaigns.findOwned(userId, idOrName);
      return campaign && countersOf(campaign);
    },
  };
}

function countersOf(campaign: VisibleCampaign): CampaignCounters {
  const {
    _id: id,
    name,
    status,
    dropDate,
    total,
    delivered,
    failed,
    unusedSeqs,
    contactsKeptDays,
  } = campaign;
  const pending = pendingCalls(campaign);
  const counts = { total, delivered, failed, pending };
  return { id, name, status, dropDate, ...counts, unusedSeqs, contactsKeptDays };
}
