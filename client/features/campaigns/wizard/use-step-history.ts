import { useEffect, useEffectEvent, useState, type Dispatch } from 'react';
import { entryOf } from './step-entries.ts';
import { WizardHistory } from './wizard-history.ts';
import type { WizardAction, WizardState } from './wizard-state.ts';

export interface StepHistory {
  /** One step back, like the browser's Back. */
  back: () => void;
  /** Leaves the wizard for the page before it; `otherwise` is called where there is none. */
  leave: (otherwise: () => void) => void;
}

/** Makes every step an entry of the browser's history, so that its Back is the wizard's Back, and at the intro leads out. */
export function useStepHistory(state: WizardState, dispatch: Dispatch<WizardAction>): StepHistory {
  const [trail] = useState(() => new WizardHistory(Date.now(), dispatch));
  const { step } = state;

  const arrive = useEffectEvent(({ state: stored }: PopStateEvent) => {
    const to = entryOf(stored);
    if (to !== null) trail.arrived(to, state);
  });
  useEffect(() => {
    trail.begin();
    const listen = (event: PopStateEvent) => {
      arrive(event);
    };
    window.addEventListener('popstate', listen);
    return () => {
      window.removeEventListener('popstate', listen);
      trail.end();
    };
  }, [trail]);
  useEffect(() => {
    trail.showed(step);
  }, [trail, step]);

  return {
    back: () => {
      trail.back(step);
    },
    leave: (otherwise) => {
      trail.leave(otherwise);
    },
  };
}
