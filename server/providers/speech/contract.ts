import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMp3 } from '#shared/voices/voice-rules.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { ProviderRejected } from '../errors.ts';
import { taggedName, type SpeechSynthesizer } from './port.ts';

/** An implementation under test. */
export interface SpeechUnderTest {
  speech: SpeechSynthesizer;
  stop(): Promise<void>;
}

/** The contract test suite of `SpeechSynthesizer`. */
export function speechContract(name: string, start: () => Promise<SpeechUnderTest>): void {
  describe(`${name} keeps the speech contract`, () => {
    let subject: SpeechUnderTest;
    beforeAll(async () => {
      subject = await start();
    });
    afterAll(() => subject.stop());
    const newVoice = async () =>
      (await subject.speech.cloneVoice('Ana', Buffer.from(`recording ${newId()}`))).id;

    test('clones a recording into a voice that speaks MP3', async () => {
      const voice = await newVoice();
      expect(voice).toMatch(/^[\w-]+$/);
      expect(isMp3(await subject.speech.speak(voice, 'Hello, Ana!'))).toBe(true);
    });

    test('speaks longer for longer texts, in any script, several at once', async () => {
      const voice = await newVoice();
      const [short, long, chinese] = await Promise.all([
        subject.speech.speak(voice, 'Hello there'),
        subject.speech.speak(voice, 'Hello there '.repeat(5)),
        subject.speech.speak(voice, '李雷，“你好” — grüße 🎙️'),
      ]);
      expect(long.length).toBeGreaterThan(short.length);
      expect(isMp3(chinese)).toBe(true);
    });

    test('rejects a blank text permanently', async () => {
      const refused = subject.speech.speak(await newVoice(), ' ');
      await expect(refused).rejects.toBeInstanceOf(ProviderRejected);
      await expect(refused).rejects.toMatchObject({ vendorCode: expect.stringMatching(/./) as unknown });
    });

    test('finds the voices whose name ends with a tag', async () => {
      const [mine, other] = [newId(), newId()];
      const voice = await subject.speech.cloneVoice(taggedName('Ana', mine), Buffer.from(mine));
      await subject.speech.cloneVoice(taggedName(`Ana (${mine})`, other), Buffer.from(other));
      expect(await subject.speech.findVoices(mine)).toEqual([voice]);
      await subject.speech.deleteVoice(voice.id);
      expect(await subject.speech.findVoices(mine)).toEqual([]);
    });

    test('deletes a voice', async () => {
      await expect(subject.speech.deleteVoice(await newVoice())).resolves.toBeUndefined();
    });
  });
}
