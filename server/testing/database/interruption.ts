import { deferred } from '#server/testing/fakes/deferred.ts';

/**
 * Stops a use case at its nth write, as the death or the sleep of its process would: `before` the write or right
 * `after` it. Nothing it awaits answers any more until `resume`, which a dead process never sees.
 */
export interface Interruption {
  /** Puts the interruption between a use case and what it writes to. */
  around<T extends object>(target: T, writes: readonly (keyof T & string)[]): T;
  /** Resolves when the write is reached, and what was under way beside it has ended. */
  reached: Promise<void>;
  /** How many writes were begun. */
  readonly writes: number;
  resume(): void;
}

export function interruptAt(nth: number, when: 'before' | 'after'): Interruption {
  const reached = deferred();
  const resumed = deferred();
  const underWay = new Set<Promise<unknown>>();
  let writes = 0;

  async function step(write: () => unknown): Promise<unknown> {
    writes += 1;
    if (writes !== nth) return beside(write);
    if (when === 'before') {
      await stop();
      return write();
    }
    const answer = await write();
    await stop();
    return answer;
  }

  async function beside(write: () => unknown): Promise<unknown> {
    const writing = Promise.resolve(write());
    underWay.add(writing);
    try {
      return await writing;
    } finally {
      underWay.delete(writing);
    }
  }

  async function stop(): Promise<void> {
    await Promise.allSettled(underWay);
    reached.resolve();
    await resumed.promise;
  }

  return {
    around: (target, names) =>
      new Proxy(target, {
        get(real, name) {
          const member: unknown = Reflect.get(real, name);
          if (typeof member !== 'function') return member;
          const call = (...args: unknown[]): unknown => Reflect.apply(member, real, args);
          return names.some((candidate) => candidate === name)
            ? (...args: unknown[]) => step(() => call(...args))
            : call;
        },
      }),
    reached: reached.promise,
    get writes() {
      return writes;
    },
    resume: () => {
      resumed.resolve();
    },
  };
}
