/** A request that takes longer makes its endpoint a slow one, while it is still open too. */
const SLOW_MS = 1_000;
/** Of more, the first that turned slow are forgotten; they turn slow again by their next request. */
const REMEMBERED = 1_000;

/** Knows which endpoints let this process wait for their answers. */
export class SlowEndpoints {
  readonly #slow = new Set<string>();

  /** Runs a request to an endpoint, which is slow from then on unless the request ends soon. */
  async watch<Result>(endpointId: string, request: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    const timer = setTimeout(() => {
      this.#add(endpointId);
    }, SLOW_MS).unref();
    try {
      return await request();
    } finally {
      clearTimeout(timer);
      if (performance.now() - begun < SLOW_MS) this.#slow.delete(endpointId);
    }
  }

  has(endpointId: string): boolean {
    return this.#slow.has(endpointId);
  }

  list(): string[] {
    return [...this.#slow];
  }

  #add(endpointId: string): void {
    this.#slow.delete(endpointId);
    this.#slow.add(endpointId);
    const [first] = this.#slow;
    if (first !== undefined && this.#slow.size > REMEMBERED) this.#slow.delete(first);
  }
}
