import { afterEach, expect, test, vi } from 'vitest';
import { createElevenLabsSpeech } from './elevenlabs-speech.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type Speech = ReturnType<typeof createElevenLabsSpeech>;

test.each<[string, (speech: Speech) => Promise<unknown>]>([
  ['clones a voice', (speech) => speech.cloneVoice('Ana', Buffer.from('mp3'))],
  ['finds voices', (speech) => speech.findVoices('tag')],
  ['deletes a voice', (speech) => speech.deleteVoice('v1')],
  ['speaks', (speech) => speech.speak('v1', 'Hello')],
])('a request that %s and is not answered ends after a minute', async (_, call) => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort(new Error('too late'));
  });
  // Ends with its signal alone, as one to a server that hangs.
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) =>
    signal?.aborted === true
      ? Promise.reject(new Error('too late'))
      : Promise.reject(new TypeError('no limit')),
  );
  const speech = createElevenLabsSpeech({ apiKey: 'key' });
  await expect(call(speech)).rejects.toMatchObject({ cause: { message: 'too late' } });
  expect(limits).toEqual([60_000]);
});
