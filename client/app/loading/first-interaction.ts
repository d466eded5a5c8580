const EVENTS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'scroll'];

let hasInteracted = false;
const pending: (() => void)[] = [];

/** Does something once a person moves, touches or types, or at once if that has happened. */
export function onFirstInteraction(action: () => void): void {
  if (hasInteracted) action();
  else pending.push(action);
}

/** The first sign may be a click already, and its answer comes first. Not every browser tells when it is idle. */
function whenIdle(action: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(action);
  else setTimeout(action);
}

/** Begins to watch for the first sign of a person; called once. */
export function watchForFirstInteraction(): void {
  const abort = new AbortController();
  const onEvent = () => {
    hasInteracted = true;
    abort.abort();
    for (const action of pending.splice(0)) whenIdle(action);
  };
  for (const type of EVENTS)
    window.addEventListener(type, onEvent, { passive: true, capture: true, signal: abort.signal });
}
