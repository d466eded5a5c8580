import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';

const SLOW_MS = 3_000;

/**
 * Returns what a text meets before it is spoken: one that begins with "Refused:" is rejected, one with "Busy:" fails the
 * first time, one with "Slow:" takes three seconds, any other nothing.
 */
export function createTextFaults(): (text: string) => Promise<void> {
  const requested = new Set<string>();
  return async (text) => {
    if (text.startsWith('Refused:'))
      throw new ProviderRejected('The local voice service refuses this text.', 'text_refused');
    if (text.startsWith('Busy:') && !requested.has(text)) {
      requested.add(text);
      throw new ProviderUnavailable('The local voice service is busy', 'system_busy');
    }
    if (text.startsWith('Slow:')) await sleep(SLOW_MS);
  };
}
