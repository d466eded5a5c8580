import { CALL_REASONS, callReasonKey, callRetry } from '#shared/call-reasons.ts';
import type { FinalCall } from '#server/features/drops/contacts/call-result-store.ts';
import { neverCalled } from '#server/features/drops/contacts/skip-suppressed.ts';
import type { RunControl } from '#server/features/drops/claims/claim-batch.ts';
import type { ClaimDocument, FrozenDrop } from '#server/features/drops/claims/claim-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { groupBy } from '#server/platform/lib/group-by.ts';
import {
  keysExpireAt,
  leaseEnd,
  mayPlaceAgain,
  reportDeadline,
} from '#server/features/drops/claims/claim-times.ts';
import { mayBeCalled, nextClaimable } from '#server/features/drops/hours/calling-times.ts';
import { windowOfDrop } from '#server/features/drops/hours/contact-window.ts';
import { pauseOnFault } from '#server/features/drops/settlement/pause-on-fault.ts';
import { startAge } from '#server/platform/lib/concurrency/held-lease.ts';
import { keepClaim, type ClaimLease } from './claim-lease.ts';
import { callableCampaign } from './callable-campaign.ts';
import { placeDrops, type DropsRequest, type PlacedDrops } from './place-drops.ts';
import type { LookedUpCalls } from '#server/features/calling/api.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import {
  loggedCalls,
  releaseClaim,
  releaseStarted,
  releaseUnplaced,
} from '#server/features/drops/claims/unplaced-calls.ts';
import { watchOptOuts } from './watch-opt-outs.ts';

/** The result of placing a claim: `end` says whether to continue with the next one. */
export interface ClaimOutcome {
  end: 'placed' | 'stopped' | 'carrier down';
  /** Drops that the carrier accepted or refused, and drops whose result is unknown. */
  responses: number;
  unknown: number;
}

interface PlacementRequest extends DropsRequest {
  campaign: RunnableCampaign;
  claim: ClaimDocument;
  seen: LookedUpCalls | undefined;
  lease: ClaimLease;
}

const NO_CALLS: ClaimOutcome = { end: 'placed', responses: 0, unknown: 0 };
const STOPPED: ClaimOutcome = { end: 'stopped', responses: 0, unknown: 0 };

const idsOf = (drops: readonly FrozenDrop[]) => drops.map(({ contactId }) => contactId);

/**
 * Places the drops of a claim and records the responses. Reads the campaign first and releases calls that must not
 * be placed any more. `reclaimed`: the claim was another worker's, and its calls may be at the carrier.
 */
export async function placeClaim(
  deps: DropsDeps,
  {
    campaign: ofRun,
    claim,
    reclaimed,
  }: { campaign: RunnableCampaign; claim: ClaimDocument; reclaimed: boolean },
  control: RunControl,
): Promise<ClaimOutcome> {
  if (claim.drops.length === 0) {
    await (reclaimed ? deps.claims.markPlaced(claim, reportDeadline(deps)) : releaseClaim(deps, claim));
    return NO_CALLS;
  }
  // The lease of a new claim counts from before the request that grants it.
  const leaseAge = reclaimed ? undefined : startAge(deps.clock);
  const started = await (reclaimed
    ? checkReclaimed(deps, ofRun, claim, control.signal)
    : startPlacing(deps, ofRun, claim, control.signal));
  if ('end' in started) return started;
  const { campaign, seen } = started;
  const lease = keepClaim(deps, { campaign, claim, leaseAge }, control);
  try {
    const [isHeld] = await beforeCalls(deps, { campaign, claim, reclaimed }, [lease.isHeld()]);
    if (!isHeld) return NO_CALLS;
    const [optOuts] = await beforeCalls(deps, { campaign, claim, reclaimed }, [
      watchOptOuts(deps, campaign, claim),
    ]);
    try {
      const mayPlace = (drop: FrozenDrop) =>
        !optOuts.has(drop.to) && mayBeCalled(deps, campaign, windowOfDrop(deps, drop));
      const request = { campaign, claim, reclaimed, mayPlace, seen, lease };
      return await placeUnderLease(deps, request, control.signal);
    } finally {
      optOuts.stop();
    }
  } finally {
    lease.stop();
  }
}

/** The campaign of a claim that may be placed, read after the claim, and what was read of its calls. */
interface Started {
  campaign: RunnableCampaign;
  seen?: LookedUpCalls | undefined;
}

/**
 * Starts placing a new claim. What does not depend on each other happens together, as the first call of a due campaign
 * waits for each round trip. If the campaign turns out not to be callable, the claim is released: nothing was placed.
 */
