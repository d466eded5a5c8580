/** A request that takes longer makes its endpoint a slow one, while it is still open too. */
const SLOW_MS = 1_000;
/** Of more, the first that turned slow are forgotten; they turn slow again by their next request. */
const REMEMBERED = 1_000;

/** Knows which endpoints let this process wait for their answers. */
export class SlowEndpoints {
  /** How many requests to each wait longer now; none if the last one that ended did. */
  readonly #waiting = new Map<string, number>();

  /** Runs a request to an endpoint, which is slow from then on unless the request ends soon and no other one waits. */
  async watch<Result>(endpointId: string, request: () => Promise<Result>): Promise<Result> {
    const watched = { isSlow: false };
    const timer = setTimeout(() => {
      watched.isSlow = true;
      this.#change(endpointId, 1);
    }, SLOW_MS).unref();
    try {
      return await request();
    } finally {
      clearTimeout(timer);
      if (watched.isSlow) this.#change(endpointId, -1);
      else if (this.#waiting.get(endpointId) === 0) this.#waiting.delete(endpointId);
    }
  }

  has(endpointId: string): boolean {
    return this.#waiting.has(endpointId);
  }

  list(): string[] {
    return [...this.#waiting.keys()];
  }

  #change(endpointId: string, by: 1 | -1): void {
    const waiting = Math.max(0, (this.#waiting.get(endpointId) ?? 0) + by);
    this.#waiting.delete(endpointId);
    this.#waiting.set(endpointId, waiting);
    const [first] = this.#waiting.keys();
    if (first !== undefined && this.#waiting.size > REMEMBERED) this.#waiting.delete(first);
  }
}
