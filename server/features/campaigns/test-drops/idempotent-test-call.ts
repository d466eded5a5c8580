import { z } from 'zod';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import type { IdempotentWork } from '#server/platform/idempotency/idempotent.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';

/** The campaign of one test call; what else must be the same in a repeated answer is kept beside it. */
export const testCallIds = z.object({ campaignId: z.string() });

/**
 * Returns how an attempt to place a test call is found and prevented by the id of its campaign; `resultOf` is asked for the
 * answer once the call is certain.
 */
export function byCampaign<Ids extends z.output<typeof testCallIds>, Result>(
  { campaigns, clock }: Pick<CampaignsDeps, 'campaigns' | 'clock'>,
  resultOf: (campaign: CampaignDocument, ids: Ids) => Result | Promise<Result>,
): Pick<Required<IdempotentWork<Ids, Result>>, 'lookup' | 'cancel'> {
  return {
    async lookup(ids) {
      const campaign = await campaigns.find(ids.campaignId);
      if (campaign !== undefined && CAMPAIGN_STATUSES.some((status) => status === campaign.status))
        return { kind: 'done', result: await resultOf(campaign, ids) };
      // Its credits may be held already: the sweeper calls, or gives them back.
      return { kind: campaign?.preparing === undefined ? 'none' : 'in progress' };
    },
    cancel: ({ campaignId }) => campaigns.insertTombstone(campaignId, clock.now()),
  };
}
