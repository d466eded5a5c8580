import pLimit from 'p-limit';

/** Runs work of an owner once there is room for it. */
export type FairLimit = <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Returns a limit of `total` at a time, and of `perOwner` for each owner: however much work of one owner waits, another
 * waits for no more than `perOwner` of it.
 */
export function createFairLimit({ total, perOwner }: { total: number; perOwner: number }): FairLimit {
  const all = pLimit(total);
  const owners = new Map<string, { limit: ReturnType<typeof pLimit>; open: number }>();
  return async (owner, work) => {
    const own = owners.get(owner) ?? { limit: pLimit(perOwner), open: 0 };
    owners.set(owner, own);
    own.open += 1;
    try {
      return await own.limit(() => all(work));
    } finally {
      own.open -= 1;
      if (own.open === 0) owners.delete(owner);
    }
  };
}
