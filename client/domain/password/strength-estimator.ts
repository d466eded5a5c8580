import type { OwnWords, Strength } from '#shared/password-strength.ts';
import type { StrengthReply, StrengthRequest } from './password-strength-worker.ts';

/** Estimates passwords in its own worker. */
export interface StrengthEstimator {
  /** Requests the strength of a password; replies to earlier requests are dropped. */
  estimate(password: string, owner: OwnWords): void;
  /** Terminates the worker. */
  close(): void;
}

export interface EstimatorListeners {
  onStrength(strength: Strength): void;
  /** The worker could not be loaded, or failed; there will be no further strength. */
  onFailed(): void;
}

/** Starts the worker, which loads the lists of common passwords and words. No listener is called after `close`. */
export function openEstimator({ onStrength, onFailed }: EstimatorListeners): StrengthEstimator {
  const worker = new Worker(new URL('./password-strength-worker.ts', import.meta.url), { type: 'module' });
  let newest = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<StrengthReply>) => {
    if (data.id === newest) onStrength(data.strength);
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    worker.terminate();
    onFailed();
  });
  return {
    estimate: (password, owner) => {
      newest += 1;
      const request: StrengthRequest = { id: newest, password, owner };
      worker.postMessage(request);
    },
    close: () => {
      worker.terminate();
    },
  };
}
