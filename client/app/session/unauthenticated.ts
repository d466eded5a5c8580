type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls `listener` whenever the server says that nobody is signed in; answers how to stop. */
export function onUnauthenticated(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Reports a 401. tRPC calls do so by themselves; plain requests (uploads, downloads) call it. */
export function reportUnauthenticated(): void {
  for (const listener of listeners) listener();
}
