/**
 * Runs work by key and returns true. While it runs, a call with the same key returns false at once, and the work runs once
 * more after that. What the work throws, the call gets that began it.
 */
export type OneRun = (key: string, work: () => Promise<void>) => Promise<boolean>;

/** Returns a function that runs the work of each key at most once at a time. */
export function createOneRun(): OneRun {
  const asked = new Map<string, boolean>();
  return async (key, work) => {
    if (asked.has(key)) {
      asked.set(key, true);
      return false;
    }
    try {
      do {
        asked.set(key, false);
        await work();
      } while (asked.get(key) === true);
      return true;
    } finally {
      asked.delete(key);
    }
  };
}
