type Stored = Record<string, unknown>;

/**
 * Returns an endpoint of webhooks as it is restored: off, as its owner may have removed or moved it since. Whoever switches it on
 * is sent what waits. The numbers of its events go on above all that receivers have seen: how many there were since the backup is
 * unknown; a time in milliseconds is above the number of any event, and that of a later restore above it and all that were
 * counted from it.
 */
export function restoredEndpoint(stored: Stored, { now }: { now: Date }): Stored {
  const { enabledAt, ...endpoint } = stored;
  const sequence = Math.max(Number(endpoint['sequence'] ?? 0), now.getTime());
  if (enabledAt === undefined) return { ...endpoint, sequence };
  const before = (endpoint['earlier'] ?? []) as unknown[];
  const earlier = [...before, { from: enabledAt, until: now }];
  return { ...endpoint, sequence, earlier, disabledAt: now, disabledReason: 'owner' };
}
