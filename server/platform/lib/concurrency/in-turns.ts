import { setImmediate } from 'node:timers/promises';
import type { Steps } from '#shared/steps.ts';

/** How long other requests wait for the steps of one. */
const TURN_MS = 10;

/** Does long work in its steps, between turns of other work. Resolves to its result. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (let begun = performance.now(); ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begun < TURN_MS) continue;
    await setImmediate();
    begun = performance.now();
  }
}
