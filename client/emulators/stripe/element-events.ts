type Handler = (event: unknown) => void;

/** The events of an element: `on`, `off` and `once`, as Stripe's own elements have them. */
export class ElementEvents {
  readonly #handlers = new Map<string, Set<Handler>>();

  on(type: string, handler: Handler): void {
    const known = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, known.add(handler));
  }

  off(type: string, handler?: Handler): void {
    if (handler === undefined) this.#handlers.delete(type);
    else this.#handlers.get(type)?.delete(handler);
  }

  once(type: string, handler: Handler): void {
    const first: Handler = (event) => {
      this.off(type, first);
      handler(event);
    };
    this.on(type, first);
  }

  emit(type: string, event: unknown): void {
    for (const handler of [...(this.#handlers.get(type) ?? [])]) handler(event);
  }
}
