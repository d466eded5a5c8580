import type { ShownDetails } from './details-url.ts';

/** What the step of the history that opens a call from the list remembers. */
export const FROM_LIST = 'from-list';

/** Goes back to the list, by the step that opened the call if there is one. */
export function closeCall(show: ShownDetails['show']): void {
  if (window.history.state === FROM_LIST) {
    // A second press before the browser has gone back must not go further back.
    window.history.replaceState(null, '');
    window.history.back();
  } else {
    show({ call: null }, { replace: true });
  }
}
