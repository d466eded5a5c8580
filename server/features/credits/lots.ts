import type { HeldLot } from './held-lot.ts';

/** Returns the number of calls in the lots. */
export function countCalls(lots: readonly HeldLot[]): number {
  return lots.reduce((sum, lot) => sum + lot.calls, 0);
}

/** Returns the number of allowance calls in the lots that count in one billing period. */
export function allowanceCalls(lots: readonly HeldLot[], period: string): number {
  return countCalls(lots.filter((lot) => lot.allowance && lot.period === period));
}

/**
 * Adds lots to a hold: allowance lots before extra ones, each in the order of holding. Equal neighbours are merged, so
 * that a hold stays short.
 */
export function addLots(hold: readonly HeldLot[], lots: readonly HeldLot[]): HeldLot[] {
  const all = [...hold, ...lots];
  const ordered = [...all.filter((lot) => lot.allowance), ...all.filter((lot) => !lot.allowance)];
  return ordered.reduce<HeldLot[]>((merged, lot) => {
    const last = merged.at(-1);
    if (last === undefined || !sameKind(last, lot)) return [...merged, lot];
    return [...merged.slice(0, -1), { ...lot, calls: last.calls + lot.calls }];
  }, []);
}

/** Returns the first `calls` calls of a hold, allowance first: the lots that delivered calls are charged to. */
export function firstCalls(hold: readonly HeldLot[], calls: number): HeldLot[] {
  const taken: HeldLot[] = [];
  let remaining = calls;
  for (const lot of hold) {
    if (remaining === 0) break;
    const part = Math.min(lot.calls, remaining);
    taken.push({ ...lot, calls: part });
    remaining -= part;
  }
  return taken;
}

/** Returns the last `calls` calls of a hold. A release takes these and leaves the allowance to calls still to come. */
export function lastCalls(hold: readonly HeldLot[], calls: number): HeldLot[] {
  return firstCalls(hold.toReversed(), calls).toReversed();
}

/** Returns a hold without `lots`. Lots that it does not contain come out negative, which `violations` reports. */
export function withoutLots(hold: readonly HeldLot[], lots: readonly HeldLot[]): HeldLot[] {
  const rest = [...hold];
  for (const lot of lots) {
    const at = rest.findIndex((held) => sameKind(held, lot));
    const held = rest[at];
    if (held === undefined) rest.push({ ...lot, calls: -lot.calls });
    else rest[at] = { ...held, calls: held.calls - lot.calls };
  }
  return rest.filter((lot) => lot.calls !== 0);
}

/** Whether a hold has all calls of `lots`. */
export function containsLots(hold: readonly HeldLot[], lots: readonly HeldLot[]): boolean {
  return withoutLots(hold, lots).every(({ calls }) => calls > 0);
}

function sameKind(a: HeldLot, b: HeldLot): boolean {
  return a.period === b.period && a.allowance === b.allowance && a.price === b.price;
}
