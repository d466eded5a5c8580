import type { PriceLot } from '#shared/plans.ts';
import type { CampaignProgress } from '#shared/schemas/campaigns/progress.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { presentNextCalls, type VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import { lastSeconds, paceOf } from './pace.ts';
import { shownCounts, unsettledCalls } from './shown-counts.ts';

type Deps = Pick<CampaignsDeps, 'calendar' | 'contacts' | 'ledger' | 'clock'>;

/** Returns the progress of a campaign now: counts, pace, time left and cost so far. Reads no contact. */
export async function readProgress(deps: Deps, campaign: VisibleCampaign): Promise<CampaignProgress> {
  const { status, total, charged } = campaign;
  const counts = shownCounts(campaign);
  const perSecond = lastSeconds(campaign.progress, deps.clock.now());
  const pace = paceOf(perSecond);
  const [left, cost] = await Promise.all([
    timeLeft(deps, campaign, counts.pending, pace),
    costSoFar(deps, campaign),
  ]);
  return {
    status,
    total,
    ...counts,
    per_second: perSecond,
    calls_per_minute: Math.round(pace * 60),
    ...left,
    next_calls: presentNextCalls(campaign),
    charged,
    // Like the calls: without what delivered calls that are not settled yet will be charged.
    held: Math.max(0, campaign.held + charged - cost.cost_so_far),
    ...cost,
  };
}

/** Returns how long the pending calls take, unless the calling hours of some of them do not last as long. */
async function timeLeft(
  deps: Deps,
  campaign: VisibleCampaign,
  pending: number,
  pace: number,
): Promise<Pick<CampaignProgress, 'seconds_left' | 'ends_later'>> {
  const { status, nextCalls } = campaign;
  if (status !== 'Sending' || nextCalls !== undefined || pace === 0)
    return { seconds_left: null, ends_later: false };
  const seconds = Math.ceil(pending / pace);
  const isOpen = await areOpenFor(deps, campaign, seconds);
  return { seconds_left: isOpen ? seconds : null, ends_later: !isOpen };
}

/** Returns whether every contact that waits may be called from now on for as long. */
async function areOpenFor(
  { calendar, contacts, clock }: Deps,
  { _id, callingHours, lastDay }: VisibleCampaign,
  seconds: number,
): Promise<boolean> {
  if (calendar.mode === 'skip-waits') return true;
  const now = clock.now();
  const end = now.getTime() + seconds * 1_000;
  return (await contacts.windowsOf(_id)).every((window) => {
    const until = calendar.openUntil(window, callingHours ?? undefined, now, lastDay);
    return until !== undefined && until.getTime() >= end;
  });
}

/** Delivered calls are charged to the first lots of the hold; the price of the next ones is theirs. */
async function costSoFar(
  { ledger }: Deps,
  campaign: VisibleCampaign,
): Promise<Pick<CampaignProgress, 'cost_so_far' | 'cost_is_exact'>> {
  const { _id, streamId, charged } = campaign;
  const { delivered } = unsettledCalls(campaign);
  if (delivered === 0) return { cost_so_far: charged, cost_is_exact: true };
  const { lots } = await ledger.campaignHold(streamId, _id);
  // A settlement may have been charged and not counted yet: with several prices the next one is not certain.
  return { cost_so_far: charged + costOfFirst(lots, delivered), cost_is_exact: lots.length === 1 };
}

function costOfFirst(lots: readonly PriceLot[], calls: number): number {
  let [left, cost] = [calls, 0];
  for (const lot of lots) {
    const taken = Math.min(left, lot.calls);
    cost += taken * lot.price;
    left -= taken;
  }
  return cost;
}
