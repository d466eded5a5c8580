import { loginInput, messageOutput, sessionOutput, signedInOutput } from '#shared/schemas/auth.ts';
import { publicProcedure } from '#server/trpc/trpc.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { presentUser } from '../present-account.ts';
import { checkCredentials, startSession } from '../sign-in.ts';

/** Sign-in, sign-out and the session query that the client sends when it starts. */
export function sessionProcedures(deps: AuthDeps) {
  return {
    login: publicProcedure
      .meta({ rest: { method: 'POST', path: '/login/', summary: 'Sign in with e-mail and password' } })
      .input(loginInput)
      .output(signedInOutput)
      .mutation(async ({ ctx, input }) => {
        const user = await checkCredentials(deps, ctx.client, input);
        await startSession(deps, ctx.session, user);
        return { user_data: await presentUser(deps, user) };
      }),

    logout: publicProcedure
      .meta({ rest: { method: 'POST', path: '/logout/', summary: 'End this session' } })
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
