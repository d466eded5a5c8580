import { campaignRef } from '#shared/schemas/campaigns.ts';
import { protectedProcedure } from '#server/trpc/trpc.ts';
import { findCampaign } from './find-campaign.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';

/**
 * A procedure on one of the caller's campaigns, named by id or by name; adds `ctx.campaign`. Responds 401, then 404,
 * and validates the rest of the input only afterwards.
 */
export function createCampaignProcedure(deps: CampaignsDeps) {
  return protectedProcedure.input(campaignRef).use(async ({ ctx, input, next }) => {
    const campaign = await findCampaign(deps, ctx.user.uid, input.id);
    return next({ ctx: { ...ctx, campaign } });
  });
}

/** The same for a delete; also finds a campaign that is being deleted, so that the request can be repeated. */
export function createDeleteProcedure(deps: CampaignsDeps) {
  return protectedProcedure.input(campaignRef).use(async ({ ctx, input, next }) => {
    const deleting = await deps.campaigns.findDeleting(ctx.user.uid, input.id);
    const campaign = deleting ?? (await findCampaign(deps, ctx.user.uid, input.id));
    return next({ ctx: { ...ctx, campaign } });
  });
}

export type CampaignProcedure = ReturnType<typeof createCampaignProcedure>;
