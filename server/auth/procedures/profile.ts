import { z } from 'zod';
import { profileSchema, profileUpdateInput, userInfoOutput } from '#shared/schemas/auth.ts';
import { notFound, unauthenticated } from '#server/lib/errors.ts';
import { protectedProcedure } from '#server/trpc/trpc.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { presentProfile, presentUserInfo } from '../present-account.ts';

const userRef = z.object({ id: z.string().max(64).describe('Your uid') });

/** Another user's id is a 404, before anything else of the input is looked at (contract §5). */
const ownProcedure = protectedProcedure.input(userRef).use(({ ctx, input, next }) => {
  if (input.id !== ctx.user.uid) throw notFound('User');
  return next();
});

/** The caller's own account. */
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
      .query(async ({ ctx }) => presentUserInfo(deps, signedIn(await deps.users.byId(ctx.user.uid)))),

    updateProfile: ownProcedure
      .meta({ rest: { method: 'PUT', path: '/users/{id}/', summary: 'Change your name or phone number' } })
      .input(profileUpdateInput)
      .output(profileSchema)
      .mutation(async ({ ctx, input }) => {
        const { display_name: displayName, phone } = { ...input, ...input.profile };
        const changes = {
          ...(displayName !== undefined && { displayName }),
          ...(phone !== undefined && { phone }),
        };
        return presentProfile(deps, signedIn(await deps.users.setProfile(ctx.user.uid, changes)));
      }),
  };
}

/** The session's account; one that was erased meanwhile has no session any more. */
function signedIn<T>(user: T | undefined): T {
  if (user === undefined) throw unauthenticated();
  return user;
}
