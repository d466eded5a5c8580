import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimDocument, FrozenDrop } from './claim-model.ts';
import type { DropsDeps } from './drops-deps.ts';
import type { RunnableCampaign } from './ports.ts';

/** What became of the drops of a claim. */
export interface PlacedDrops {
  accepted: FrozenDrop[];
  refused: { drop: FrozenDrop; code: string; reason: string }[];
  /** The carrier may have them. */
  unknown: FrozenDrop[];
  /** The carrier has certainly not got them. */
  unsent: FrozenDrop[];
  /** The carrier does not answer: there is no point in going on now. */
  carrierDown: boolean;
  /** Why it takes nothing from our account, for a person: no point in going on before that is put right. */
  accountFault?: string;
}

/** A carrier that asks for a longer pause than this is asked again later, with another worker's batch. */
const MAX_PAUSE_MS = 10_000;

type Answer =
  | { kind: 'accepted' }
  | { kind: 'refused'; code: string; reason: string }
  | { kind: 'unknown' | 'unsent'; accountFault?: string };

/** What is placed, and for whom. */
interface Placing extends Pick<ClaimDocument, 'drops'> {
  campaign: Pick<RunnableCampaign, 'id' | 'dropsPerMinute'>;
}

/**
 * Places drops with bounded concurrency and within the rate limits; stops early when `signal` ends, the carrier is
 * down, or it takes nothing from our account.
 */
export async function placeDrops(
  deps: DropsDeps,
  placing: Placing,
  signal: AbortSignal,
): Promise<PlacedDrops> {
  const { drops } = placing;
  const { concurrency } = deps.options;
  // Every lane may wait for it at once.
  setMaxListeners(0, signal);
  const placed: PlacedDrops = { accepted: [], refused: [], unknown: [], unsent: [], carrierDown: false };
  let next = 0;
  let failuresInARow = 0;
  const lane = async () => {
    for (let drop = drops[next++]; drop !== undefined; drop = drops[next++]) {
      const stopped = placed.carrierDown || placed.accountFault !== undefined;
      const answer: Answer = stopped ? { kind: 'unsent' } : await placeDrop(deps, placing, drop, signal);
      file(placed, drop, answer);
      const failed = answer.kind === 'unknown' || answer.kind === 'unsent';
      failuresInARow = failed && !signal.aborted ? failuresInARow + 1 : 0;
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
  if (answer.kind !== 'accepted' && answer.accountFault !== undefined)
    placed.accountFault = answer.accountFault;
}

/** Places one drop. What the carrier cannot take now is tried again: with keys always, without only where it surely was not taken. */
async function placeDrop(
  { carrier, rate, options }: DropsDeps,
  { campaign }: Placing,
  drop: FrozenDrop,
  signal: AbortSignal,
): Promise<Answer> {
  const { attemptId, to, postalCode, speech } = drop;
  if (speech.kind === 'unspeakable') return { kind: 'refused', code: speech.code, reason: speech.reason };
  const body = {
    attemptId,
    to,
    ...(postalCode !== undefined && { postalCode }),
    content: speech,
  };
  let answer: { kind: 'unknown' | 'unsent' } = { kind: 'unsent' };
  let asked = 0;
  for (const pause of [0, ...options.retryDelaysMs]) {
    if (!(await waitFor(Math.max(pause, asked), signal)) || !(await rate.pass(campaign, signal)))
      return answer;
    const placement = await carrier.place(body);
    if (placement.kind === 'accepted') return { kind: 'accepted' };
    if (placement.kind === 'rejected')
      return { kind: 'refused', code: placement.code, reason: placement.reason };
    if (placement.kind === 'unavailable' && placement.accountFault !== undefined)
      return { ...answer, accountFault: placement.accountFault };
    asked = placement.kind === 'unavailable' ? Math.min(placement.retryAfterMs ?? 0, MAX_PAUSE_MS) : 0;
    if (carrier.capabilities.idempotencyKeys) answer = { kind: 'unknown' };
    else if (placement.kind === 'unknown') return { kind: 'unknown' };
  }
  return answer;
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
