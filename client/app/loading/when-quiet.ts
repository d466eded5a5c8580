/** A pause of the input in milliseconds. Evaluating code would delay the answer to a click or a key. */
const QUIET_MS = 200;

const INPUT = ['pointerdown', 'pointerup', 'keydown', 'keyup'];

let lastInput = Number.NEGATIVE_INFINITY;

/** Starts to watch clicks, taps and keys. Call once. */
export function watchInput(): void {
  const note = () => {
    lastInput = performance.now();
  };
  for (const type of INPUT) window.addEventListener(type, note, { passive: true, capture: true });
}

/** Calls `action` after 200 ms or more, as soon as there was no click, tap or key for that long. */
export function whenQuiet(action: () => void): void {
  setTimeout(() => {
    if (performance.now() - lastInput < QUIET_MS) whenQuiet(action);
    else action();
  }, QUIET_MS);
}
