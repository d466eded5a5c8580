import pLimit from 'p-limit';

/** Runs work by key; concurrent calls with the same key share one run. */
export type SingleFlight = (key: string, work: () => Promise<void>) => Promise<void>;

/** Returns a single-flight function that runs at most `concurrency` keys at a time. */
export function createSingleFlight(concurrency: number): SingleFlight {
  const inFlight = new Map<string, Promise<void>>();
  const limit = pLimit(concurrency);
  return (key, work) => {
    const same = inFlight.get(key);
    if (same !== undefined) return same;
    const running = limit(work).finally(() => inFlight.delete(key));
    inFlight.set(key, running);
    return running;
  };
}
