import { AppError } from '#server/lib/errors.ts';
import { asTrpcError } from '#server/trpc/trpc.ts';

/** The open lines of each user in this process, which are limited. */
export class ConnectionLimit {
  readonly #max: number;
  readonly #taken = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a seat; answers how to give it back. Throws TOO_MANY_REQUESTS where the user has them all. */
  take(uid: string): () => void {
    const taken = this.#taken.get(uid) ?? 0;
    if (taken >= this.#max)
      throw asTrpcError(new AppError('TOO_MANY_REQUESTS', 'Hark is open in too many windows.'));
    this.#taken.set(uid, taken + 1);
    return () => {
      const left = (this.#taken.get(uid) ?? 1) - 1;
      if (left === 0) this.#taken.delete(uid);
      else this.#taken.set(uid, left);
    };
  }
}
