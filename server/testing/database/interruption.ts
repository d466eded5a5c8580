import { deferred } from '#server/testing/fakes/deferred.ts';

/**
 * Suspends a use case at its nth write, `before` or `after` it, like a crash or a pause of its process. Nothing it
 * awaits resolves until `resume`, which is never called for a crash.
 */
export interface Interruption {
  /** Wraps a dependency so that its listed methods count as writes. */
  around<T extends object>(target: T, writes: readonly (keyof T & string)[]): T;
  /** Resolves when the write is reached and concurrent writes have ended. */
  reached: Promise<void>;
  /** Number of writes started. */
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
    const result = await write();
    await stop();
    return result;
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
