import {
  messageOutput,
  emailOnlyInput,
  changedEmailOutput,
  confirmEmailChangeInput,
} from '#shared/schemas/account/auth.ts';
import { publicProcedure, recentProcedure } from '#server/platform/trpc/trpc.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { confirmEmailChange } from '#server/features/auth/email-change/confirm-email-change.ts';
import { requestEmailChange } from '#server/features/auth/email-change/request-email-change.ts';

/** The change of the e-mail address; tRPC only, so that no API key reaches it. */
export function emailChangeProcedures(deps: AuthDeps) {
  return {
    requestEmailChange: recentProcedure
      .input(emailOnlyInput)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        const { user, client, stillSignedIn } = ctx;
        await requestEmailChange(deps, { uid: user.uid, client, stillSignedIn }, input.email);
        return { success: true, message: `Confirmation link sent to: ${input.email}` };
      }),

    confirmEmailChange: publicProcedure
      .input(confirmEmailChangeInput)
      .output(changedEmailOutput)
      .mutation(async ({ ctx, input }) => {
        const changed = await confirmEmailChange(deps, ctx, input.token);
        return { success: true, message: 'Your email was changed.', ...changed };
      }),
  };
}
