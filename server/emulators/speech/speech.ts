import { createHash } from 'node:crypto';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import { spokenTextTag } from './id3-tag.ts';
import { melodyMp3, TELEPHONE, TELEPHONE_FRAME } from './tone.ts';

const WORDS_A_SECOND = 2.5;
const MAX_SECONDS = 20;
/** How many voices can be told apart by ear. */
const MELODIES = 6;

/**
 * Stands in for a voice provider: the same recording is always the same voice, and it hums what it should say. The
 * words are in the ID3 tag, where the local carrier hears them.
 */
export function createLocalSpeech(): SpeechSynthesizer {
  const hums = new Map<number, Promise<Buffer>>();
  const hum = (melody: number): Promise<Buffer> => {
    const known = hums.get(melody) ?? melodyMp3(melody, MAX_SECONDS, TELEPHONE);
    hums.set(melody, known);
    return known;
  };
  return {
    cloneVoice: (_name, recording) =>
      Promise.resolve(`local-${createHash('sha256').update(recording).digest('hex').slice(0, 24)}`),
    deleteVoice: () => Promise.resolve(),
    async speak(providerVoiceId, text) {
      const words = text.split(/\s+/).filter((word) => word !== '').length;
      if (words === 0) throw new ProviderRejected('There is nothing to say.', 'input_text_empty');
      // Cut from one melody a voice: to encode one a text would cost a thousand times as much.
      const melody = await hum(
        createHash('sha256').update(providerVoiceId).digest().readUInt16BE() % MELODIES,
      );
      const seconds = Math.min(MAX_SECONDS, 1 + words / WORDS_A_SECOND);
      const end = Math.ceil(seconds / TELEPHONE_FRAME.seconds) * TELEPHONE_FRAME.bytes;
      return Buffer.concat([spokenTextTag(providerVoiceId, text), melody.subarray(0, end)]);
    },
  };
}
