import { describe, expect, test } from 'vitest';
import { mp3Seconds } from '#shared/voices/mp3-frames.ts';
import { isMp3 } from '#shared/voices/voice-rules.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { speechContract } from '#server/providers/speech/contract.ts';
import { readLyrics } from './id3.ts';
import { createLocalSpeech } from './speech.ts';
import { TELEPHONE_FRAME } from './tone.ts';

const HEADER_BYTES = 10;

speechContract('local speech', () =>
  Promise.resolve({ speech: createLocalSpeech(), stop: () => Promise.resolve() }),
);

describe('local speech', () => {
  const speech = createLocalSpeech();

  test('clones the same voice from the same recording', async () => {
    const voice = await speech.cloneVoice('Ann', Buffer.from('recording'));
    expect(await speech.cloneVoice('Bob', Buffer.from('recording'))).toEqual(voice);
    expect(await speech.cloneVoice('Ann', Buffer.from('another'))).not.toEqual(voice);
  });

  test('returns deterministic MP3 with the text in its ID3 tag', async () => {
    const short = await speech.speak('local-1', 'Hello there');
    expect(readLyrics(short)).toBe('Hello there');
    expect(await speech.speak('local-1', 'Hello there')).toEqual(short);
    expect(await speech.speak('local-2', 'Hello there')).not.toEqual(short);
  });

  test('meets the faults that a text asks for', async () => {
    await expect(speech.speak('local-1', 'Refused: hello')).rejects.toBeInstanceOf(ProviderRejected);
    await expect(speech.speak('local-1', 'Busy: hello')).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(readLyrics(await speech.speak('local-1', 'Busy: hello'))).toBe('Busy: hello');
  });

  test('lasts as long as a person would speak, up to five minutes', async () => {
    const secondsOf = async (words: number) =>
      mp3Seconds(await speech.speak('local-1', 'Hello '.repeat(words)));
    expect(await secondsOf(20)).toBeCloseTo(9, 0);
    expect(await secondsOf(200)).toBeCloseTo(81, 0);
    expect(await secondsOf(10_000)).toBeCloseTo(300, 0);
  });

  test('ends between two MP3 frames, also for a long text', async () => {
    for (const text of ['Hello', 'Hello '.repeat(1_000)]) {
      const spoken = await speech.speak('local-1', text);
      const tagBytes = HEADER_BYTES + spoken.readUInt16BE(8) - ((spoken[8] ?? 0) << 7);
      const audio = spoken.subarray(tagBytes);
      expect(isMp3(audio)).toBe(true);
      expect(audio.length % TELEPHONE_FRAME.bytes).toBe(0);
      for (let at = 0; at < audio.length; at += TELEPHONE_FRAME.bytes)
        expect(audio.readUInt16BE(at) & 0xffe0).toBe(0xffe0);
    }
  });
});
