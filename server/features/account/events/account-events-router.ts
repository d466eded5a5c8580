import {
  accountEventsInput,
  accountEventsOutput,
  type AccountEventView,
} from '#shared/schemas/account/account-events.ts';
import { cursorAfter } from '#shared/schemas/list-cursor.ts';
import { browserOf } from '#server/platform/lib/browser-of.ts';
import { readPage } from '#server/platform/lib/list-page.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import type { AccountEventRecord, AccountEventStore } from './account-event-store.ts';

/** The history of the caller's account; tRPC only, so that no API key reads it. */
export function createAccountEventsRouter({ store }: { store: AccountEventStore }) {
  return router({
    list: protectedProcedure
      .input(accountEventsInput)
      .output(accountEventsOutput)
      .query(async ({ ctx: { user }, input: { cursor, limit } }) => {
        const { rows, next } = await readPage(
          limit,
          (wanted) => store.page(user.uid, { after: cursor ?? undefined, limit: wanted }),
          ({ _id, at }) => cursorAfter({ at, key: _id }),
        );
        return { events: rows.map(present), next };
      }),
  });
}

function present(event: AccountEventRecord): AccountEventView {
  const { _id, type, at, count, userAgent, networks, otherNetworks, detail } = event;
  const { browser, system } = browserOf(userAgent ?? '');
  return {
    id: _id,
    type,
    at: at.toISOString(),
    count,
    // Only the browser of the first one is known.
    browser: count > 1 ? null : browser,
    system: count > 1 ? null : system,
    networks,
    other_networks: otherNetworks === true,
    detail: Object.values(detail ?? {}).join(' · ') || null,
  };
}
