import { campaignRef } from '#shared/schemas/campaigns.ts';
import { protectedProcedure } from '#server/trpc/trpc.ts';
import { findCampaign } from './find-campaign.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';

/**
 * A procedure about one of the caller's campaigns, named by id or by name: 401, then 404, and only then is the
 * rest of the input looked at (contract §5). Adds `ctx.campaign`.
 */
export function createCampaignProcedure(deps: CampaignsDeps) {
  return protectedProcedure.input(campaignRef).use(async ({ ctx, input, next }) => {
    const campaign = await findCampaign(deps, ctx.user.uid, input.id);
    return next({ ctx: { ...ctx, campaign } });
  });
}

/** The same for a delete, which also finds a campaign by its id that is being deleted: asked again, it answers the same. */
export function createDeleteProcedure(deps: CampaignsDeps) {
  return protectedProcedure.input(campaignRef).use(async ({ ctx, input, next }) => {
    const deleting = await deps.campaigns.findDeleting(ctx.user.uid, input.id);
    const campaign = deleting ?? (await findCampaign(deps, ctx.user.uid, input.id));
    return next({ ctx: { ...ctx, campaign } });
  });
}

export type CampaignProcedure = ReturnType<typeof createCampaignProcedure>;
