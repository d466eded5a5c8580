import { z } from 'zod';
import type { WizardState } from './wizard-state.ts';
import { placeOf, stepBlocker, STEPS, type StepId } from './wizard-steps.ts';

const step = z.enum(STEPS.map(({ id }) => id));
const stateSchema = z.object({
  wizard: z.object({
    /** Identifies the visit to the wizard: entries of earlier visits remain in the history. */
    visit: z.number(),
    step,
    /** The number of entries of the wizard before this one. */
    depth: z.int().nonnegative(),
    /** The step of the previous entry; null for the first. */
    from: step.nullable(),
  }),
});

/** The browser history entry of a step. */
export type StepEntry = z.infer<typeof stateSchema>['wizard'];

/** Parses an untrusted history state. Returns null if it is not an entry of the wizard. */
export function parseStepEntry(state: unknown): StepEntry | null {
  const parsed = stateSchema.safeParse(state);
  return parsed.success ? parsed.data.wizard : null;
}

/**
 * How the wizard handles a browser navigation to an entry: show its step, return to the previous entry, skip to the entry
 * before it, or leave the wizard.
 */
export type NavigationResult = 'show' | 'return' | 'skip' | 'leave';

/** Decides how to handle a navigation. Back first closes an open modal, and is blocked while publishing. */
export function resolveNavigation(to: StepEntry, from: StepEntry, state: WizardState): NavigationResult {
  if (state.publishing || state.modal !== null) return 'return';
  const isBack = to.depth < from.depth;
  // Neither a published campaign nor entries of an earlier visit can be edited.
  if (to.visit !== from.visit || state.step === 'success') return isBack ? 'leave' : 'return';
  // A step edited from the review has two entries; showing it again would look like a dead button.
  const isRepeated = isBack && to.step === state.step && to.step !== 'intro';
  if (isRepeated) return 'skip';
  if (canReach(state, to.step)) return 'show';
  return isBack ? 'skip' : 'return';
}

function canReach(state: WizardState, to: StepId): boolean {
  const between = STEPS.slice(placeOf(state.step), placeOf(to));
  return between.every(({ id }) => stepBlocker(id, state) === null);
}
