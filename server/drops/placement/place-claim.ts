import type { FinalCall } from '#server/drops/contacts/call-store.ts';
import { leaseEnd, type RunControl } from '#server/drops/claims/claim-batch.ts';
import type { ClaimDocument, FrozenDrop } from '#server/drops/claims/claim-model.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { mayPlaceAgain } from '#server/drops/claims/key-life.ts';
import { pauseFaulty } from '#server/drops/settlement/pause-faulty.ts';
import { placeDrops, type PlacedDrops } from './place-drops.ts';
import type { RunnableCampaign } from '#server/drops/ports.ts';
import { releaseClaim, releaseUnplaced } from '#server/drops/claims/unplaced-calls.ts';

/** What became of a claim: `end` says whether to go on with the next. */
export interface ClaimOutcome {
  end: 'placed' | 'given back' | 'carrier down';
  /** Drops that the carrier took or refused, and drops that it did not answer. */
  answered: number;
  unanswered: number;
}

const NOTHING_PLACED: ClaimOutcome = { end: 'placed', answered: 0, unanswered: 0 };
const GIVEN_BACK: ClaimOutcome = { end: 'given back', answered: 0, unanswered: 0 };

const idsOf = (drops: readonly FrozenDrop[]) => drops.map(({ contactId }) => contactId);

/**
 * Places the drops of a claim and records the carrier's answers. The campaign is read once more first: what is not to
 * be sent any more goes back to pending. `taken` says that the claim was another worker's, whose calls may be out.
 */
export async function placeClaim(
  deps: DropsDeps,
  claim: ClaimDocument,
  control: RunControl,
  taken = false,
): Promise<ClaimOutcome> {
  if (claim.drops.length === 0) {
    await (taken ? deps.claims.markPlaced(claim, deadline(deps)) : releaseClaim(deps, claim));
    return NOTHING_PLACED;
  }
  const campaign = await deps.campaigns.find(claim.campaignId);
  if (campaign?.status !== 'Sending' || control.signal.aborted) {
    if (!taken) await releaseClaim(deps, claim);
    return GIVEN_BACK;
  }
  if (taken && !mayPlaceAgain(deps, claim)) {
    await deps.claims.markPlaced(claim, deadline(deps));
    return NOTHING_PLACED;
  }
  const lease = leaseEnd(deps);
  if (!(await (taken ? deps.claims.renew(claim, lease) : deps.claims.begin(claim, lease)))) {
    // Made void while we were slow, and we may have marked contacts since; or taken over once more.
    if (!taken) await deps.calls.release(claim.campaignId, claim.seqs, claim._id);
    return NOTHING_PLACED;
  }
  return placeWhileHeld(deps, campaign, claim, control, taken);
}

/** From now: when the reports of what is placed are overdue. */
export function deadline({ realTime, options }: DropsDeps): Date {
  return new Date(realTime.now().getTime() + options.reportDeadlineMs);
}

async function placeWhileHeld(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  claim: ClaimDocument,
  { signal, heartbeat, holder }: RunControl,
  taken: boolean,
): Promise<ClaimOutcome> {
  const lost = new AbortController();
  const paused = new AbortController();
  const renew = async () => {
    if (!(await deps.claims.renew(claim, leaseEnd(deps)))) lost.abort();
    await deps.claims.renewAhead(campaign.id, holder, leaseEnd(deps));
  };
  const look = async () => {
    if ((await deps.campaigns.find(campaign.id))?.status !== 'Sending') paused.abort();
  };
  const timer = setInterval(() => {
    Promise.all([renew(), look(), heartbeat()]).catch((error: unknown) => {
      deps.log.warn({ err: error, claim: claim._id }, 'a sign of life could not be given');
    });
  }, deps.options.claimLeaseMs / 4);
  try {
    const stop = AbortSignal.any([signal, lost.signal, paused.signal]);
    const placed = await placeDrops(deps, { campaign, claim, taken }, stop);
    // Before anything is given back: another worker would claim it and run into the same wall.
    if (placed.accountFault !== undefined) await pauseFaulty(deps, campaign, placed.accountFault);
    await recordAnswers(deps, claim, placed);
    if (!lost.signal.aborted) await closeClaim(deps, claim, placed, taken);
    if (placed.failure !== undefined) throw placed.failure;
    return await outcomeOf(deps, campaign, placed, stop.aborted);
  } finally {
    clearInterval(timer);
  }
}

/** What the carrier's answers mean for the next claims. One that answers is not down any more. */
async function outcomeOf(
  { campaigns }: DropsDeps,
  { id, carrierDownSince }: RunnableCampaign,
  { accepted, refused, doubtful, unknown, unplaced, carrierDown, accountFault }: PlacedDrops,
  stopped: boolean,
): Promise<ClaimOutcome> {
  const answered = accepted.length + refused.length + doubtful.length;
  if (answered > 0 && carrierDownSince !== undefined) await campaigns.noteCarrierUp(id);
  if (stopped || accountFault !== undefined) return { ...GIVEN_BACK, answered };
  const end = carrierDown || unplaced.length > 0 ? 'carrier down' : 'placed';
  return { end, answered, unanswered: unknown.length };
}

/**
 * Records the carrier's answers. A refusal counts only while the claim is held: whoever has taken it over may have placed
 * the call. The claim forgets the refused calls first, so that nobody who takes it over from then on places them.
 */
async function recordAnswers(
  { calls, claims, clock }: DropsDeps,
  claim: ClaimDocument,
  { accepted, refused, doubtful, unknown, unplaced }: PlacedDrops,
): Promise<void> {
  const { _id, campaignId } = claim;
  const atCarrier = [...accepted, ...doubtful];
  if (atCarrier.length > 0) await calls.markPlaced(campaignId, idsOf(atCarrier), _id);
  if (refused.length === 0 || !(await claims.keepOnly(claim, [...unknown, ...unplaced]))) return;
  for (const [call, drops] of refusals(refused, clock.now())) {
    await calls.markRefused(campaignId, idsOf(drops), _id, call);
  }
}

/**
 * Gives back what was not sent and begins to wait for reports. What may be out keeps the claim open: with keys it is
 * placed again once the lease has run out. In a claim that was taken over that is everything left, since a new claim
 * would forget when the key was first used.
 */
async function closeClaim(
  deps: DropsDeps,
  claim: ClaimDocument,
  { unplaced, unknown }: PlacedDrops,
  taken: boolean,
): Promise<void> {
  if (unplaced.length > 0 && !taken) await releaseUnplaced(deps, claim, unplaced, unknown);
  const maybeOut = taken ? unplaced.length + unknown.length : unknown.length;
  if (maybeOut === 0 || !deps.carrier.capabilities.idempotencyKeys) {
    await deps.claims.markPlaced(claim, deadline(deps));
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
