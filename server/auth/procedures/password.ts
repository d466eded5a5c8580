import { emailOnlyInput, messageOutput, resetPasswordInput } from '#shared/schemas/auth.ts';
import { publicProcedure } from '#server/trpc/trpc.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { requestPasswordReset, resetPassword } from '../mailed-links/reset-password.ts';

/** Password reset by mail. */
export function passwordProcedures(deps: AuthDeps) {
  return {
    requestPasswordReset: publicProcedure
      .meta({
        rest: { method: 'POST', path: '/password-reset/', summary: 'Mail a link to choose a new password' },
      })
      .input(emailOnlyInput)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        await requestPasswordReset(deps, input.email, ctx.client);
        return { success: true, message: 'Password reset link sent successfully.' };
      }),

    resetPassword: publicProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/password-reset/confirm/',
          summary: 'Choose a new password with the mailed link',
        },
      })
      .input(resetPasswordInput)
      .output(messageOutput)
      .mutation(async ({ input }) => {
        await resetPassword(deps, input.token, input.password);
        return { success: true, message: 'Your password was changed. You can now sign in with it.' };
      }),
  };
}
