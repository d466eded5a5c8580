import { requestAborted } from '#server/platform/lib/errors.ts';
import { tooManyAtOnce } from '#server/platform/lib/too-many-requests.ts';

/**
 * Runs work of an owner once there is room for it. Throws `AppError` TOO_MANY_REQUESTS if too much work of the owner waits
 * already, INVALID_INPUT if `signal` is aborted before it is begun.
 */
export type FairLimit = <Result>(
  owner: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

/** How much work is done at a time. */
export interface FairLimits {
  total: number;
  perOwner: number;
  /** How much work of an owner may wait; default: any. */
  waiting?: number;
}

interface Owner {
  running: number;
  /** Starts each work that waits. */
  queue: Set<() => void>;
}

/**
 * Returns a limit of `total` at a time, and of `perOwner` for each owner. Owners whose work waits take turns: however much
 * waits of one, another waits for no more than one of each.
 */
export function createFairLimit({ total, perOwner, waiting = Infinity }: FairLimits): FairLimit {
  /** In the order of their turns. */
  const owners = new Map<string, Owner>();
  let running = 0;

  function startNext(): void {
    for (const [name, owner] of [...owners]) {
      if (running >= total) return;
      const [start] = owner.queue;
      if (start === undefined || owner.running >= perOwner) continue;
      owner.queue.delete(start);
      owner.running += 1;
      running += 1;
      // Its next turn is after those of the others.
      owners.delete(name);
      owners.set(name, owner);
      start();
    }
  }

  function begin(owner: Owner, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        owner.queue.delete(start);
        reject(requestAborted());
      };
      signal?.addEventListener('abort', leave, { once: true });
      owner.queue.add(start);
      startNext();
    });
  }

  return async (name, work, signal) => {
    if (signal?.aborted === true) throw requestAborted();
    const owner = owners.get(name) ?? { running: 0, queue: new Set() };
    const mustWait = running >= total || owner.running >= perOwner;
    if (mustWait && owner.queue.size >= waiting) throw tooManyAtOnce();
    owners.set(name, owner);
    try {
      await begin(owner, signal);
      try {
        return await work();
      } finally {
        owner.running -= 1;
        running -= 1;
        startNext();
      }
    } finally {
      const isIdle = owner.running === 0 && owner.queue.size === 0;
      if (isIdle && owners.get(name) === owner) owners.delete(name);
    }
  };
}
