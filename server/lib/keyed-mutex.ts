/** Runs pieces of work that share a key one after another, each in the order it came. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A queue a key; keys without waiting work are forgotten. */
export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const mine = (tails.get(key) ?? Promise.resolve()).then(work);
    const tail = mine
      .catch(() => undefined)
      .finally(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return mine;
  };
}
