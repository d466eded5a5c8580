import { type Dispatch, useEffectEvent, useLayoutEffect, useState } from 'react';
import { parseStepEntry, resolveNavigation, type StepEntry } from './step-history-entry.ts';
import type { WizardAction, WizardState } from './wizard-state.ts';
import { stepFrom, type StepId } from './wizard-steps.ts';

interface StepHistory {
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
  useLayoutEffect(() => {
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
  // A layout effect: a step that is visible has its entry, so that an immediate Back does not leave the wizard.
  useLayoutEffect(() => {
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

/** Without the Navigation API, still being here after this long means that there is no page before the wizard. */
const LEAVE_TIMEOUT_MS = 500;

/** Maps the steps of one visit to the wizard to browser history entries. `visit` identifies the visit. */
class WizardHistory {
  readonly #visit: number;
  readonly #dispatch: Dispatch<WizardAction>;
  #current: StepEntry;
  #firstDepth = 0;
  /** Set until `popstate` confirms a navigation; a second one before that could leave the wizard. */
  #isNavigating = false;
  #isStopped = false;
  #onFirstEntry: (() => void) | undefined;

  constructor(visit: number, dispatch: Dispatch<WizardAction>) {
    this.#visit = visit;
    this.#dispatch = dispatch;
    this.#current = { visit, step: 'intro', depth: 0, from: null };
  }

  /** Makes the current history entry the first one of the wizard. */
  start(): void {
    this.#isStopped = false;
    this.#startAt(parseStepEntry(window.history.state)?.depth ?? countWizardEntriesBefore());
  }

  /** Call when the wizard unmounts. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Call when the wizard shows a step. Pushes an entry unless the step is the current one. */
  onStepShown(step: StepId): void {
    const { step: before, depth } = this.#current;
    if (before === step) return;
    if (step === 'success') {
      // Goes back to the first entry, so that Back leaves the wizard and nothing is published twice.
      this.#current = { visit: this.#visit, step, depth: this.#firstDepth, from: null };
      this.#go(this.#firstDepth - depth);
    } else {
      this.#isNavigating = false;
      this.#current = { visit: this.#visit, step, depth: depth + 1, from: before };
      window.history.pushState({ wizard: this.#current }, '');
    }
  }

  /** Call when the browser has navigated to an entry of the wizard. Dispatches the resulting actions. */
  onPopState(to: StepEntry, state: WizardState): void {
    this.#isNavigating = false;
    if (this.#onFirstEntry !== undefined) this.#onFirstEntry();
    // A navigation of the wizard itself.
    else if (to.depth === this.#current.depth) this.#replace(this.#current);
    else this.#handleNavigation(to, state);
  }

  /** Goes back one step from `step`, like the browser's Back button. */
  back(step: StepId): void {
    if (this.#isNavigating) return;
    const before = stepFrom(step, -1);
    if (this.#current.from === before) {
      this.#go(-1);
      return;
    }
    this.#replace({ ...this.#current, step: before });
    this.#dispatch({ type: 'wentBack' });
  }

  /** Goes to the page before the wizard. If there is none, goes to the first entry and calls `fallback`. */
  leave(fallback: () => void): void {
    const { depth } = this.#current;
    const goToFirst = () => {
      if (this.#isStopped) return;
      this.#onFirstEntry = fallback;
      if (depth === 0) fallback();
      else this.#go(-depth);
    };
    const before = entriesBefore();
    if (before !== undefined && before.length <= depth) {
      goToFirst();
      return;
    }
    window.history.go(-depth - 1);
    if (before === undefined) setTimeout(goToFirst, LEAVE_TIMEOUT_MS);
  }

  #handleNavigation(to: StepEntry, state: WizardState): void {
    switch (resolveNavigation(to, this.#current, state)) {
      case 'show':
        this.#current = to;
        this.#dispatch({ type: 'jumped', step: to.step });
        break;
      case 'return':
        this.#dispatch({ type: 'modalClosed' });
        this.#go(this.#current.depth - to.depth);
        break;
      case 'skip':
        this.#current = { ...to, step: state.step };
        this.#go(-1);
        break;
      case 'leave':
        this.#startAt(to.depth);
        this.#dispatch({ type: 'jumped', step: 'intro' });
        // Without a page before the wizard this has no effect and the intro stays.
        window.history.go(-to.depth - 1);
    }
  }

  #startAt(depth: number): void {
    this.#firstDepth = depth;
    this.#replace({ visit: this.#visit, step: 'intro', depth, from: null });
  }

  #replace(entry: StepEntry): void {
    this.#current = entry;
    window.history.replaceState({ wizard: entry }, '');
  }

  #go(delta: number): void {
    this.#isNavigating = true;
    window.history.go(delta);
  }
}

/** Whether the wizard was at this entry before it opened: the page was loaded again, or the person has signed in again. */
export function isReturn(): boolean {
  return parseStepEntry(window.history.state) !== null || countWizardEntriesBefore() > 0;
}

/**
 * Returns the number of entries of an earlier visit directly before this one, which lacks a state after a new sign-in.
 * Returns 0 without the Navigation API.
 */
function countWizardEntriesBefore(): number {
  const before = entriesBefore() ?? [];
  const pathOf = ({ url }: NavigationHistoryEntry) => url !== null && new URL(url).pathname;
  const lastOther = before.findLastIndex((entry) => pathOf(entry) !== window.location.pathname);
  return before.length - 1 - lastOther;
}

/** Returns the same-origin entries before this one, or `undefined` without the Navigation API. */
function entriesBefore(): NavigationHistoryEntry[] | undefined {
  if (!('navigation' in window)) return undefined;
  const { currentEntry } = window.navigation;
  return window.navigation.entries().slice(0, currentEntry?.index ?? 0);
}
