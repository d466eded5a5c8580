import { act } from 'react';
import { vi } from 'vitest';

const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

/** Does something, and lets React and the answers that were given follow. */
export async function turn(action: () => void = () => undefined): Promise<void> {
  // Outside, the timers of components change their state too.
  scope.IS_REACT_ACT_ENVIRONMENT = true;
  await act(async () => {
    action();
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  });
  scope.IS_REACT_ACT_ENVIRONMENT = false;
}

/** Waits until a condition holds, which throws until then. Returns what it returns. */
export async function until<T>(condition: () => T): Promise<T> {
  return vi.waitFor(
    async () => {
      await turn();
      return condition();
    },
    { interval: 5, timeout: 5_000 },
  );
}
