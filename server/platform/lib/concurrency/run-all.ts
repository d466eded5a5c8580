/**
 * Runs steps one after another, the others also after one that fails, until `signal` is aborted. Throws what failed: the
 * error itself, or an `AggregateError` of several.
 */
export async function runAll(signal: AbortSignal, steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    if (signal.aborted) break;
    await step().catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 1) throw new AggregateError(errors, 'Several steps failed');
  if (errors.length === 1) throw errors[0];
}

/** Waits for all of the work that runs at once, then throws the first failure. */
export async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason;
}
