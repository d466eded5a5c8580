import { contactListRef } from '#shared/schemas/contact-lists.ts';
import { notFound } from '#server/platform/lib/errors.ts';
import { protectedProcedure } from '#server/platform/trpc/trpc.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { shownList } from './present-list.ts';

/** A procedure on one of the caller's lists; adds `ctx.list`. Responds 401, then 404, and validates the rest afterwards. */
export function createListProcedure(deps: ContactListsDeps) {
  return protectedProcedure.input(contactListRef).use(async ({ ctx, input, next }) => {
    const list = await deps.lists.findOwned(ctx.user.uid, input.id);
    if (list === undefined) throw notFound('List');
    return next({ ctx: { ...ctx, list } });
  });
}

export type ListProcedure = ReturnType<typeof createListProcedure>;

/** Returns the response of a changed list. */
export async function changed(deps: ContactListsDeps, uid: string, id: string) {
  return { success: true as const, list: await shownList(deps, uid, id) };
}
