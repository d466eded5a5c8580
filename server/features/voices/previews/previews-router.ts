import { HOUR_SECONDS } from '#shared/time-units.ts';
import { campaignRef } from '#shared/schemas/campaigns/campaigns.ts';
import { isTooLong } from '#shared/messages/message-length.ts';
import {
  campaignPreviewInput,
  previewInput,
  previewOutput,
  previewRef,
  type PreviewView,
} from '#shared/schemas/previews.ts';
import type { IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import { notFound } from '#server/platform/lib/errors.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import { beginPreviewOnce, ownPreview, type PreviewRequest } from './begin-preview.ts';
import { previewKey, type PreviewDeps } from './preview-deps.ts';
import type { PreviewRecord } from './preview-store.ts';
import { textFor, textForStored } from './preview-text.ts';

/** How long a link to a recording is valid, in seconds. */
const LINK_SECONDS = HOUR_SECONDS;

/** The procedures of previews. Voices, campaigns and previews of others respond 404. */
export function createPreviewsRouter(deps: PreviewDeps) {
  const begin = async (
    call: IdempotentCall & { user: SignedInUser },
    requestOf: () => Promise<PreviewRequest>,
  ) => ({
    success: true as const,
    preview: await present(deps, await beginPreviewOnce(deps, call, requestOf)),
  });

  return router({
    begin: protectedProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/api/previews/',
          summary: 'Have a message spoken in one of your voices, to hear it before you send it',
          errors: ['NOT_FOUND', 'SUBSCRIPTION_REQUIRED', 'PAYMENT_OVERDUE'],
          idempotent: true,
          successFlag: true,
        },
      })
      .input(previewInput)
      .output(previewOutput)
      .mutation(({ ctx, input: { voice_id: voiceId, message, contact } }) =>
        begin(ctx, async () => {
          const { uid: userId } = ctx.user;
          if ((await deps.voices.ownership(userId, voiceId)) !== 'own') throw notFound('Voice');
          return { userId, voiceId, text: textFor(message, contact, deps.clock.now()) };
        }),
      ),

    beginOfCampaign: protectedProcedure
      .input(campaignRef)
      .use(async ({ ctx, input, next }) => {
        await deps.messages.assertOwn(ctx.user.uid, input.id);
        return next();
      })
      .meta({
        rest: {
          method: 'POST',
          path: '/api/campaigns/{id}/preview/',
          summary: 'Have a campaign’s message spoken for one of its contacts',
          errors: ['SUBSCRIPTION_REQUIRED', 'PAYMENT_OVERDUE'],
          idempotent: true,
          successFlag: true,
        },
      })
      .input(campaignPreviewInput)
      .output(previewOutput)
      .mutation(({ ctx, input }) =>
        begin(ctx, async () => {
          const { uid: userId } = ctx.user;
          const { voiceId, providerVoiceId, message, contact } = await deps.messages.find(userId, input);
          const text = textForStored(message, contact, deps.clock.now());
          return { userId, voiceId, providerVoiceId, text };
        }),
      ),

    get: protectedProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/api/previews/{id}/',
          summary: 'A spoken message: being made, ready with a link that plays it, or failed',
          successFlag: true,
        },
      })
      .input(previewRef)
      .output(previewOutput)
      .query(async ({ ctx: { user }, input: { id } }) => ({
        success: true,
        preview: await present(deps, await ownPreview(deps, user.uid, id)),
      })),
  });
}

async function present({ objects }: PreviewDeps, preview: PreviewRecord): Promise<PreviewView> {
  const { _id: id, state, seconds = null, waveform = null, reason = null } = preview;
  const isReady = state === 'ready';
  return {
    id,
    status: state === 'erased' ? 'failed' : state,
    url: isReady ? await objects.presignDownload(previewKey(preview), LINK_SECONDS) : null,
    expires_in: isReady ? LINK_SECONDS : null,
    seconds: seconds === null ? null : Math.round(seconds * 10) / 10,
    waveform: isReady ? waveform : null,
    too_long: seconds !== null && isTooLong(seconds),
    reason,
  };
}