async function startPlacing(
  deps: DropsDeps,
  ofRun: RunnableCampaign,
  claim: ClaimDocument,
  signal: AbortSignal,
): Promise<Started | ClaimOutcome> {
  if (signal.aborted) {
    await releaseClaim(deps, claim);
    return STOPPED;
  }
  const [campaign, seen, , isStarted] = await beforeCalls(
    deps,
    { campaign: ofRun, claim, reclaimed: false },
    [
      callableCampaign(deps, ofRun),
      ofRun.isTest ? undefined : deps.callLog.lookUp(ofRun.caller, loggedCalls(claim.drops)),
      deps.slotReservations.reserve(ofRun),
      deps.claims.startPlacing(claim, leaseEnd(deps)),
    ],
  );
  const mayBegin = campaign !== undefined && !signal.aborted;
  if (isStarted && mayBegin) return { campaign, seen };
  // Voided while this worker was slow: it may have claimed contacts since.
  if (!isStarted) await deps.calls.release(claim.campaignId, claim.seqs, claim._id);
  else await releaseStarted(deps, ofRun, claim);
  return mayBegin ? NO_CALLS : STOPPED;
}

/**
 * Waits for what precedes the first call of a claim. If it fails, a new claim is released: its calls would count as perhaps made
 * once its lease has expired.
 */
async function beforeCalls<T extends readonly unknown[] | []>(
  deps: DropsDeps,
  { campaign, claim, reclaimed }: Pick<PlacementRequest, 'campaign' | 'claim' | 'reclaimed'>,
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  try {
    return await Promise.all(work);
  } catch (error) {
    // The claim may be started only now.
    await Promise.allSettled(work);
    if (!reclaimed) await releaseStarted(deps, campaign, claim).catch(() => undefined);
    throw error;
  }
}

/** Reads the campaign of a reclaimed claim, whose calls may be at the carrier; ends the claim if they cannot be placed again. */
async function checkReclaimed(
  deps: DropsDeps,
  ofRun: RunnableCampaign,
  claim: ClaimDocument,
  signal: AbortSignal,
): Promise<Started | ClaimOutcome> {
  const campaign = await callableCampaign(deps, ofRun);
  if (campaign === undefined || signal.aborted) return STOPPED;
  if (!mayPlaceAgain(deps, claim)) {
    await deps.claims.markPlaced(claim, reportDeadline(deps));
    return NO_CALLS;
  }
  return (await waitForHours(deps, campaign, claim)) ? NO_CALLS : { campaign };
}

/**
 * Puts a reclaimed claim off until one of its contacts may be called, or its keys expire; returns false if one may be now.
 * Its calls may be at the carrier, so it is kept, and waits for their reports if none may be called any more.
 */
async function waitForHours(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  claim: ClaimDocument,
): Promise<boolean> {
  const windows = [...new Set(claim.drops.map((drop) => windowOfDrop(deps, drop)))];
  if (windows.some((window) => mayBeCalled(deps, campaign, window))) return false;
  const openings = windows.flatMap((window) => nextClaimable(deps, campaign, window)?.getTime() ?? []);
  if (openings.length === 0) {
    await deps.claims.markPlaced(claim, reportDeadline(deps));
    return true;
  }
  const until = new Date(Math.min(keysExpireAt(claim).getTime(), ...openings));
  if (await deps.claims.renew(claim, until)) await deps.jobs.continueRun(campaign.id, until);
  // Nothing is tried meanwhile.
  if (campaign.carrierDownSince !== undefined) await deps.campaigns.clearCarrierDown(campaign.id);
  return true;
}

async function placeUnderLease(
  deps: DropsDeps,
  request: PlacementRequest,
  signal: AbortSignal,
): Promise<ClaimOutcome> {
  const { campaign, claim, lease } = request;
  const { lost, paused } = lease;
  const stop = AbortSignal.any([signal, lost, paused]);
  const mayBePlaced = request.reclaimed || campaign.restoredFrom !== undefined;
  const [drops] = await beforeCalls(deps, request, [withinLimits(deps, request)]);
  const again = { ...request, claim: { ...claim, drops }, reclaimed: mayBePlaced };
  const placed = await placeDrops(deps, again, stop);
  // A heartbeat from here on may find the claim closed, which is no reason to stop.
  const isStopped = stop.aborted;
  // Before any call is released: another worker would claim it and hit the same fault.
  const { accountFault } = placed;
  if (accountFault !== undefined)
    await pauseOnFault(deps, campaign, { reason: accountFault, cause: 'account' });
  await recordResults(deps, campaign, claim, placed);
  if (!lost.aborted) await closeClaim(deps, request, placed);
  if (placed.failure !== undefined) throw placed.failure;
  return await outcomeOf(deps, campaign, placed, isStopped);
}

