import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { attemptId } from '#server/features/drops/placement/attempt-id.ts';
import type { ClaimDocument } from './claim-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';

/** Grace period: after this no stale worker can write to a voided claim. */
const VOID_GRACE_MS = 600_000;
/** Until then it is checked repeatedly: the worker that voided it may have died before it released the contacts. */
const VOID_RECHECK_MS = 30_000;

type Deps = Pick<DropsDeps, 'calls' | 'claims' | 'clock'>;

const seqsOf = (drops: readonly { seq: number }[]) => drops.map(({ seq }) => seq);

/** Puts all contacts of a claim that was never placed back to pending and removes the claim. */
export async function releaseClaim({ calls, claims }: Deps, claim: ClaimDocument): Promise<void> {
  await calls.release(claim.campaignId, claim.seqs, claim._id);
  await claims.remove(claim._id);
}

/**
 * Puts the holder's unplaced contacts back to pending. They are removed from the claim first, so that a new holder
 * places only the others. Does nothing if the claim has been reclaimed.
 */
export async function releaseUnplaced(
  { calls, claims, callLog, clock }: Deps & Pick<DropsDeps, 'callLog' | 'clock'>,
  { caller }: Pick<RunnableCampaign, 'caller'>,
  claim: ClaimDocument,
  { unplaced, others }: Record<'unplaced' | 'others', ClaimDocument['drops']>,
): Promise<void> {
  const until = clock.now();
  if (!(await claims.retainDrops(claim, others))) return;
  // Before they are pending: another worker may then record them again.
  await callLog.remove(caller, loggedCalls(unplaced), until);
  await calls.release(claim.campaignId, seqsOf(unplaced), claim._id);
}

/**
 * Releases a claim that its holder has started, and of which nothing was placed by anybody. Does nothing if it has been
 * reclaimed.
 */
export async function releaseStarted(
  deps: Deps & Pick<DropsDeps, 'callLog' | 'clock'>,
  { caller }: Pick<RunnableCampaign, 'caller'>,
  claim: ClaimDocument,
): Promise<void> {
  const until = deps.clock.now();
  // Drops first: another worker would place what it finds in the claim.
  if (!(await deps.claims.retainDrops(claim, []))) return;
  await deps.callLog.remove(caller, loggedCalls(claim.drops), until);
  await releaseClaim(deps, claim);
}

/** Returns drops as the log of calls knows them. */
export function loggedCalls(drops: ClaimDocument['drops']) {
  return drops.map(({ attemptId, to }) => ({ attemptId, phone: to }));
}

/** Completes a `releaseUnplaced` of a dead worker. Returns the contact numbers that were still claimed. */
export async function completeRelease(
  { calls, results, callLog, clock }: Deps & Pick<DropsDeps, 'results' | 'callLog' | 'clock'>,
  { caller }: Pick<RunnableCampaign, 'caller'>,
  { _id, campaignId, run, seqs, drops }: ClaimDocument,
): Promise<Set<number>> {
  const until = clock.now();
  const claimed = await calls.listClaimed(campaignId, seqs, _id);
  const tracked = new Set(seqsOf(drops));
  const untracked = [...claimed].filter((seq) => !tracked.has(seq));
  if (untracked.length === 0) return claimed;
  const rows = await results.listBySeq(campaignId, untracked);
  const logged = rows.map(({ seq, phone }) => ({ attemptId: attemptId({ campaignId, seq, run }), phone }));
  await callLog.remove(caller, logged, until);
  await calls.release(campaignId, untracked, _id);
  return claimed;
}

/**
 * Voids expired claims that were never placed and releases their contacts. A stale holder that claims contacts
 * afterwards releases them itself; if it dies first, the next check of the void claim does.
 */
export async function voidExpired(deps: Deps, expired: readonly ClaimDocument[]): Promise<void> {
  const now = deps.clock.now().getTime();
  for (const claim of expired) {
    if (claim.state === 'void' && now - claim.firstClaimedAt.getTime() >= VOID_GRACE_MS)
      await releaseClaim(deps, claim);
    else if (
      claim.state !== 'placing' &&
      (await deps.claims.markVoid(claim, new Date(now + VOID_RECHECK_MS)))
    )
      await deps.calls.release(claim.campaignId, claim.seqs, claim._id);
  }
}
