import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { toError } from '#server/lib/to-error.ts';
import type { Placement } from '#server/providers/carrier/port.ts';
import type { ClaimDocument, FrozenDrop } from '#server/drops/claims/claim-model.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { mayPlaceAgain } from '#server/drops/claims/key-life.ts';
import type { RunnableCampaign } from '#server/drops/ports.ts';

/** What became of the drops of a claim. */
export interface PlacedDrops {
  accepted: FrozenDrop[];
  refused: { drop: FrozenDrop; code: string; reason: string }[];
  /** Refused after a request that the carrier may have taken: only the report or the deadline decides. */
  doubtful: FrozenDrop[];
  /** The carrier may have them. */
  unknown: FrozenDrop[];
  /** The carrier has certainly not got them. */
  unplaced: FrozenDrop[];
  /** The carrier does not answer: there is no point in going on now. */
  carrierDown: boolean;
  /** Why it takes nothing from our account, for a person: no point in going on before that is put right. */
  accountFault?: string;
  /** What failed on our side, as a database that is away. Nothing was placed after it. */
  failure?: Error;
}

/** A carrier that asks for a longer pause than this is asked again later, with another worker's batch. */
const MAX_PAUSE_MS = 10_000;

type Unplaced = { kind: 'unknown' | 'unplaced'; accountFault?: string; failure?: Error };
type Answer =
  { kind: 'accepted' | 'doubtful' } | { kind: 'refused'; code: string; reason: string } | Unplaced;

/** What is placed, and for whom. `taken`: another worker may have placed any of it before. */
interface Placing {
  campaign: Pick<RunnableCampaign, 'id' | 'dropsPerMinute'>;
  claim: Pick<ClaimDocument, 'drops' | 'firstClaimedAt'>;
  taken: boolean;
}

/**
 * Places drops with bounded concurrency and within the rate limits; stops early when `signal` ends, the carrier is
 * down, takes nothing from our account, or something fails on our side. Never rejects: when it returns nothing is
 * under way any more.
 */
export async function placeDrops(
  deps: DropsDeps,
  placing: Placing,
  signal: AbortSignal,
): Promise<PlacedDrops> {
  const { drops } = placing.claim;
  const { concurrency } = deps.options;
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  // Every lane may wait for it at once.
  setMaxListeners(0, stop);
  const placed: PlacedDrops = {
    ...{ accepted: [], refused: [], doubtful: [], unknown: [], unplaced: [] },
    carrierDown: false,
  };
  let next = 0;
  let failuresInARow = 0;
  const lane = async () => {
    for (let drop = drops[next++]; drop !== undefined; drop = drops[next++]) {
      const stopped = placed.carrierDown || placed.accountFault !== undefined || stop.aborted;
      const answer: Answer = stopped ? { kind: 'unplaced' } : await placeDrop(deps, placing, drop, stop);
      file(placed, drop, answer);
      if (placed.failure !== undefined) failed.abort();
      const isUnplaced = answer.kind === 'unknown' || answer.kind === 'unplaced';
      failuresInARow = isUnplaced && !stop.aborted ? failuresInARow + 1 : 0;
      if (failuresInARow >= concurrency) placed.carrierDown = true;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, drops.length) }, lane));
  return placed;
}

function file(placed: PlacedDrops, drop: FrozenDrop, answer: Answer): void {
  if (answer.kind === 'refused') {
    placed.refused.push({ drop, code: answer.code, reason: answer.reason });
    return;
  }
  placed[answer.kind].push(drop);
  if ('accountFault' in answer) placed.accountFault = answer.accountFault;
  if ('failure' in answer) placed.failure ??= answer.failure;
}

/**
 * Places one drop. What the carrier cannot take now is tried again: with keys always, without only where it surely was
 * not taken.
 */
async function placeDrop(
  deps: DropsDeps,
  { campaign, claim, taken }: Placing,
  drop: FrozenDrop,
  signal: AbortSignal,
): Promise<Answer> {
  const { carrier, rate, options } = deps;
  const { attemptId, to, postalCode, speech } = drop;
  if (speech.kind === 'unspeakable') return { kind: 'refused', code: speech.code, reason: speech.reason };
  const body = { attemptId, to, ...(postalCode !== undefined && { postalCode }), content: speech };
  let answer: Unplaced = { kind: 'unplaced' };
  let maybeTaken = taken;
  let asked = 0;
  for (const pause of [0, ...options.retryDelaysMs]) {
    try {
      if (!(await waitFor(Math.max(pause, asked), signal)) || !(await rate.pass(campaign, signal)))
        return answer;
    } catch (failure) {
      return { ...answer, failure: toError(failure) };
    }
    // A worker that was stopped for long may have lost its claim to another, which has used the key.
    const mayBeRepeat = maybeTaken || carrier.capabilities.idempotencyKeys;
    if (mayBeRepeat && !mayPlaceAgain(deps, claim)) return answer;
    const placement = await carrier
      .place(body, signal)
      .catch((failure: unknown) => ({ kind: 'failed', failure: toError(failure) }) as const);
    if (placement.kind === 'failed') return { kind: 'unknown', failure: placement.failure };
    if (placement.kind === 'accepted') return { kind: 'accepted' };
    if (placement.kind === 'rejected') return maybeTaken ? { kind: 'doubtful' } : refusalOf(placement);
    if (placement.kind === 'unavailable' && placement.accountFault !== undefined)
      return { ...answer, accountFault: placement.accountFault };
    const notTaken = placement.kind === 'unavailable' && placement.notTaken === true;
    if (notTaken && signal.aborted) return answer;
    maybeTaken ||= !notTaken;
    asked = placement.kind === 'unavailable' ? Math.min(placement.retryAfterMs ?? 0, MAX_PAUSE_MS) : 0;
    if (carrier.capabilities.idempotencyKeys) answer = { kind: 'unknown' };
    else if (maybeTaken) return { kind: 'unknown' };
  }
  return answer;
}

function refusalOf({ code, reason }: Extract<Placement, { kind: 'rejected' }>): Answer {
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
