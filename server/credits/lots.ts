import type { HeldLot } from './events.ts';

/** The calls of a list of lots. */
export function countCalls(lots: readonly HeldLot[]): number {
  return lots.reduce((sum, lot) => sum + lot.calls, 0);
}

/** The allowance calls of a list of lots that count in one billing period. */
export function allowanceCalls(lots: readonly HeldLot[], period: string): number {
  return countCalls(lots.filter((lot) => lot.allowance && lot.period === period));
}

/**
 * Adds lots to a hold: allowance lots stay before extra ones, each kind in the order of holding, and equal
 * neighbours become one, so that a hold stays short however often it grows.
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

/** The first `calls` calls of a hold, allowance first: what delivered calls are charged (contract §8). */
export function firstCalls(hold: readonly HeldLot[], calls: number): HeldLot[] {
  const taken: HeldLot[] = [];
  let missing = calls;
  for (const lot of hold) {
    if (missing === 0) break;
    const part = Math.min(lot.calls, missing);
    taken.push({ ...lot, calls: part });
    missing -= part;
  }
  return taken;
}

/** The last `calls` calls of a hold: a release leaves the allowance to the calls that may still be delivered. */
export function lastCalls(hold: readonly HeldLot[], calls: number): HeldLot[] {
  return firstCalls(hold.toReversed(), calls).toReversed();
}

/** What is left of a hold without `lots`. Lots that it does not hold come out negative, which no sound event does. */
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

function sameKind(a: HeldLot, b: HeldLot): boolean {
  return a.period === b.period && a.allowance === b.allowance && a.price === b.price;
}
