import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#shared/time-units.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { isTagged, type SpeechSynthesizer } from '#server/providers/speech/port.ts';

/** How long a voice named "Busy" cannot be cloned after the first attempt. */
const BUSY_MS = MINUTE_MS;

/**
 * Returns the voices of the speech emulator: the same recording always clones the same voice. The first word of a name
 * chooses a fault: "Refused" or "Busy". `now` is in milliseconds.
 */
export function createLocalVoices(
  now: () => number = Date.now,
): Pick<SpeechSynthesizer, 'cloneVoice' | 'findVoices' | 'deleteVoice'> {
  const names = new Map<string, Set<string>>();
  const busySince = new Map<string, number>();

  function simulateFault(name: string): void {
    const [fault] = name.split(' ');
    if (fault === 'Refused')
      throw new ProviderRejected('No voice was found in the recording.', 'voice_not_detected');
    if (fault !== 'Busy') return;
    const since = busySince.get(name) ?? now();
    busySince.set(name, since);
    if (now() - since < BUSY_MS) throw new ProviderUnavailable('Too many requests', 'system_busy');
  }

  return {
    async cloneVoice(name, recording) {
      simulateFault(name);
      const id = `local-${createHash('sha256').update(recording).digest('hex').slice(0, 24)}`;
      names.set(id, (names.get(id) ?? new Set()).add(name));
      return { id, isReady: true };
    },
    findVoices: (tag) =>
      Promise.resolve(
        [...names]
          .filter(([, voiceNames]) => [...voiceNames].some((name) => isTagged(name, tag)))
          .map(([id]) => ({ id, isReady: true })),
      ),
    deleteVoice(id) {
      names.delete(id);
      return Promise.resolve();
    },
  };
}
