import type { Dispatch } from 'react';
import { arrivalAt, entryOf, type StepEntry } from './step-entries.ts';
import { STEPS, type Step, type WizardAction, type WizardState } from './wizard-state.ts';

/** The steps of one visit to the wizard as entries of the browser's history. */
export interface StepTrail {
  /** Takes the entry at hand as the first one. */
  begin: () => void;
  /** The wizard shows this step now. */
  showed: (step: Step) => void;
  /** The browser has gone to this entry; the actions that follow from it are dispatched. */
  arrived: (to: StepEntry, state: WizardState) => void;
  back: (step: Step) => void;
  leave: (otherwise: () => void) => void;
}

/** A trail that begins with the entry at hand; `visit` tells it from earlier ones. */
export function createStepTrail(visit: number, dispatch: Dispatch<WizardAction>): StepTrail {
  let here: StepEntry = { visit, step: STEPS.intro, depth: 0, from: null };
  let first = 0;
  // The browser tells only later that it has gone; until then another press would lead out of the wizard.
  let isTravelling = false;

  const beginAt = (depth: number) => {
    first = depth;
    stay({ visit, step: STEPS.intro, depth, from: null });
  };
  const stay = (entry: StepEntry) => {
    here = entry;
    window.history.replaceState({ wizard: here }, '');
  };
  const travel = (entries: number) => {
    isTravelling = true;
    window.history.go(entries);
  };

  return {
    begin: () => {
      beginAt(entryOf(window.history.state)?.depth ?? 0);
    },
    showed: (step) => {
      if (here.step === step) return;
      if (step === STEPS.success) {
        // Back leads to the page before the wizard then: what is published is not published again.
        const entries = first - here.depth;
        here = { visit, step, depth: first, from: null };
        travel(entries);
      } else {
        here = { visit, step, depth: here.depth + 1, from: here.step };
        window.history.pushState({ wizard: here }, '');
      }
    },
    arrived: (to, state) => {
      isTravelling = false;
      // Where the wizard itself wanted to be.
      if (to.depth === here.depth) {
        stay(here);
        return;
      }
      switch (arrivalAt(to, here, state)) {
        case 'show':
          here = to;
          dispatch({ type: 'jumped', step: to.step });
          break;
        case 'return':
          dispatch({ type: 'modalClosed' });
          travel(here.depth - to.depth);
          break;
        case 'pass':
          here = { ...to, step: state.step };
          travel(-1);
          break;
        case 'leave':
          beginAt(to.depth);
          dispatch({ type: 'jumped', step: STEPS.intro });
          // Where there is no page before, this does nothing, and the intro stays.
          window.history.go(-to.depth - 1);
      }
    },
    back: (step) => {
      if (isTravelling) return;
      if (here.from === step - 1) travel(-1);
      else {
        stay({ ...here, step: (step - 1) as Step });
        dispatch({ type: 'wentBack' });
      }
    },
    leave: (otherwise) => {
      const pages = here.depth + 1;
      if (pagesBefore() >= pages) window.history.go(-pages);
      else otherwise();
    },
  };
}

/** How many entries lie before this one, of Hark alone where the browser tells. */
function pagesBefore(): number {
  return 'navigation' in window ? (window.navigation.currentEntry?.index ?? 0) : history.length - 1;
}
