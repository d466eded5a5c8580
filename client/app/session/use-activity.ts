import { useEffect } from 'react';

/** Much shorter than what the server calls idle. */
const PING_MS = 5 * 60 * 1000;
const ACTIONS = ['pointerdown', 'keydown'] as const;

/**
 * Calls `ping` when somebody uses the page, at most every five minutes: the server ends sessions without requests, and
 * writing a message sends none.
 */
export function useActivity(active: boolean, ping: () => void): void {
  useEffect(() => {
    if (!active) return undefined;
    let last = Date.now();
    const onAction = () => {
      if (Date.now() - last < PING_MS) return;
      last = Date.now();
      ping();
    };
    for (const action of ACTIONS) document.addEventListener(action, onAction, { passive: true });
    return () => {
      for (const action of ACTIONS) document.removeEventListener(action, onAction);
    };
  }, [active, ping]);
}
