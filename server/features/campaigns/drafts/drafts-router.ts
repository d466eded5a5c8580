import { z } from 'zod';
import { draftOutput, saveDraftInput, saveDraftOutput } from '#shared/schemas/campaigns/campaign-drafts.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { noFields } from '#shared/schemas/options.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import { draftOf, saveDraft } from './save-draft.ts';

/** Procedures for the one unfinished campaign of the caller, which the wizard goes on with in any browser. */
export function createDraftsRouter(deps: CampaignsDeps) {
  return router({
    get: protectedProcedure
      .output(draftOutput)
      .query(async ({ ctx: { user } }) => ({ draft: await draftOf(deps, user.uid) })),

    save: protectedProcedure
      .input(saveDraftInput)
      .output(saveDraftOutput)
      .mutation(({ ctx: { user }, input }) => saveDraft(deps, user.uid, input)),

    discard: protectedProcedure
      .input(noFields)
      .output(z.object({ success: z.literal(true) }))
      .mutation(async ({ ctx: { user } }) => {
        await deps.drafts.discard(user.uid);
        return { success: true };
      }),
  });
}
