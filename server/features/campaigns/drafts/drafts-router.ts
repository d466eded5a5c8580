import { z } from 'zod';
import {
  draftOutput,
  draftRef,
  draftsOutput,
  saveDraftInput,
  saveDraftOutput,
} from '#shared/schemas/campaigns/campaign-drafts.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import { draftOf, draftsOf, saveDraft } from './save-draft.ts';

/** Procedures for the unfinished campaigns of the caller, which the wizard goes on with in any browser. */
export function createDraftsRouter(deps: CampaignsDeps) {
  // Clients of versions with one draft for each user send nothing.
  const oneDraft = draftRef.prefault({});
  return router({
    list: protectedProcedure
      .output(draftsOutput)
      .query(async ({ ctx: { user } }) => ({ drafts: await draftsOf(deps, user.uid) })),

    get: protectedProcedure
      .input(oneDraft)
      .output(draftOutput)
      .query(async ({ ctx: { user }, input }) => ({ draft: await draftOf(deps, user.uid, input.id) })),

    save: protectedProcedure
      .input(saveDraftInput)
      .output(saveDraftOutput)
      .mutation(({ ctx: { user }, input }) => saveDraft(deps, user.uid, input)),

    discard: protectedProcedure
      .input(oneDraft)
      .output(z.object({ success: z.literal(true) }))
      .mutation(async ({ ctx: { user }, input }) => {
        await deps.drafts.discard(user.uid, input.id);
        return { success: true };
      }),
  });
}
