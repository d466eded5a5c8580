import { messageOutput, signedInOutput } from '#shared/schemas/account/auth.ts';
import { noFields } from '#shared/schemas/options.ts';
import {
  recoveryCodesOutput,
  secondFactorCodeInput,
  secondFactorOutput,
  secondFactorSetupOutput,
} from '#shared/schemas/account/second-factor.ts';
import { protectedProcedure, publicProcedure, recentProcedure } from '#server/platform/trpc/trpc.ts';
import { callerOf } from './caller-of.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { presentUser } from '#server/features/auth/present-account.ts';
import { activeSecondFactor } from '#server/features/auth/second-factor/check-second-factor.ts';
import { completeSignIn } from '#server/features/auth/second-factor/complete-sign-in.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
} from '#server/features/auth/second-factor/second-factor.ts';

/** Two-step verification; tRPC only, so that no API key reaches it. */
export function secondFactorProcedures(deps: AuthDeps) {
  return {
    /** The second step of a sign-in in this browser. */
    completeSignIn: publicProcedure
      .input(secondFactorCodeInput)
      .output(signedInOutput)
      .mutation(async ({ ctx, input }) => {
        const user = await completeSignIn(deps, ctx, input.code);
        return { user_data: await presentUser(deps, user) };
      }),

    secondFactor: protectedProcedure.output(secondFactorOutput).query(async ({ ctx }) => {
      const factor = await activeSecondFactor(deps, ctx.user.uid);
      return {
        enabled_at: factor?.enabledAt.toISOString() ?? null,
        recovery_codes: factor?.recoveryCodes.length ?? 0,
      };
    }),

    beginSecondFactor: recentProcedure
      .input(noFields)
      .output(secondFactorSetupOutput)
      .mutation(({ ctx }) => beginSecondFactor(deps, callerOf(ctx))),

    enableSecondFactor: recentProcedure
      .input(secondFactorCodeInput)
      .output(recoveryCodesOutput)
      .mutation(async ({ ctx, input }) => {
        return { recovery_codes: await enableSecondFactor(deps, callerOf(ctx), input.code) };
      }),

    renewRecoveryCodes: recentProcedure
      .input(noFields)
      .output(recoveryCodesOutput)
      .mutation(async ({ ctx }) => ({ recovery_codes: await renewRecoveryCodes(deps, callerOf(ctx)) })),

    disableSecondFactor: recentProcedure
      .input(noFields)
      .output(messageOutput)
      .mutation(async ({ ctx }) => {
        await disableSecondFactor(deps, callerOf(ctx));
        return { success: true, message: 'Two-step verification is off.' };
      }),
  };
}
