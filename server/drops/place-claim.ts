import type { FinalCall } from './call-store.ts';
import { leaseEnd } from './claim-batch.ts';
import type { ClaimDocument, FrozenDrop } from './claim-model.ts';
import type { DropsDeps } from './drops-deps.ts';
import { groupBy } from './group-by.ts';
import { placeDrops, type PlacedDrops } from './place-drops.ts';
import type { JobControl } from './ports.ts';

/** The carrier forgets keys after 24 hours; an hour before that nothing is placed again (design §4). */
const KEY_LIFE_MS = 23 * 3_600_000;

export type ClaimOutcome = 'placed' | 'given back' | 'carrier down';

const idsOf = (drops: readonly FrozenDrop[]) => drops.map(({ contactId }) => contactId);

/**
 * Places the drops of a claim and records the carrier's answers. The campaign is read once more first: what is not to
 * be sent any more goes back to pending. `taken` says that the claim was another worker's, whose calls may be out.
 */
export async function placeClaim(
  deps: DropsDeps,
  claim: ClaimDocument,
  control: JobControl,
  taken = false,
): Promise<ClaimOutcome> {
  if (claim.drops.length === 0) {
    await deps.claims.markPlaced(claim._id, deadline(deps));
    return 'placed';
  }
  const campaign = await deps.campaigns.find(claim.campaignId);
  if (campaign?.status !== 'Sending' || control.signal.aborted) {
    if (!taken) await giveBack(deps, claim, claim.drops);
    return 'given back';
  }
  if (taken && !mayPlaceAgain(deps, claim)) {
    await deps.claims.markPlaced(claim._id, deadline(deps));
    return 'placed';
  }
  return placeWhileHeld(deps, claim, control, taken);
}

/** Whether a claim whose calls may be out can be placed again without calling anyone twice. */
export function mayPlaceAgain({ carrier, clock }: DropsDeps, { firstClaimedAt }: ClaimDocument): boolean {
  return (
    carrier.capabilities.idempotencyKeys && clock.now().getTime() - firstClaimedAt.getTime() < KEY_LIFE_MS
  );
}

/** From now: when the reports of what is placed are overdue. */
export function deadline({ clock, options }: DropsDeps): Date {
  return new Date(clock.now().getTime() + options.reportDeadlineMs);
}

async function placeWhileHeld(
  deps: DropsDeps,
  claim: ClaimDocument,
  { signal, alive }: JobControl,
  taken: boolean,
): Promise<ClaimOutcome> {
  const lost = new AbortController();
  const renew = async () => {
    if (!(await deps.claims.renew(claim, leaseEnd(deps)))) lost.abort();
  };
  await renew();
  const heartbeat = setInterval(() => {
    Promise.all([renew(), alive()]).catch((error: unknown) => {
      deps.log.warn({ err: error, claim: claim._id }, 'a sign of life could not be given');
    });
  }, deps.options.claimLeaseMs / 4);
  try {
    const placed = await placeDrops(deps, claim, AbortSignal.any([signal, lost.signal]));
    await recordAnswers(deps, claim, placed);
    if (!lost.signal.aborted) await closeClaim(deps, claim, placed, taken);
    return placed.carrierDown ? 'carrier down' : 'placed';
  } finally {
    clearInterval(heartbeat);
  }
}

async function recordAnswers(
  { calls, clock }: DropsDeps,
  { _id, campaignId }: ClaimDocument,
  placed: PlacedDrops,
): Promise<void> {
  if (placed.accepted.length > 0) await calls.markPlaced(campaignId, idsOf(placed.accepted), _id);
  for (const [call, drops] of refusals(placed.refused, clock.now())) {
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
  { _id, campaignId }: ClaimDocument,
  { unsent, unknown }: PlacedDrops,
  taken: boolean,
): Promise<void> {
  if (unsent.length > 0 && !taken) await deps.calls.giveBack(campaignId, idsOf(unsent), _id);
  const maybeOut = taken ? unsent.length + unknown.length : unknown.length;
  if (maybeOut === 0 || !deps.carrier.capabilities.idempotencyKeys) {
    await deps.claims.markPlaced(_id, deadline(deps));
  }
}

function refusals(refused: PlacedDrops['refused'], at: Date): [FinalCall, FrozenDrop[]][] {
  const groups = groupBy(refused, ({ code, reason }) => JSON.stringify([code, reason]));
  return [...groups.values()].map(([first, ...rest]) => {
    const { code = '', reason = '' } = first ?? {};
    const drops = [first, ...rest].flatMap((refusal) => refusal?.drop ?? []);
    return [{ status: 'failed', at, code, reason, retryable: true }, drops];
  });
}

async function giveBack(
  { calls, claims }: DropsDeps,
  claim: ClaimDocument,
  drops: readonly FrozenDrop[],
): Promise<void> {
  await calls.giveBack(claim.campaignId, idsOf(drops), claim._id);
  await claims.remove(claim._id);
}
