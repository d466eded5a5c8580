import { useEffect, useEffectEvent, useState, type Dispatch } from 'react';
import { parseStepEntry } from './step-history-entry.ts';
import { WizardHistory } from './wizard-history.ts';
import type { WizardAction, WizardState } from './wizard-state.ts';

export interface StepHistory {
  /** Goes back one step, like the browser's Back button. */
  back: () => void;
  /** Goes to the page before the wizard, or calls `fallback` if there is none. */
  leave: (fallback: () => void) => void;
}

/** Adds a browser history entry for each step, so that the Back button of the browser goes back in the wizard. */
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
    leave: (fallback) => {
      history.leave(fallback);
    },
  };
}
