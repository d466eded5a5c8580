import pLimit from 'p-limit';

/** Runs work by key; who asks for a key that is being worked on shares the outcome of that work. */
export type SingleFlight = (key: string, work: () => Promise<void>) => Promise<void>;

/** Runs the work of at most `atOnce` keys at a time; the others wait. */
export function createSingleFlight(atOnce: number): SingleFlight {
  const underWay = new Map<string, Promise<void>>();
  const limit = pLimit(atOnce);
  return (key, work) => {
    const same = underWay.get(key);
    if (same !== undefined) return same;
    const running = limit(work).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}
