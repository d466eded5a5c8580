import { createHash } from 'node:crypto';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import { lyricsTag } from './id3.ts';
import { createLocalVoices } from './local-voices.ts';
import { createTextFaults } from './text-faults.ts';
import { melodyMp3, TELEPHONE, TELEPHONE_FRAME } from './tone.ts';

const WORDS_PER_SECOND = 2.5;
/** Length of the melody that is encoded; longer speech repeats it. */
const MELODY_SECONDS = 20;
const MAX_SECONDS = 300;
/** Number of different melodies. */
const MELODY_COUNT = 6;

/** Each is encoded once in a process. */
const melodies = new Map<number, Promise<Buffer>>();

function melodyFor(melody: number): Promise<Buffer> {
  const mp3 = melodies.get(melody) ?? melodyMp3(melody, MELODY_SECONDS, TELEPHONE);
  melodies.set(melody, mp3);
  return mp3;
}

/**
 * Creates the speech emulator: speech is a melody whose length follows the text. The text itself is in the ID3 tag, which
 * the local carrier reads.
 */
export function createLocalSpeech(): SpeechSynthesizer {
  const meetFault = createTextFaults();
  return {
    ...createLocalVoices(),
    async speak(providerVoiceId, text) {
      const words = text.split(/\s+/).filter((word) => word !== '').length;
      if (words === 0) throw new ProviderRejected('There is nothing to say.', 'input_text_empty');
      await meetFault(text);
      // From one melody per voice, which consists of whole frames: encoding one per text is about a thousand times slower.
      const melody = await melodyFor(
        createHash('sha256').update(providerVoiceId).digest().readUInt16BE() % MELODY_COUNT,
      );
      const seconds = Math.min(MAX_SECONDS, 1 + words / WORDS_PER_SECOND);
      const end = Math.ceil(seconds / TELEPHONE_FRAME.seconds) * TELEPHONE_FRAME.bytes;
      return Buffer.concat([lyricsTag(providerVoiceId, text), Buffer.alloc(end, melody)]);
    },
  };
}
