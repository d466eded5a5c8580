import type { Dispatch } from 'react';
import { resolveNavigation, parseStepEntry, type StepEntry } from './step-history-entry.ts';
import { STEPS, type Step, type WizardAction, type WizardState } from './wizard-state.ts';

/** After this long a browser that does not tell has gone to the page before the wizard, or there is none. */
const LEAVE_MS = 500;

/** The steps of one visit to the wizard as entries of the browser's history; `visit` tells it from earlier ones. */
export class WizardHistory {
  readonly #visit: number;
  readonly #dispatch: Dispatch<WizardAction>;
  #here: StepEntry;
  #first = 0;
  /** The browser tells only later that it has gone; until then another press would lead out of the wizard. */
  #isTravelling = false;
  #isEnded = false;
  #onArrival: (() => void) | undefined;

  constructor(visit: number, dispatch: Dispatch<WizardAction>) {
    this.#visit = visit;
    this.#dispatch = dispatch;
    this.#here = { visit, step: STEPS.intro, depth: 0, from: null };
  }

  /** Takes the entry at hand as the first one. */
  start(): void {
    this.#isEnded = false;
    this.#beginAt(parseStepEntry(window.history.state)?.depth ?? entriesBelow());
  }

  /** The wizard is gone. */
  stop(): void {
    this.#isEnded = true;
  }

  /** The wizard shows this step now. */
  onStepShown(step: Step): void {
    const { step: before, depth } = this.#here;
    if (before === step) return;
    if (step === STEPS.success) {
      // Back leads to the page before the wizard then: what is published is not published again.
      this.#here = { visit: this.#visit, step, depth: this.#first, from: null };
      this.#travel(this.#first - depth);
    } else {
      this.#isTravelling = false;
      this.#here = { visit: this.#visit, step, depth: depth + 1, from: before };
      window.history.pushState({ wizard: this.#here }, '');
    }
  }

  /** The browser has gone to this entry; the actions that follow from it are dispatched. */
  onPopState(to: StepEntry, state: WizardState): void {
    this.#isTravelling = false;
    if (this.#onArrival !== undefined) this.#onArrival();
    // Where the wizard itself wanted to be.
    else if (to.depth === this.#here.depth) this.#stay(this.#here);
    else this.#follow(to, state);
  }

  /** One step back from `step`, like the browser's Back. */
  back(step: Step): void {
    if (this.#isTravelling) return;
    if (this.#here.from === step - 1) {
      this.#travel(-1);
      return;
    }
    this.#stay({ ...this.#here, step: (step - 1) as Step });
    this.#dispatch({ type: 'wentBack' });
  }

  /** Goes to the page before the wizard; `otherwise` is called, at the wizard's first entry, where there is none. */
  leave(otherwise: () => void): void {
    const { depth } = this.#here;
    const toFirst = () => {
      if (this.#isEnded) return;
      this.#onArrival = otherwise;
      if (depth === 0) otherwise();
      else this.#travel(-depth);
    };
    const before = entriesBefore();
    if (before !== undefined && before.length <= depth) {
      toFirst();
      return;
    }
    window.history.go(-depth - 1);
    if (before === undefined) setTimeout(toFirst, LEAVE_MS);
  }

  #follow(to: StepEntry, state: WizardState): void {
    switch (resolveNavigation(to, this.#here, state)) {
      case 'show':
        this.#here = to;
        this.#dispatch({ type: 'jumped', step: to.step });
        break;
      case 'return':
        this.#dispatch({ type: 'modalClosed' });
        this.#travel(this.#here.depth - to.depth);
        break;
      case 'pass':
        this.#here = { ...to, step: state.step };
        this.#travel(-1);
        break;
      case 'leave':
        this.#beginAt(to.depth);
        this.#dispatch({ type: 'jumped', step: STEPS.intro });
        // Where there is no page before, this does nothing, and the intro stays.
        window.history.go(-to.depth - 1);
    }
  }

  #beginAt(depth: number): void {
    this.#first = depth;
    this.#stay({ visit: this.#visit, step: STEPS.intro, depth, from: null });
  }

  #stay(entry: StepEntry): void {
    this.#here = entry;
    window.history.replaceState({ wizard: entry }, '');
  }

  #travel(entries: number): void {
    this.#isTravelling = true;
    window.history.go(entries);
  }
}

/**
 * How many entries of an earlier visit lie below this one, which has no state: somebody signed in here again. Browsers
 * that do not tell are taken to have none.
 */
function entriesBelow(): number {
  const before = entriesBefore() ?? [];
  const pathOf = ({ url }: NavigationHistoryEntry) => url !== null && new URL(url).pathname;
  const other = before.findLastIndex((entry) => pathOf(entry) !== window.location.pathname);
  return before.length - 1 - other;
}

/** The entries before this one, of Hark alone; `undefined` where the browser does not tell. */
function entriesBefore(): NavigationHistoryEntry[] | undefined {
  if (!('navigation' in window)) return undefined;
  const { currentEntry } = window.navigation;
  return window.navigation.entries().slice(0, currentEntry?.index ?? 0);
}
