import type { z } from 'zod';
import {
  confirmEmailInput,
  confirmEmailOutput,
  confirmWithPasswordInput,
  correctedEmailOutput,
  emailOnlyInput,
  messageOutput,
  registerInput,
  registerOutput,
  signedInOutput,
  userIdInput,
  verificationOutput,
  verifiedOutput,
} from '#shared/schemas/account/auth.ts';
import { publicProcedure } from '#server/platform/trpc/trpc.ts';
import type { AuthDeps } from '../auth-deps.ts';
import {
  confirmEmail,
  confirmEmailWithPassword,
  resendVerification,
} from '#server/features/auth/mailed-links/mailed-links.ts';
import { presentUser } from '../present-account.ts';
import { correctEmail } from '../registration/correct-email.ts';
import { completeRegistration, registerOnce } from '../registration/register.ts';
import { startSession } from '../sign-in.ts';

const RESENT = { success: true, message: 'Verification email resent successfully!' } as const;

/** Registration and verification of the e-mail address. */
export function registrationProcedures(deps: AuthDeps) {
  return {
    register: publicProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/register/',
          status: 201,
          summary: 'Create an account',
          errors: ['ALREADY_EXISTS'],
          idempotent: true,
        },
      })
      .input(registerInput)
      .output(registerOutput)
      .mutation(async ({ ctx, input }) => {
        const user = await registerOnce(deps, ctx, input);
        if (user.registrationId !== undefined) {
          await ctx.session.rememberRegistration({ uid: user._id, id: user.registrationId });
          return { user_id: user._id };
        }
        await startSession(deps, ctx, user, { registering: true });
        return { user_data: await presentUser(deps, user) };
      }),

    confirmEmail: publicProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/auth/email-confirmation/',
          summary: 'Confirm an e-mail address with its mailed link',
          errors: ['LINK_USED', 'LINK_INVALID', 'PASSWORD_REQUIRED'],
        },
      })
      .input(confirmEmailInput)
      .output(confirmEmailOutput)
      .mutation(async ({ ctx, input }) => {
        const { registration } = ctx.session;
        const user = await confirmEmail(deps, input.uid, { uid: ctx.user?.uid, registration });
        // A browser that is signed in as this user has given the second factor already.
        const proof = ctx.user?.uid === user._id ? () => Promise.resolve(true) : undefined;
        await startSession(deps, ctx, user, { registering: true, proof });
        return { success: true, user_data: await presentUser(deps, user) };
      }),

    confirmEmailWithPassword: publicProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/auth/email-confirmation/',
          summary: 'Confirm an e-mail address in a browser that did not register it, with a new password',
          errors: ['LINK_USED', 'LINK_INVALID'],
        },
      })
      .input(confirmWithPasswordInput)
      .output(confirmEmailOutput)
      .mutation(async ({ ctx, input }) => {
        const user = await confirmEmailWithPassword(deps, input.uid, input.password);
        await startSession(deps, ctx, user, { registering: true });
        return { success: true, user_data: await presentUser(deps, user) };
      }),

    resendVerification: publicProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/auth/resend-verification/',
          summary: 'Mail the verification link again, by user id',
        },
      })
      .input(userIdInput)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        await resendVerification(deps, ctx.client, { uid: input.user_id });
        return RESENT;
      }),

    resendVerificationEmail: publicProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/resend-verification-email/',
          summary: 'Mail the verification link again, by e-mail address',
        },
      })
      .input(emailOnlyInput)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        await resendVerification(deps, ctx.client, { email: input.email });
        return RESENT;
      }),

    checkEmailVerification: publicProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/check-email-verification/',
          summary: 'Whether your e-mail address is verified',
          toBody: ({ verified }: z.infer<typeof verificationOutput>) => ({ verified }),
          bodySchema: verifiedOutput,
        },
      })
      .input(emailOnlyInput)
      .output(verificationOutput)
      .mutation(async ({ ctx, input }) => {
        const user = await deps.users.byEmail(input.email);
        const own = user !== undefined && [ctx.user?.uid, ctx.session.registration?.uid].includes(user._id);
        return {
          verified: own && user.emailVerifiedAt !== undefined,
          pending: ctx.session.registration !== null,
        };
      }),

    /** tRPC only: of use to nobody but the page on which the browser that registered waits. */
    correctEmail: publicProcedure
      .input(emailOnlyInput)
      .output(correctedEmailOutput)
      .mutation(async ({ ctx, input }) => ({
        email: await correctEmail(deps, ctx, input.email),
      })),

    completeRegistration: publicProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/complete-registration/',
          summary: 'Sign in where you registered, once the e-mail address is verified',
          errors: ['EMAIL_NOT_VERIFIED_YET'],
        },
      })
      .input(userIdInput)
      .output(signedInOutput)
      .mutation(async ({ ctx, input }) => {
        const user = await completeRegistration(deps, input.user_id, ctx);
        return { user_data: await presentUser(deps, user) };
      }),
  };
}
