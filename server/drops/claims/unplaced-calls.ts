import type { ClaimDocument } from './claim-model.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';

/** A holder that was only slow has surely marked the contacts of its void claim by then, or never will. */
const VOID_MS = 600_000;
/** Until then it is looked at again and again: whoever made it void may have died before it gave the contacts back. */
const LOOK_MS = 30_000;

type Deps = Pick<DropsDeps, 'calls' | 'claims' | 'realTime'>;

const seqsOf = (drops: readonly { seq: number }[]) => drops.map(({ seq }) => seq);

/** Puts all of a claim of which nothing was sent, nor ever will be, back to pending. */
export async function releaseClaim({ calls, claims }: Deps, claim: ClaimDocument): Promise<void> {
  await calls.release(claim.campaignId, claim.seqs, claim._id);
  await claims.remove(claim._id);
}

/**
 * Puts those back to pending that the claim's holder did not send. The claim forgets them first: whoever takes it over
 * from then on sends the others alone. Nothing happens where it has been taken over.
 */
export async function releaseUnplaced(
  { calls, claims }: Deps,
  claim: ClaimDocument,
  unplaced: ClaimDocument['drops'],
  others: ClaimDocument['drops'],
): Promise<void> {
  if (await claims.keepOnly(claim, others)) {
    await calls.release(claim.campaignId, seqsOf(unplaced), claim._id);
  }
}

/** Finishes what `giveBackUnsent` of a worker that has died left undone; answers the numbers still under the claim. */
export async function releaseUnfinished(
  { calls }: Deps,
  { _id, campaignId, seqs, drops }: ClaimDocument,
): Promise<Set<number>> {
  const claimed = await calls.listClaimed(campaignId, seqs, _id);
  const known = new Set(seqsOf(drops));
  const forgotten = [...claimed].filter((seq) => !known.has(seq));
  if (forgotten.length > 0) await calls.release(campaignId, forgotten, _id);
  return claimed;
}

/**
 * Gives back the contacts of expired claims of which nothing was sent. A holder that is only slow may mark contacts for
 * its claim after that, and gives them back itself; where it dies in between, the void claim is looked at once more.
 */
export async function voidExpired(deps: Deps, expired: readonly ClaimDocument[]): Promise<void> {
  const now = deps.realTime.now().getTime();
  for (const claim of expired) {
    if (claim.state === 'void' && now - claim.firstClaimedAt.getTime() >= VOID_MS)
      await releaseClaim(deps, claim);
    else if (claim.state !== 'placing' && (await deps.claims.makeVoid(claim, new Date(now + LOOK_MS))))
      await deps.calls.release(claim.campaignId, claim.seqs, claim._id);
  }
}
