import type { EndpointRecord } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { recordStatuses } from './campaign-events.ts';
import { recordLowCredits } from './credit-events.ts';
import { searchedUntil, type CursorRecord } from './cursor-store.ts';
import { recordLibrary } from './library-events.ts';
import { recordNumberChanges } from './suppression-events.ts';
import { dueRecords } from '#server/platform/lib/mongodb/due-records.ts';

/** How often the records of a user are searched. */
const SEARCH_EVERY_MS = 10_000;
const CAMPAIGNS = 100;

/**
 * Searches the records of all users who have endpoints for events that are not stored: those whose process died before it
 * stored them, and those that are found by search alone. Searches each user once; ends early once `signal` is aborted.
 */
export async function sweepCursors(deps: WebhookDeps, signal?: AbortSignal): Promise<void> {
  const { cursors, clock, log } = deps;
  // With very many users the first are due again before the last are searched.
  const begun = clock.now();
  const claim = (_now: Date, until: Date) => cursors.claim(begun, until);
  for await (const cursor of dueRecords(claim, { clock, leaseMs: SEARCH_EVERY_MS, signal })) {
    try {
      await search(deps, cursor);
    } catch (error) {
      log.error({ err: error, uid: cursor._id }, 'a search for events of webhooks failed; will retry');
    }
  }
}

async function search(deps: WebhookDeps, cursor: CursorRecord): Promise<void> {
  // Those that are off too: they may have been on when it happened.
  const endpoints = await deps.endpoints.ofUser(cursor._id);
  await searchCampaigns(deps, cursor, endpoints);
  await recordLowCredits(deps, cursor, endpoints);
  await recordNumberChanges(deps, cursor, endpoints);
  await recordLibrary(deps, cursor, endpoints);
}

/** The cursor moves once what was found is stored. */
async function searchCampaigns(
  deps: WebhookDeps,
  { _id: uid, campaignsFrom }: CursorRecord,
  endpoints: readonly EndpointRecord[],
): Promise<void> {
  const reached = searchedUntil(deps.clock.now());
  let atFrom = new Set<string>();
  for (let from = campaignsFrom, limit = CAMPAIGNS; ;) {
    const changed = await deps.statuses.changedSince(uid, from, limit);
    const last = changed.at(-1);
    for (const history of changed)
      if (!atFrom.has(history.campaign.id)) await recordStatuses(deps, endpoints, history);
    if (last === undefined || changed.length < limit) break;
    // A page of a single time, as after a change of all campaigns at once, is read again as a longer one.
    limit = last.changedAt > from ? CAMPAIGNS : 2 * limit;
    from = last.changedAt;
    atFrom = new Set(changed.filter(({ changedAt }) => changedAt >= from).map(({ campaign }) => campaign.id));
  }
  await deps.cursors.advance(uid, { campaignsFrom: reached });
}
