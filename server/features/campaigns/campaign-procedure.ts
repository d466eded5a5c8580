import { campaignRef } from '#shared/schemas/campaigns/campaigns.ts';
import { notFound } from '#server/platform/lib/errors.ts';
import { protectedProcedure } from '#server/platform/trpc/trpc.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import type { VisibleCampaign } from './present-campaign.ts';

/** Returns a user's campaign by id or name. Throws `AppError` NOT_FOUND, also for other users' campaigns. */
export async function findCampaign(
  deps: Pick<CampaignsDeps, 'campaigns'>,
  uid: string,
  reference: string,
): Promise<VisibleCampaign> {
  const campaign = await deps.campaigns.findOwned(uid, reference);
  if (campaign === undefined) throw notFound('Campaign');
  return campaign;
}

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
