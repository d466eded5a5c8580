const EVENTS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'scroll'];

let hasInteracted = false;
const pending: (() => void)[] = [];

/** Calls `action` after the first pointer, touch, key or scroll event, or immediately if there was one. */
export function onFirstInteraction(action: () => void): void {
  if (hasInteracted) action();
  else pending.push(action);
}

/** Defers work so that the first interaction itself is handled first. Safari has no `requestIdleCallback`. */
function whenIdle(action: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(action);
  else setTimeout(action);
}

/** Starts to listen for the first interaction. Call once. */
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
