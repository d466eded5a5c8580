const INTERVAL_MS = 20;

/**
 * Polls `probe` every `intervalMs` until it returns something other than `undefined` and `false`, and returns that.
 * Throws after `timeoutMs`, naming `what` was awaited.
 */
export async function until<T>(
  what: string,
  timeoutMs: number,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  intervalMs = INTERVAL_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await probe();
    if (result !== undefined && result !== false) return result;
    if (performance.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await new Promise((wake) => setTimeout(wake, intervalMs));
  }
}
