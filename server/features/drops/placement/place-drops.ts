import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { toError } from '#server/platform/lib/errors.ts';
import type { HeldLease } from '#server/platform/lib/concurrency/held-lease.ts';
import { stopwatch } from '#server/platform/lib/observability/metrics.ts';
import type { Placement } from '#server/providers/carrier/port.ts';
import type { ClaimDocument, FrozenDrop } from '#server/features/drops/claims/claim-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { mayPlaceAgain } from '#server/features/drops/claims/claim-times.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';

/** The results of placing the drops of a claim. */
export interface PlacedDrops {
  accepted: FrozenDrop[];
  refused: { drop: FrozenDrop; code: string; reason: string }[];
  /** Refused after a request that the carrier may have accepted: the report or the deadline decides. */
  doubtful: FrozenDrop[];
  /** Possibly at the carrier. */
  unknown: FrozenDrop[];
  /** Certainly not at the carrier. */
  unplaced: FrozenDrop[];
  /** Not placed by this worker, because they must not be placed now. */
  withheld: FrozenDrop[];
  /** Too many consecutive requests failed: placing stops. */
  carrierDown: boolean;
  /** Why the carrier refuses the account, as a text for people: placing stops. */
  accountFault?: string;
  /** An internal error, such as a database outage. Nothing was placed after it. */
  failure?: Error;
}

/** If the carrier requests a longer delay than this, the call is retried with a later batch. */
const MAX_RETRY_DELAY_MS = 10_000;

type Unplaced = { kind: 'unknown' | 'unplaced'; accountFault?: string; failure?: Error };
type DropResult =
  | { kind: 'accepted' | 'doubtful' | 'withheld' }
  | { kind: 'refused'; code: string; reason: string }
  | Unplaced;

/**
 * The drops to place. `reclaimed`: another worker may have placed any of them before. Right before each request, `lease`
 * is asked whether the claim is still this worker's, and then `mayPlace`.
 */
export interface DropsRequest {
  campaign: Pick<RunnableCampaign, 'id' | 'caller' | 'dropsPerMinute'>;
  claim: Pick<ClaimDocument, 'drops' | 'firstClaimedAt'>;
  reclaimed: boolean;
  lease: Pick<HeldLease, 'isHeld' | 'isFresh'>;
  mayPlace: (drop: FrozenDrop) => boolean;
}

/**
 * Places drops with bounded concurrency and within the rate limits. Stops early on `signal`, an outage, an account
 * fault or an internal error. Never rejects; no request is in flight when it resolves.
 */
export async function placeDrops(
  deps: DropsDeps,
  request: DropsRequest,
  signal: AbortSignal,
): Promise<PlacedDrops> {
  const { drops } = request.claim;
  const { concurrency } = deps.options;
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  // Every worker may add a listener.
  setMaxListeners(0, stop);
  const placed: PlacedDrops = {
    accepted: [],
    refused: [],
    doubtful: [],
    unknown: [],
    unplaced: [],
    withheld: [],
    carrierDown: false,
  };
  let next = 0;
  let consecutiveFailures = 0;
  const worker = async () => {
    for (let drop = drops[next++]; drop !== undefined; drop = drops[next++]) {
      const stopped = placed.carrierDown || placed.accountFault !== undefined || stop.aborted;
      const elapsed = stopwatch();
      const result: DropResult = stopped ? { kind: 'unplaced' } : await placeDrop(deps, request, drop, stop);
      if (result.kind === 'accepted')
        deps.metrics.observe('hark_drop_placement_duration_seconds', {}, elapsed());
      addResult(placed, drop, result);
      if (placed.failure !== undefined) failed.abort();
      const isUnplaced = result.kind === 'unknown' || result.kind === 'unplaced';
      consecutiveFailures = isUnplaced && !stop.aborted ? consecutiveFailures + 1 : 0;
      if (consecutiveFailures >= concurrency) placed.carrierDown = true;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, drops.length) }, worker));
  return placed;
}

function addResult(placed: PlacedDrops, drop: FrozenDrop, result: DropResult): void {
  if (result.kind === 'refused') {
    placed.refused.push({ drop, code: result.code, reason: result.reason });
    return;
  }
  placed[result.kind].push(drop);
  if ('accountFault' in result) placed.accountFault = result.accountFault;
  if ('failure' in result) placed.failure ??= result.failure;
}

/**
 * Places one drop. Retries what the carrier could not accept: with idempotency keys always, without only if it was
 * certainly not accepted.
 */
async function placeDrop(
  deps: DropsDeps,
  { campaign, claim, reclaimed, lease, mayPlace }: DropsRequest,
  drop: FrozenDrop,
  signal: AbortSignal,
): Promise<DropResult> {
  const { carrier, rate, options } = deps;
  const { attemptId, to, postalCode, speech } = drop;
  if (speech.kind === 'unspeakable') return { kind: 'refused', code: speech.code, reason: speech.reason };
  const body = { attemptId, to, ...(postalCode !== undefined && { postalCode }), content: speech };
  let result: Unplaced = { kind: 'unplaced' };
  const isStopped = () => signal.aborted;
  const withheld = (): DropResult => (result.kind === 'unplaced' ? { kind: 'withheld' } : result);
  let mayBePlaced = reclaimed;
  let requestedDelayMs = 0;
  for (const pause of [0, ...options.retryDelaysMs]) {
    // First here, so that it uses no slot of the rate limits.
    if (!mayPlace(drop)) return withheld();
    try {
      if (!(await waitFor(Math.max(pause, requestedDelayMs), signal)) || !(await rate.pass(campaign, signal)))
        return result;
      if (!(await lease.isHeld()) || isStopped()) return result;
    } catch (failure) {
      return { ...result, failure: toError(failure) };
    }
    // A worker that was suspended may have lost its claim to another, which has used the key.
    const mayBeRepeat = mayBePlaced || carrier.capabilities.idempotencyKeys;
    if (mayBeRepeat && !mayPlaceAgain(deps, claim)) return result;
    if (!mayPlace(drop)) return withheld();
    const placement = await carrier
      .place(body, () => !isStopped() && lease.isFresh() && mayPlace(drop))
      .catch((failure: unknown) => ({ kind: 'failed', failure: toError(failure) }) as const);
    if (placement.kind === 'failed') return { kind: 'unknown', failure: placement.failure };
    if (placement.kind === 'accepted') return { kind: 'accepted' };
    if (placement.kind === 'rejected') return mayBePlaced ? { kind: 'doubtful' } : refused(placement);
    if (placement.kind === 'unavailable' && placement.accountFault !== undefined)
      return { ...result, accountFault: placement.accountFault };
    const notAccepted = placement.kind === 'unavailable' && placement.notAccepted === true;
    if (notAccepted && isStopped()) return result;
    mayBePlaced ||= !notAccepted;
    requestedDelayMs =
      placement.kind === 'unavailable' ? Math.min(placement.retryAfterMs ?? 0, MAX_RETRY_DELAY_MS) : 0;
    if (carrier.capabilities.idempotencyKeys) result = { kind: 'unknown' };
    else if (mayBePlaced) return { kind: 'unknown' };
  }
  return result;
}

function refused({ code, reason }: Extract<Placement, { kind: 'rejected' }>): DropResult {
  return { kind: 'refused', code, reason };
}

async function waitFor(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms === 0) return !signal.aborted;
  try {
    await sleep(ms, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
