import { createHash } from 'node:crypto';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import { melodyMp3 } from './tone.ts';

const WORDS_A_SECOND = 2.5;
const MAX_SECONDS = 20;

/** Stands in for a voice provider: the same recording is always the same voice, and it hums what it should say. */
export function createLocalSpeech(): SpeechSynthesizer {
  return {
    cloneVoice: (_name, recording) =>
      Promise.resolve(`local-${createHash('sha256').update(recording).digest('hex').slice(0, 24)}`),
    deleteVoice: () => Promise.resolve(),
    speak(providerVoiceId, text) {
      const words = text.split(/\s+/).filter((word) => word !== '').length;
      const seed = createHash('sha256').update(`${providerVoiceId}\n${text}`).digest().readUInt16BE();
      return melodyMp3(seed, Math.min(MAX_SECONDS, 1 + words / WORDS_A_SECOND));
    },
  };
}
