import { z } from 'zod';
import { profileSchema, profileUpdateInput, userInfoOutput } from '#shared/schemas/auth.ts';
import { notFound, unauthenticated } from '#server/lib/errors.ts';
import { protectedProcedure } from '#server/trpc/trpc.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { presentProfile, presentUserInfo } from '../present-account.ts';

const userRef = z.object({ id: z.string().max(64).describe('Your uid') });

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
      .meta({ rest: { method: 'PUT', path: '/users/{id}/', summary: 'Change your name or phone number' } })
      .input(profileUpdateInput)
      .output(profileSchema)
      .mutation(async ({ ctx, input }) => {
        const { display_name: displayName, phone } = { ...input, ...input.profile };
        const changes = {
          ...(displayName !== undefined && { displayName }),
          ...(phone !== undefined && { phone }),
        };
        return presentProfile(deps, requireUser(await deps.users.setProfile(ctx.user.uid, changes)));
      }),
  };
}

/** Throws 401 if the account was deleted while its session was open. */
function requireUser<T>(user: T | undefined): T {
  if (user === undefined) throw unauthenticated();
  return user;
}
