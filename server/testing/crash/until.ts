const LOOK_MS = 20;

/**
 * Waits until `look` answers something other than `undefined` and `false`, looking every `lookMs`; throws after
 * `timeoutMs` with what was awaited.
 */
export async function until<T>(
  what: string,
  timeoutMs: number,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  lookMs = LOOK_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await new Promise((wake) => setTimeout(wake, lookMs));
  }
}
