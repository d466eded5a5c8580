import { useEffect, useEffectEvent, useState, type Dispatch } from 'react';
import { parseStepEntry } from './step-history-entry.ts';
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
  const [history] = useState(() => new WizardHistory(Date.now(), dispatch));
  const { step } = state;

  const handlePopState = useEffectEvent(({ state: stored }: PopStateEvent) => {
    const to = parseStepEntry(stored);
    if (to !== null) history.onPopState(to, state);
  });
  useEffect(() => {
    history.start();
    const listen = (event: PopStateEvent) => {
      handlePopState(event);
    };
    window.addEventListener('popstate', listen);
    return () => {
      window.removeEventListener('popstate', listen);
      history.stop();
    };
  }, [history]);
  useEffect(() => {
    history.onStepShown(step);
  }, [history, step]);

  return {
    back: () => {
      history.back(step);
    },
    leave: (otherwise) => {
      history.leave(otherwise);
    },
  };
}
