type Stored = Record<string, unknown>;

/**
 * Returns an endpoint of webhooks as it is restored: the numbers of its events go on above all that receivers have seen. How many
 * there were since the backup is unknown; a time in milliseconds is above the number of any event, and that of a later restore
 * above it and all that were counted from it.
 */
export function restoredEndpoint(stored: Stored, { now }: { now: Date }): Stored {
  const { sequence } = stored;
  const last = Number(sequence ?? 0);
  return { ...stored, sequence: Math.max(last, now.getTime()) };
}
