import { vi } from 'vitest';

/** Kept outside of modules, as they are loaded anew for each test file. */
const CURRENT = Symbol.for('hark: the Stripe of a test');

/** Makes `stripe` what Stripe.js creates. It is loaded once for all the test files of a process. */
export function stubStripe(stripe: object): void {
  const shared = globalThis as { [CURRENT]?: object };
  shared[CURRENT] = stripe;
  vi.stubGlobal('Stripe', () => shared[CURRENT]);
}
