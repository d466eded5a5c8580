import { heldAfterDeletion } from '#shared/held-after-deletion.ts';
import {
  campaignRef,
  executeInput,
  statusChangeOutput,
  updateCampaignOutput,
} from '#shared/schemas/campaigns/campaigns.ts';
import { deleteCampaignOutput } from '#shared/schemas/campaigns/delete-campaign.ts';
import { setRetriesInput, setRetriesOutput } from '#shared/schemas/campaigns/set-retries.ts';
import { updateCampaignInput } from '#shared/schemas/campaigns/update-campaign.ts';
import {
  retryInput,
  retryOutput,
  retryQuoteFields,
  retryQuoteOutput,
} from '#shared/schemas/campaigns/retry.ts';
import {
  createDeleteProcedure,
  type CampaignProcedure,
} from '#server/features/campaigns/campaign-procedure.ts';
import type { CampaignsDeps } from '../campaigns-deps.ts';
import {
  deleteCampaign,
  executeOnce,
  pauseOnce,
  resumeOnce,
} from '#server/features/campaigns/lifecycle/transitions.ts';
import { presentCampaign } from '../present-campaign.ts';
import { autoRetryOf } from '../automatic-retries/automatic-retries.ts';
import { retryCampaign } from '../lifecycle/retry-campaign.ts';
import { quoteRetry } from '../lifecycle/quote-retry.ts';
import { warningsOf } from '#server/features/campaigns/preparation/check-message.ts';
import { updateCampaign } from '../lifecycle/update-campaign.ts';

/** Procedures that change a campaign. Transitions its status forbids respond 409 with the reason. */
export function lifecycleProcedures(deps: CampaignsDeps, campaignProcedure: CampaignProcedure) {
  return {
    update: campaignProcedure
      .meta({
        cost: 'list',
        rest: {
          method: 'PUT',
          path: '/api/campaigns/{id}/update/',
          summary: 'Change a campaign before its first call',
          errors: ['INVALID_CSV', 'MESSAGE_INCOMPLETE', 'ALREADY_EXISTS', 'ILLEGAL_TRANSITION', 'CONFLICT'],
          successFlag: true,
        },
      })
      .input(updateCampaignInput)
      .output(updateCampaignOutput)
      .mutation(async ({ ctx, input }) => {
        const campaign = await updateCampaign(deps, ctx.user, ctx.campaign, input);
        const warnings = warningsOf(campaign.messageCheck);
        return { success: true, campaign: presentCampaign(campaign), warnings };
      }),

    delete: createDeleteProcedure(deps)
      .meta({
        rest: {
          method: 'DELETE',
          path: '/api/campaigns/{id}/delete/',
          summary: 'Delete a campaign and release its held credits',
          errors: ['ILLEGAL_TRANSITION', 'CONFLICT'],
          successFlag: true,
        },
      })
      .input(campaignRef.strict())
      .output(deleteCampaignOutput)
      .mutation(async ({ ctx }) => {
        const { released, held, balance } = await deleteCampaign(deps, ctx.user, ctx.campaign);
        const deleted = `Campaign ${ctx.campaign.name} deleted`;
        return {
          success: true,
          message: held === 0 ? deleted : `${deleted}. ${heldAfterDeletion(held)}`,
          released_credits: released,
          held_credits: held,
          balance,
        };
      }),

    pause: campaignProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/api/campaigns/{id}/pause/',
          summary: 'Pause a campaign',
          errors: ['ILLEGAL_TRANSITION', 'CONFLICT'],
          idempotent: true,
          successFlag: true,
        },
      })
      .input(campaignRef.strict())
      .output(statusChangeOutput)
      .mutation(async ({ ctx }) => ({ success: true, status: await pauseOnce(deps, ctx) })),

    resume: campaignProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/api/campaigns/{id}/resume/',
          summary: 'Resume a paused campaign',
          errors: ['ILLEGAL_TRANSITION', 'CONFLICT'],
          idempotent: true,
          successFlag: true,
        },
      })
      .input(campaignRef.strict())
      .output(statusChangeOutput)
      .mutation(async ({ ctx }) => ({ success: true, status: await resumeOnce(deps, ctx) })),

    execute: campaignProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/api/campaigns/{id}/execute/',
          status: 202,
          summary: 'Send a campaign now',
          errors: ['ILLEGAL_TRANSITION'],
          idempotent: true,
          successFlag: true,
        },
      })
      .input(executeInput)
      .output(statusChangeOutput)
      .mutation(async ({ ctx, input }) => ({
        success: true,
        status: await executeOnce(deps, ctx, input.force),
      })),

    setRetries: campaignProcedure
      .meta({
        rest: {
          method: 'PUT',
          path: '/api/campaigns/{id}/automatic-retries/',
          summary: 'Set or end the retries that a campaign makes by itself, at any time',
          successFlag: true,
        },
      })
      .input(setRetriesInput)
      .output(setRetriesOutput)
      .mutation(async ({ ctx, input }) => {
        const retries = autoRetryOf(input.retry);
        await deps.automaticRetries.set(ctx.campaign._id, retries, deps.clock.now());
        return { success: true as const };
      }),

    retryQuote: campaignProcedure
      .meta({ cost: 'rows' })
      .input(retryQuoteFields)
      .output(retryQuoteOutput)
      .query(({ ctx, input }) => quoteRetry(deps, ctx, input)),

    retry: campaignProcedure
      .meta({
        cost: 'rows',
        rest: {
          method: 'POST',
          path: '/api/campaigns/{id}/retry-voicemails/',
          status: 202,
          summary: 'Call failed contacts again',
          errors: ['INSUFFICIENT_CREDITS', 'PAYMENT_OVERDUE', 'SUBSCRIPTION_REQUIRED', 'ILLEGAL_TRANSITION'],
          idempotent: true,
          successFlag: true,
        },
      })
      .input(retryInput)
      .output(retryOutput)
      .mutation(async ({ ctx, input }) => {
        const { status, retried, cost } = await retryCampaign(deps, ctx, input);
        return { success: true, status, retried, credit_cost: cost };
      }),
  };
}
