import { callingStatusOutput } from '#shared/schemas/calling/calling-status.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { CallingStop } from '#server/features/calling/api.ts';
import { protectedProcedure } from '#server/platform/trpc/trpc.ts';

/** Tells a signed-in user whether calls are placed for them; tRPC only, for a notice on every page. */
export function statusProcedures({ users, stop }: { users: Pick<Users, 'byUid'>; stop: CallingStop }) {
  return {
    status: protectedProcedure.output(callingStatusOutput).query(async ({ ctx: { user } }) => {
      const [owner, stopped] = await Promise.all([users.byUid(user.uid), stop.isStopped()]);
      return { stopped, suspended: owner?.suspendedAt !== undefined };
    }),
  };
}
