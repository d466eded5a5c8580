const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'scroll'];

let seen = false;
const waiting: (() => void)[] = [];

/** Does something once a person moves, touches or types, or at once if that has happened. */
export function onFirstInteraction(action: () => void): void {
  if (seen) action();
  else waiting.push(action);
}

/** The first sign may be a click already, and its answer comes first. Not every browser tells when it is idle. */
function whenIdle(action: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(action);
  else setTimeout(action);
}

/** Begins to watch for the first sign of a person; called once. */
export function watchForFirstInteraction(): void {
  const ending = new AbortController();
  const sign = () => {
    seen = true;
    ending.abort();
    for (const action of waiting.splice(0)) whenIdle(action);
  };
  for (const type of SIGNS)
    window.addEventListener(type, sign, { passive: true, capture: true, signal: ending.signal });
}
