import type { z } from 'zod';
import {
  loginInput,
  messageOutput,
  sessionOutput,
  signedInOutput,
  emailOnlyInput,
  resetPasswordInput,
  profileSchema,
  profileUpdateInput,
  userInfoOutput,
  userRef,
} from '#shared/schemas/account/auth.ts';
import { noFields } from '#shared/schemas/options.ts';
import { publicProcedure, protectedProcedure } from '#server/platform/trpc/trpc.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { presentUser, presentProfile, presentUserInfo } from '#server/features/auth/present-account.ts';
import { givesSecondFactor } from '#server/features/auth/second-factor/check-second-factor.ts';
import { checkCredentials, startSession } from '#server/features/auth/sign-in.ts';
import { requestPasswordReset, resetPassword } from '#server/features/auth/mailed-links/mailed-links.ts';
import type { ProfileChanges } from '#server/features/auth/user-store.ts';
import { changeOf } from '#server/platform/lib/change-of.ts';
import { notFound, unauthenticated } from '#server/platform/lib/errors.ts';

/** Sign-in, sign-out and the session query that the client sends when it starts. */
export function sessionProcedures(deps: AuthDeps) {
  return {
    login: publicProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/login/',
          summary: 'Sign in with e-mail and password',
          errors: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'SECOND_FACTOR_REQUIRED'],
        },
      })
      .input(loginInput)
      .output(signedInOutput)
      .mutation(async ({ ctx, input }) => {
        const user = await checkCredentials(deps, ctx, input);
        const proof = await givesSecondFactor(deps, ctx, user, input.code);
        await startSession(deps, ctx, user, { proof });
        return { user_data: await presentUser(deps, user) };
      }),

    logout: publicProcedure
      .meta({ rest: { method: 'POST', path: '/logout/', summary: 'End this session' } })
      .input(noFields)
      .output(messageOutput)
      .mutation(async ({ ctx }) => {
        await ctx.session.signOut();
        return { success: true, message: 'Signed out' };
      }),

    session: publicProcedure.output(sessionOutput).query(async ({ ctx }) => {
      const user = ctx.user === null ? undefined : await deps.users.byId(ctx.user.uid);
      return {
        user: user === undefined ? null : await presentUser(deps, user),
        expires_at: user === undefined ? null : (ctx.session.expiresAt?.toISOString() ?? null),
        support_email: deps.publicLinks.supportEmail,
        sales_email: deps.publicLinks.salesEmail,
        privacy_url: deps.publicLinks.privacyUrl,
        terms_url: deps.publicLinks.termsUrl,
      };
    }),
  };
}

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
          errors: ['LINK_USED', 'LINK_INVALID'],
        },
      })
      .input(resetPasswordInput)
      .output(messageOutput)
      .mutation(async ({ ctx, input }) => {
        await resetPassword(deps, input, ctx);
        return { success: true, message: 'Your password was changed. You can now sign in with it.' };
      }),
  };
}

type ProfileUpdate = z.output<typeof profileUpdateInput>;

/** Returns 404 for the id of another user, before the rest of the input is validated. */
const ownProcedure = protectedProcedure.input(userRef).use(({ ctx, input, next }) => {
  if (input.id !== ctx.user.uid) throw notFound('User');
  return next();
});

/** Reads and updates the caller's account. */
export function profileProcedures(deps: AuthDeps) {
  return {
    userInfo: protectedProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/users/user-info/',
          summary: 'Your profile, billing, contacts and campaigns',
        },
      })
      .output(userInfoOutput)
      .query(async ({ ctx }) => presentUserInfo(deps, requireUser(await deps.users.byId(ctx.user.uid)))),

    updateProfile: ownProcedure
      .meta({
        rest: { method: 'PUT', path: '/users/{id}/', summary: 'Change your name, company or phone number' },
      })
      .input(profileUpdateInput)
      .output(profileSchema)
      .mutation(async ({ ctx, input }) => {
        const changes = changesOf(input);
        const write = () => deps.users.setProfile(ctx.user.uid, changes);
        const user =
          changes.displayName === undefined
            ? await write()
            : await deps.customers.changing(ctx.user.uid, write);
        return presentProfile(deps, requireUser(user));
      }),
  };
}

/** Returns what changes of a profile, whose fields may be at the top level and under `profile`. Throws as `changeOf`. */
function changesOf({ profile = {}, ...flat }: ProfileUpdate): ProfileChanges {
  const sent = (name: 'display_name' | 'company_name' | 'phone') =>
    changeOf<string>(undefined, { [name]: flat[name], [`profile.${name}`]: profile[name] });
  const display_name = sent('display_name');
  const company_name = sent('company_name');
  const phone = sent('phone');
  return {
    ...(display_name !== undefined && { displayName: display_name }),
    ...(company_name !== undefined && { companyName: company_name }),
    ...(phone !== undefined && { phone }),
  };
}

/** Throws 401 if the account was deleted while its session was open. */
function requireUser<T>(user: T | undefined): T {
  if (user === undefined) throw unauthenticated();
  return user;
}
