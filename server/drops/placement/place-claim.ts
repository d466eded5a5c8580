import type { FinalCall } from '#server/drops/contacts/call-result-store.ts';
import type { RunControl } from '#server/drops/claims/claim-batch.ts';
import type { ClaimDocument, FrozenDrop } from '#server/drops/claims/claim-store.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { leaseEnd, mayPlaceAgain, reportDeadline } from '#server/drops/claims/claim-times.ts';
import { pauseOnFault } from '#server/drops/settlement/pause-on-fault.ts';
import { placeDrops, type PlacedDrops } from './place-drops.ts';
import type { RunnableCampaign } from '#server/campaigns/api.ts';
import { releaseClaim, releaseUnplaced } from '#server/drops/claims/unplaced-calls.ts';

/** The result of placing a claim: `end` says whether to continue with the next one. */
export interface ClaimOutcome {
  end: 'placed' | 'stopped' | 'carrier down';
  /** Drops that the carrier accepted or refused, and drops whose result is unknown. */
  responses: number;
  unknown: number;
}

const NO_CALLS: ClaimOutcome = { end: 'placed', responses: 0, unknown: 0 };
const STOPPED: ClaimOutcome = { end: 'stopped', responses: 0, unknown: 0 };

const idsOf = (drops: readonly FrozenDrop[]) => drops.map(({ contactId }) => contactId);

/**
 * Places the drops of a claim and records the responses. Checks the campaign first and releases calls that must not
 * be placed any more. `reclaimed`: the claim was another worker's, and its calls may be at the carrier.
 */
export async function placeClaim(
  deps: DropsDeps,
  claim: ClaimDocument,
  control: RunControl,
  reclaimed = false,
): Promise<ClaimOutcome> {
  if (claim.drops.length === 0) {
    await (reclaimed ? deps.claims.markPlaced(claim, reportDeadline(deps)) : releaseClaim(deps, claim));
    return NO_CALLS;
  }
  const campaign = await deps.campaigns.find(claim.campaignId);
  if (campaign?.status !== 'Sending' || control.signal.aborted) {
    if (!reclaimed) await releaseClaim(deps, claim);
    return STOPPED;
  }
  if (reclaimed && !mayPlaceAgain(deps, claim)) {
    await deps.claims.markPlaced(claim, reportDeadline(deps));
    return NO_CALLS;
  }
  const lease = leaseEnd(deps);
  if (!(await (reclaimed ? deps.claims.renew(claim, lease) : deps.claims.startPlacing(claim, lease)))) {
    // Voided or reclaimed while this worker was slow; it may have claimed contacts since.
    if (!reclaimed) await deps.calls.release(claim.campaignId, claim.seqs, claim._id);
    return NO_CALLS;
  }
  return placeUnderLease(deps, campaign, claim, control, reclaimed);
}

async function placeUnderLease(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  claim: ClaimDocument,
  { signal, heartbeat, holder }: RunControl,
  reclaimed: boolean,
): Promise<ClaimOutcome> {
  const lost = new AbortController();
  const paused = new AbortController();
  const renew = async () => {
    if (!(await deps.claims.renew(claim, leaseEnd(deps)))) lost.abort();
    await deps.claims.renewPrefetched(campaign.id, holder, leaseEnd(deps));
  };
  const stopWhenPaused = async () => {
    if ((await deps.campaigns.find(campaign.id))?.status !== 'Sending') paused.abort();
  };
  const timer = setInterval(() => {
    Promise.all([renew(), stopWhenPaused(), heartbeat()]).catch((error: unknown) => {
      deps.log.warn({ err: error, claim: claim._id }, 'a heartbeat failed');
    });
  }, deps.options.claimLeaseMs / 4);
  try {
    const stop = AbortSignal.any([signal, lost.signal, paused.signal]);
    const placed = await placeDrops(deps, { campaign, claim, reclaimed }, stop);
    // Before any call is released: another worker would claim it and hit the same fault.
    if (placed.accountFault !== undefined) await pauseOnFault(deps, campaign, placed.accountFault);
    await recordResults(deps, claim, placed);
    if (!lost.signal.aborted) await closeClaim(deps, claim, placed, reclaimed);
    if (placed.failure !== undefined) throw placed.failure;
    return await outcomeOf(deps, campaign, placed, stop.aborted);
  } finally {
    clearInterval(timer);
  }
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
  { calls, results, claims, clock }: DropsDeps,
  claim: ClaimDocument,
  { accepted, refused, doubtful, unknown, unplaced }: PlacedDrops,
): Promise<void> {
  const { _id, campaignId } = claim;
  const atCarrier = [...accepted, ...doubtful];
  if (atCarrier.length > 0) await calls.markPlaced(campaignId, idsOf(atCarrier), _id);
  if (refused.length === 0 || !(await claims.retainDrops(claim, [...unknown, ...unplaced]))) return;
  for (const [call, drops] of refusals(refused, clock.now())) {
    await results.markRefused(campaignId, idsOf(drops), _id, call);
  }
}

/**
 * Releases unplaced calls and starts to wait for reports. With keys, calls that may be at the carrier keep the claim
 * open to be placed again; in a reclaimed claim also unplaced ones, as a new claim would reset `firstClaimedAt`.
 */
async function closeClaim(
  deps: DropsDeps,
  claim: ClaimDocument,
  { unplaced, unknown }: PlacedDrops,
  reclaimed: boolean,
): Promise<void> {
  if (unplaced.length > 0 && !reclaimed) await releaseUnplaced(deps, claim, unplaced, unknown);
  const uncertain = reclaimed ? unplaced.length + unknown.length : unknown.length;
  if (uncertain === 0 || !deps.carrier.capabilities.idempotencyKeys) {
    await deps.claims.markPlaced(claim, reportDeadline(deps));
  }
}

function refusals(refused: PlacedDrops['refused'], at: Date): [FinalCall, FrozenDrop[]][] {
  const groups = groupBy(refused, ({ code, reason }) => JSON.stringify([code, reason]));
  return [...groups.values()].map(([first, ...rest]) => {
    const { code = '', reason = '' } = first ?? {};
    const drops = [first, ...rest].flatMap((refusal) => refusal?.drop ?? []);
    return [{ status: 'failed', at, code, reason, retryable: true, carrierFault: true }, drops];
  });
}