/**
 * Records the calls of a claim before they are placed. Fails those to numbers that have been called too often, and returns
 * the others. A call that a dead worker may have placed is recorded already.
 */
async function withinLimits(
  { callLog, claims, results, clock, keyOf }: DropsDeps,
  { campaign: { caller, isTest }, claim, seen }: PlacementRequest,
): Promise<FrozenDrop[]> {
  if (isTest) return claim.drops;
  const logged = claim.drops.map((drop) => ({
    attemptId: drop.attemptId,
    phone: drop.to,
    window: windowOfDrop({ keyOf }, drop),
  }));
  const refused = await callLog.reserve(caller, logged, seen);
  if (refused.size === 0) return claim.drops;
  const tooOften = claim.drops.filter(({ attemptId }) => refused.has(attemptId));
  const others = claim.drops.filter(({ attemptId }) => !refused.has(attemptId));
  if (!(await claims.retainDrops(claim, others))) return others;
  const call = neverCalled(clock.now(), CALL_REASONS['too-often']);
  await results.markNotMade(claim, idsOf(tooOften), call);
  return others;
}

/** Derives whether to continue from the results. Any response ends an outage. */
async function outcomeOf(
  { campaigns }: DropsDeps,
  { id, carrierDownSince }: RunnableCampaign,
  { accepted, refused, doubtful, unknown, unplaced, carrierDown, accountFault }: PlacedDrops,
  stopped: boolean,
): Promise<ClaimOutcome> {
  const responses = accepted.length + refused.length + doubtful.length;
  if (responses > 0 && carrierDownSince !== undefined) await campaigns.clearCarrierDown(id);
  if (stopped || accountFault !== undefined) return { ...STOPPED, responses };
  const end = carrierDown || unplaced.length > 0 ? 'carrier down' : 'placed';
  return { end, responses, unknown: unknown.length };
}

/**
 * Records the carrier's responses. A refusal counts only while the claim is held, as a new holder may have placed the
 * call; so refused drops are removed from the claim first.
 */
async function recordResults(
  { calls, results, claims, callLog, clock, metrics }: DropsDeps,
  { caller }: RunnableCampaign,
  claim: ClaimDocument,
  { accepted, refused, doubtful, unknown, unplaced, withheld }: PlacedDrops,
): Promise<void> {
  const { _id, campaignId } = claim;
  const atCarrier = [...accepted, ...doubtful];
  metrics.count('hark_drops_placed_total', {}, atCarrier.length);
  if (atCarrier.length > 0) await calls.markPlaced(campaignId, idsOf(atCarrier), _id);
  const until = clock.now();
  if (refused.length === 0 || !(await claims.retainDrops(claim, [...unknown, ...unplaced, ...withheld])))
    return;
  await callLog.remove(caller, loggedCalls(refused.map(({ drop }) => drop)), until);
  for (const [call, drops] of refusals(refused, clock.now())) {
    await results.markRefused(claim, idsOf(drops), call);
  }
}

/**
 * Releases calls that were not placed and starts to wait for reports. With keys, calls that may be at the carrier keep the
 * claim open to be placed again; in a reclaimed claim all of them, as a new claim would reset `firstClaimedAt`.
 */
async function closeClaim(
  deps: DropsDeps,
  { campaign, claim, reclaimed }: PlacementRequest,
  { unplaced, withheld, unknown }: PlacedDrops,
): Promise<void> {
  const notPlaced = [...unplaced, ...withheld];
  if (notPlaced.length > 0 && !reclaimed)
    await releaseUnplaced(deps, campaign, claim, { unplaced: notPlaced, others: unknown });
  const uncertain = reclaimed ? notPlaced.length + unknown.length : unknown.length;
  if (uncertain === 0 || !deps.carrier.capabilities.idempotencyKeys) {
    await deps.claims.markPlaced(claim, reportDeadline(deps));
  }
}

function refusals(refused: PlacedDrops['refused'], at: Date): [FinalCall, FrozenDrop[]][] {
  const groups = groupBy(refused, ({ code, reason }) => JSON.stringify([code, reason]));
  return [...groups.values()].map(([first, ...rest]) => {
    const { code = '', reason = '' } = first ?? {};
    const drops = [first, ...rest].flatMap((refusal) => refusal?.drop ?? []);
    const retryable = callRetry(callReasonKey({ code, reason })) !== 'never';
    return [{ status: 'failed', at, code, reason, retryable, carrierFault: true }, drops];
  });
}
