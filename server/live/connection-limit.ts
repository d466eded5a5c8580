import { AppError } from '#server/lib/errors.ts';
import { asTrpcError } from '#server/trpc/trpc.ts';

/** Limits the open event streams of each user in this process. */
export class ConnectionLimit {
  readonly #max: number;
  readonly #open = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Reserves a connection; returns a function that releases it. Throws TOO_MANY_REQUESTS at the limit. */
  acquire(uid: string): () => void {
    const open = this.#open.get(uid) ?? 0;
    if (open >= this.#max)
      throw asTrpcError(new AppError('TOO_MANY_REQUESTS', 'Hark is open in too many windows.'));
    this.#open.set(uid, open + 1);
    return () => {
      const left = (this.#open.get(uid) ?? 1) - 1;
      if (left === 0) this.#open.delete(uid);
      else this.#open.set(uid, left);
    };
  }
}
