import type { FinalCall } from './call-store.ts';
import { leaseEnd } from './claim-batch.ts';
import type { ClaimDocument, FrozenDrop } from './claim-model.ts';
import type { DropsDeps } from './drops-deps.ts';
import { groupBy } from './group-by.ts';
import { placeDrops, type PlacedDrops } from './place-drops.ts';

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
  { signal, taken = false }: { signal: AbortSignal; taken?: boolean },
): Promise<ClaimOutcome> {
  if (claim.drops.length === 0) {
    await deps.claims.markPlaced(claim._id, deadline(deps));
    return 'placed';
  }
  const campaign = await deps.campaigns.find(claim.campaignId);
  if (campaign?.status !== 'Sending' || signal.aborted) {
    if (!taken) await giveBack(deps, claim, claim.drops);
    return 'given back';
  }
  if (taken && !mayPlaceAgain(deps, claim)) {
    await deps.claims.markPlaced(claim._id, deadline(deps));
    return 'placed';
  }
  return placeWhileHeld(deps, claim, signal);
}

/** Whether a claim whose calls may be out can be placed again without calling anyone twice. */
export function mayPlaceAgain({ carrier, clock }: DropsDeps, { firstClaimedAt }: ClaimDocument): boolean {
  return carrier.capabilities.idempotencyKeys && clock.now().getTime() - firstClaimedAt.getTime() < KEY_LIFE_MS;
}

/** From now: when the reports of what is placed are overdue. */
export function deadline({ clock, options }: DropsDeps): Date {
  return new Date(clock.now().getTime() + options.reportDeadlineMs);
}

async function placeWhileHeld(deps: DropsDeps, claim: ClaimDocument, signal: AbortSignal): Promise<ClaimOutcome> {
  const lost = new AbortController();
  const renew = async () => {
    if (!(await deps.claims.renew(claim, leaseEnd(deps)))) lost.abort();
  };
  await renew();
  const heartbeat = setInterval(() => {
    renew().catch((error: unknown) => {
      deps.log.warn({ err: error, claim: claim._id }, 'a claim could not be renewed');
    });
  }, deps.options.claimLeaseMs / 4);
  try {
    const placed = await placeDrops(deps, claim, AbortSignal.any([signal, lost.signal]));
    await record(deps, claim, placed, lost.signal.aborted);
    return placed.carrierDown ? 'carrier down' : 'placed';
  } finally {
    clearInterval(heartbeat);
  }
}

/** Where the claim was lost, its new holder looks after what we did not place. */
async function record(deps: DropsDeps, claim: ClaimDocument, placed: PlacedDrops, lost: boolean): Promise<void> {
  const { calls, claims, carrier, clock } = deps;
  const { _id, campaignId } = claim;
  if (placed.accepted.length > 0) await calls.markPlaced(campaignId, idsOf(placed.accepted), _id);
  for (const [call, drops] of refusals(placed.refused, clock.now())) {
    await calls.markRefused(campaignId, idsOf(drops), _id, call);
  }
  if (lost) return;
  if (placed.unsent.length > 0) await calls.giveBack(campaignId, idsOf(placed.unsent), _id);
  // What stays unknown keeps the claim open: with keys it is placed again once the lease has run out.
  if (placed.unknown.length === 0 || !carrier.capabilities.idempotencyKeys) await claims.markPlaced(_id, deadline(deps));
}

function refusals(refused: PlacedDrops['refused'], at: Date): [FinalCall, FrozenDrop[]][] {
  const groups = groupBy(refused, ({ code, reason }) => JSON.stringify([code, reason]));
  return [...groups.values()].map(([first, ...rest]) => {
    const { code = '', reason = '' } = first ?? {};
    const drops = [first, ...rest].flatMap((refusal) => refusal?.drop ?? []);
    return [{ status: 'failed', at, code, reason, retryable: true }, drops];
  });
}

async function giveBack({ calls, claims }: DropsDeps, claim: ClaimDocument, drops: readonly FrozenDrop[]): Promise<void> {
  await calls.giveBack(claim.campaignId, idsOf(drops), claim._id);
  await claims.remove(claim._id);
}
