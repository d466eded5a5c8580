import { DAY_MS } from '#shared/time-units.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';

type Deps = Pick<DropsDeps, 'calendar' | 'realTime' | 'options'>;
type Hours = Pick<RunnableCampaign, 'callingHours'>;

/** A request may take this long to reach the carrier. */
const REQUEST_MS = 1_000;
/** A batch takes about this long to place at its rate limit. */
const PLACING_MS = 5_000;
/** How far ahead openings are searched for. */
const SEARCH_MS = 14 * DAY_MS;

/** Returns whether a contact of a window class may be called now; with a fresh reading of the clock. */
export function mayBeCalled(deps: Deps, campaign: Hours, window: string): boolean {
  return deps.calendar.mode === 'skip-waits' || isWithinHours(deps, campaign, window);
}

/** Returns whether it is within the calling hours of a window class, also where the wait for them is skipped. */
export function isWithinHours(deps: Deps, { callingHours }: Hours, window: string): boolean {
  const now = deps.realTime.now();
  const until = deps.calendar.openUntil(window, callingHours ?? undefined, now);
  return until !== undefined && until.getTime() - now.getTime() > REQUEST_MS;
}

/** Returns until when calls of a window class can be claimed now; `undefined` where a claim would outlive the opening. */
export function claimableUntil(deps: Deps, campaign: Hours, window: string): Date | undefined {
  return claimableAt(deps, campaign, window, deps.realTime.now());
}

/** Returns when calls of a window class can be claimed next, now included; `undefined` if not within 14 days. */
export function nextClaimable(deps: Deps, campaign: Hours, window: string): Date | undefined {
  const hours = campaign.callingHours ?? undefined;
  const now = deps.realTime.now();
  let from = deps.calendar.nextOpening(window, hours, now);
  while (from !== undefined && from.getTime() - now.getTime() <= SEARCH_MS) {
    if (claimableAt(deps, campaign, window, from) !== undefined) return from;
    const end = deps.calendar.openUntil(window, hours, from);
    if (end === undefined) return undefined;
    from = deps.calendar.nextOpening(window, hours, end);
  }
  return undefined;
}

function claimableAt(
  { calendar, options }: Deps,
  { callingHours }: Hours,
  window: string,
  at: Date,
): Date | undefined {
  const until = calendar.openUntil(window, callingHours ?? undefined, at);
  const needed = options.claimLeaseMs + PLACING_MS;
  return until !== undefined && until.getTime() - at.getTime() >= needed ? until : undefined;
}
