import { CALL_REASONS, type CallReasonKey } from '#shared/call-reasons.ts';
import { ANYWHERE } from '#shared/calling/window-class.ts';
import { groupBy } from '#server/platform/lib/group-by.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { MAX_WINDOWS } from '#server/features/drops/contacts/call-store.ts';
import { failPending } from '#server/features/drops/contacts/skip-suppressed.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { nextClaimable } from './calling-times.ts';
import { listWindows, waits } from './pending-windows.ts';

/** When a campaign makes its next calls, and in which time zone that is shown. */
export interface NextCalls {
  at: Date;
  zone: string;
}

/** Calls that are failed at once. */
const BATCH = 1_000;

/**
 * Returns when a campaign may make its next calls, now included; `undefined` if none is pending. Fails the contacts that
 * have no calling hours within the next five weeks, or none by the last day of the campaign.
 */
export async function findNextCalls(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  heartbeat: JobControl['heartbeat'],
): Promise<NextCalls | undefined> {
  if (!waits(deps, campaign)) return nowIfPending(deps, campaign);
  const windows = await listWindows(deps, campaign.id);
  const openings = windows.map((window) => ({ window, at: nextClaimable(deps, campaign, window) }));
  const never = openings.filter(({ at }) => at === undefined).map(({ window }) => window);
  for (const [reason, some] of groupBy(never, (window) => reasonOf(deps, campaign, window)))
    await failAll(deps, campaign, { windows: some, reason, heartbeat });
  const now = deps.clock.now();
  const isDue = ({ at }: { at?: Date | undefined }) => at !== undefined && at <= now;
  const due = openings.filter(isDue).map(({ window }) => window);
  // Calls of voided preparations are pending too, and are never made.
  const isCallDue = due.length > 0 && (await listed(deps, campaign, due, 1)).length > 0;
  return openings
    .filter((opening) => isCallDue || !isDue(opening))
    .flatMap(({ window, at }) => (at === undefined ? [] : [{ at, zone: deps.calendar.zoneOf(window) }]))
    .reduce<NextCalls | undefined>(
      (first, next) => (first === undefined || next.at < first.at ? next : first),
      undefined,
    );
}

/** Calls that were not placed may have been released since the run read the last ones. */
async function nowIfPending(
  { calls, calendar, clock }: DropsDeps,
  { id, voidedPreparations }: RunnableCampaign,
): Promise<NextCalls | undefined> {
  if (!(await calls.has(id, ['pending'], voidedPreparations))) return undefined;
  return { at: clock.now(), zone: calendar.zoneOf(ANYWHERE) };
}

/** Returns why a window class is not called any more. */
function reasonOf(deps: DropsDeps, campaign: RunnableCampaign, window: string): CallReasonKey {
  const hasLater = nextClaimable(deps, { ...campaign, lastDay: null }, window) !== undefined;
  return hasLater ? 'last-day' : 'no-hours';
}

/** Without this the campaign would wait for ever. */
async function failAll(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  {
    windows,
    reason,
    heartbeat,
  }: { windows: readonly string[]; reason: CallReasonKey; heartbeat: JobControl['heartbeat'] },
): Promise<void> {
  for (let at = 0; at < windows.length; at += MAX_WINDOWS) {
    const some = windows.slice(at, at + MAX_WINDOWS);
    let calls = await listed(deps, campaign, some, BATCH);
    while (calls.length > 0) {
      await failPending(deps, campaign.id, calls, CALL_REASONS[reason]);
      await heartbeat();
      calls = await listed(deps, campaign, some, BATCH, calls.at(-1)?.seq);
    }
  }
}

function listed(
  { calls }: DropsDeps,
  { id, voidedPreparations }: RunnableCampaign,
  windows: readonly string[],
  limit: number,
  afterSeq = 0,
) {
  const query = { afterSeq, voidedPreparations, limit, windows: windows.slice(0, MAX_WINDOWS) };
  return calls.listPending(id, query);
}
