type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls `listener` on every 401 that ends the session. Returns a function that unsubscribes. */
export function onUnauthenticated(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Reports a 401. The query client reports those of tRPC; plain requests (uploads, downloads) call this directly. */
export function reportUnauthenticated(): void {
  for (const listener of listeners) listener();
}
