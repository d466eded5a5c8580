type Guard = (event: PopStateEvent) => void;

let guard: Guard | null = null;

/** Lets `guardHistory` see the back and forward buttons before the router: to be called before anything is rendered. */
export function watchHistory(): void {
  // Listeners of the window run in the order of their registration, also capturing ones.
  window.addEventListener('popstate', (event) => guard?.(event));
}

/** Calls `onPopState` when the back or forward button is used. Returns a function that stops that. */
export function guardHistory(onPopState: Guard): () => void {
  guard = onPopState;
  return () => {
    guard = null;
  };
}
