import { describe, expect, test } from 'vitest';
import { isMp3 } from '#shared/voice-rules.ts';
import { createLocalSpeech } from './speech.ts';

describe('local speech', () => {
  const speech = createLocalSpeech();

  test('makes the same voice of the same recording', async () => {
    const voice = await speech.cloneVoice('Ann', Buffer.from('recording'));
    expect(await speech.cloneVoice('Bob', Buffer.from('recording'))).toBe(voice);
    expect(await speech.cloneVoice('Ann', Buffer.from('another'))).not.toBe(voice);
  });

  test('speaks MP3 that depends on voice and text alone, longer for longer texts', async () => {
    const short = await speech.speak('local-1', 'Hello there');
    expect(isMp3(short)).toBe(true);
    expect(await speech.speak('local-1', 'Hello there')).toEqual(short);
    expect(await speech.speak('local-2', 'Hello there')).not.toEqual(short);
    expect((await speech.speak('local-1', 'Hello there '.repeat(5))).length).toBeGreaterThan(short.length);
  });
});
