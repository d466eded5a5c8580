import {
  campaignOutput,
  deleteCampaignOutput,
  executeFields,
  retryOutput,
  statusChangeOutput,
  updateCampaignFields,
} from '#shared/schemas/campaigns.ts';
import { createDeleteProcedure, type CampaignProcedure } from '#server/campaigns/campaign-procedure.ts';
import type { CampaignsDeps } from '../campaigns-deps.ts';
import {
  deleteCampaign,
  executeOnce,
  pauseCampaign,
  resumeCampaign,
} from '#server/campaigns/lifecycle/transitions.ts';
import { presentCampaign } from '../present-campaign.ts';
import { retryCampaign } from '../lifecycle/retry-campaign.ts';
import { updateCampaign } from '../lifecycle/update-campaign.ts';

/** Procedures that change a campaign. Transitions its status forbids respond 409 with the reason. */
export function lifecycleProcedures(deps: CampaignsDeps, campaignProcedure: CampaignProcedure) {
  return {
    update: campaignProcedure
      .meta({
        rest: {
          method: 'PUT',
          path: '/api/campaigns/{id}/update/',
          summary: 'Change a campaign before its first drop',
          successFlag: true,
        },
      })
      .input(updateCampaignFields)
      .output(campaignOutput)
      .mutation(async ({ ctx, input }) => {
        const campaign = await updateCampaign(deps, ctx.user, ctx.campaign, input);
        return { success: true, campaign: presentCampaign(campaign) };
      }),

    delete: createDeleteProcedure(deps)
      .meta({
        rest: {
          method: 'DELETE',
          path: '/api/campaigns/{id}/delete/',
          summary: 'Delete a campaign and release its held credits',
          successFlag: true,
        },
      })
      .output(deleteCampaignOutput)
      .mutation(async ({ ctx }) => {
        const { released, balance } = await deleteCampaign(deps, ctx.user, ctx.campaign);
        return {
          success: true,
          message: `Campaign ${ctx.campaign.name} deleted`,
          released_credits: released,
          balance,
        };
      }),

    pause: campaignProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/api/campaigns/{id}/pause/',
          summary: 'Pause a campaign',
          successFlag: true,
        },
      })
      .output(statusChangeOutput)
      .mutation(async ({ ctx }) => ({ success: true, status: await pauseCampaign(deps, ctx.campaign) })),

    resume: campaignProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/api/campaigns/{id}/resume/',
          summary: 'Resume a paused campaign',
          successFlag: true,
        },
      })
      .output(statusChangeOutput)
      .mutation(async ({ ctx }) => ({ success: true, status: await resumeCampaign(deps, ctx.campaign) })),

    execute: campaignProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/api/campaigns/{id}/execute/',
          status: 202,
          summary: 'Send a campaign now',
          idempotent: true,
          successFlag: true,
        },
      })
      .input(executeFields)
      .output(statusChangeOutput)
      .mutation(async ({ ctx, input }) => ({
        success: true,
        status: await executeOnce(deps, ctx, input.force),
      })),

    retry: campaignProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/api/campaigns/{id}/retry-voicemails/',
          status: 202,
          summary: 'Call failed contacts again',
          idempotent: true,
          successFlag: true,
        },
      })
      .output(retryOutput)
      .mutation(async ({ ctx }) => {
        const { status, retried, cost } = await retryCampaign(deps, ctx);
        return { success: true, status, retried, credit_cost: cost };
      }),
  };
}
