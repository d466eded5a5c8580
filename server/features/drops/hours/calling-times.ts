import { SEARCH_DAYS } from '#shared/calling/calendar.ts';
import { endOfDayEverywhere } from '#shared/calling/last-day.ts';
import { DAY_MS } from '#shared/time-units.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';

type Deps = Pick<DropsDeps, 'calendar' | 'clock' | 'options'>;
type Times = Pick<RunnableCampaign, 'callingHours' | 'lastDay'>;

/** A request may take this long to reach the carrier. */
const REQUEST_MS = 1_000;
/** A batch takes about this long to place at its rate limit. */
const PLACING_MS = 5_000;
/** How far ahead openings are searched for. */
const SEARCH_MS = SEARCH_DAYS * DAY_MS;
/** Until when calls may be made that wait for no hours, of a campaign without a last day. */
const NO_END = new Date(8.64e15);

/**
 * Returns whether the last day of calling of a campaign is over everywhere, so that none of its calls can be made. False for a
 * campaign restored from a backup, whose calls may have been made since.
 */
export function isAfterLastDay(
  { clock }: Pick<Deps, 'clock'>,
  { lastDay, restoredFrom }: Pick<RunnableCampaign, 'lastDay' | 'restoredFrom'>,
): boolean {
  if (typeof lastDay !== 'string' || restoredFrom !== undefined) return false;
  return endOfDayEverywhere(lastDay) <= clock.now();
}

/** Returns whether a contact of a window class may be called now; with a fresh reading of the clock. */
export function mayBeCalled(deps: Deps, campaign: Times, window: string): boolean {
  const now = deps.clock.now();
  return outlasts(callableUntil(deps, campaign, window, now), now, REQUEST_MS + 1);
}

/** Returns whether it is within the calling hours of a window class, also where the wait for them is skipped. */
export function isWithinHours(deps: Deps, campaign: Times, window: string): boolean {
  const now = deps.clock.now();
  return outlasts(openUntil(deps, campaign, window, now), now, REQUEST_MS + 1);
}

/** Returns until when calls of a window class can be claimed now; `undefined` where a claim would outlive the opening. */
export function claimableUntil(deps: Deps, campaign: Times, window: string): Date | undefined {
  return claimableAt(deps, campaign, window, deps.clock.now());
}

/** Returns when calls of a window class can be claimed next, now included; `undefined` if not within five weeks. */
export function nextClaimable(deps: Deps, campaign: Times, window: string): Date | undefined {
  const now = deps.clock.now();
  let from = nextCallable(deps, campaign, window, now);
  while (from !== undefined && from.getTime() - now.getTime() <= SEARCH_MS) {
    if (claimableAt(deps, campaign, window, from) !== undefined) return from;
    const end = callableUntil(deps, campaign, window, from);
    if (end === undefined) return undefined;
    from = nextCallable(deps, campaign, window, end);
  }
  return undefined;
}

function claimableAt(deps: Deps, campaign: Times, window: string, at: Date): Date | undefined {
  const until = callableUntil(deps, campaign, window, at);
  return outlasts(until, at, deps.options.claimLeaseMs + PLACING_MS) ? until : undefined;
}

/** Like `openUntil`; where the wait for hours is skipped, until the last day of the campaign is over. */
function callableUntil(deps: Deps, campaign: Times, window: string, at: Date): Date | undefined {
  const { calendar } = deps;
  if (calendar.mode === 'enforce') return openUntil(deps, campaign, window, at);
  const { lastDay } = campaign;
  const end = typeof lastDay === 'string' ? calendar.endOf(window, lastDay) : NO_END;
  return at < end ? end : undefined;
}

function nextCallable(deps: Deps, campaign: Times, window: string, at: Date): Date | undefined {
  const { calendar } = deps;
  const { callingHours, lastDay } = campaign;
  if (calendar.mode === 'enforce')
    return calendar.nextOpening(window, callingHours ?? undefined, at, lastDay);
  return callableUntil(deps, campaign, window, at) && at;
}

function openUntil(
  { calendar }: Pick<Deps, 'calendar'>,
  { callingHours, lastDay }: Times,
  window: string,
  at: Date,
): Date | undefined {
  return calendar.openUntil(window, callingHours ?? undefined, at, lastDay);
}

function outlasts(until: Date | undefined, at: Date, ms: number): boolean {
  return until !== undefined && until.getTime() - at.getTime() >= ms;
}
