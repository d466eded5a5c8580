import { deleteAccountInput, deletionOverviewOutput } from '#shared/schemas/account/account-deletion.ts';
import { messageOutput } from '#shared/schemas/account/auth.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import type { DeletionDeps } from './deletion-deps.ts';
import { requestDeletion } from './request-deletion.ts';

/** Deletion of the caller's account; tRPC only, so that no API key reaches it. */
export function createAccountDeletionRouter(deps: DeletionDeps) {
  return router({
    overview: protectedProcedure
      .output(deletionOverviewOutput)
      .query(({ ctx: { user } }) => deps.overview(user)),

    request: protectedProcedure
      .input(deleteAccountInput)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        await requestDeletion(deps, ctx, input);
        await ctx.session.signOut();
        return { success: true, message: 'Your account is being deleted. We mail you when that is done.' };
      }),
  });
}
