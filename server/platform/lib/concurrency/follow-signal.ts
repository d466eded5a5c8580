import { setMaxListeners } from 'node:events';

/** A controller whose signal another one aborts too. */
export interface Following {
  controller: AbortController;
  /** To be called when the work has ended, so that nothing stays behind at the other signal. */
  unfollow(): void;
}

/**
 * Returns a controller that `signal` aborts too. For a signal that lives as long as the process: `AbortSignal.any` leaves
 * something behind there each time.
 */
export function followSignal(signal: AbortSignal): Following {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(signal.reason);
  };
  // As many as there is work at a time.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return {
    controller,
    unfollow() {
      signal.removeEventListener('abort', abort);
    },
  };
}
