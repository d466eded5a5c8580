import { z } from 'zod';
import { stepBlocker } from './wizard-guards.ts';
import { STEPS, type Step, type WizardState } from './wizard-state.ts';

const step = z.literal(Object.values(STEPS));
const stateSchema = z.object({
  wizard: z.object({
    /** Tells the entries of this visit to the wizard from those that an earlier one left. */
    visit: z.number(),
    step,
    /** How many entries of the wizard lie below. */
    depth: z.int().nonnegative(),
    /** The step of the entry below; null at the first. */
    from: step.nullable(),
  }),
});

/** A step of the wizard as an entry of the browser's history. */
export type StepEntry = z.infer<typeof stateSchema>['wizard'];

/** The entry that a history state (of anybody's) stands for, or null. */
export function parseStepEntry(state: unknown): StepEntry | null {
  const parsed = stateSchema.safeParse(state);
  return parsed.success ? parsed.data.wizard : null;
}

/**
 * What the wizard does with an entry that the browser's Back or Forward has led to: it shows that step; it returns to
 * the entry it comes from; it passes on to the next one in the same direction; or the wizard is left.
 */
export type NavigationResult = 'show' | 'return' | 'pass' | 'leave';

/** Back closes what is open first, waits for what is being published, and never leads to a step that the guards of B §4 forbid. */
export function resolveNavigation(to: StepEntry, from: StepEntry, state: WizardState): NavigationResult {
  if (state.publishing || state.modal !== null) return 'return';
  const isBack = to.depth < from.depth;
  // What was published, or typed before a reload, is not to be changed any more.
  if (to.visit !== from.visit || state.step === STEPS.success) return isBack ? 'leave' : 'return';
  // A step that was edited out of turn stands twice: a press that shows it once more would seem dead.
  const isTwice = isBack && to.step === state.step && to.step !== STEPS.intro;
  if (isTwice) return 'pass';
  if (canReach(state, to.step)) return 'show';
  return isBack ? 'pass' : 'return';
}

function canReach(state: WizardState, to: Step): boolean {
  const between = Object.values(STEPS).filter((at) => at >= state.step && at < to);
  return between.every((at) => stepBlocker({ ...state, step: at }) === null);
}
