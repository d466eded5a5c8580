/**
 * Returns the lowest of `count` slots that no document has; undefined if all are taken. A unique index on owner and slot
 * enforces a limit under concurrency: who fails to insert reads again and takes another slot. Those of older versions may have
 * none.
 */
export function freeSlot(stored: readonly { slot?: number }[], count: number): number | undefined {
  const taken = new Set(stored.map(({ slot }) => slot));
  return Array.from({ length: count }, (_, slot) => slot).find((slot) => !taken.has(slot));
}
