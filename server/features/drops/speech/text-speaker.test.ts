import { expect, test } from 'vitest';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { createTextSpeaker, type TextSpeakerDeps } from './text-speaker.ts';

const SPOKEN = { account: 'a', providerVoiceId: 'v', text: 'Hello' };

interface Situation {
  /** The recording at the carrier that is stored. */
  existing?: string;
  /** Whether the text is in use when its recording is created, and after a refusal. */
  inUse?: boolean;
  stillHeld?: boolean;
  /** Whether the text is in use once it is uploaded. */
  recorded?: boolean;
  speak?: () => Promise<Buffer>;
  /** What the carrier does with the bytes. */
  take?: () => Promise<void>;
}

function speakerIn({ inUse = true, stillHeld = true, recorded = true, ...situation }: Situation) {
  const done: string[] = [];
  const speak = situation.speak ?? (() => Promise.resolve(Buffer.from('mp3')));
  const deps = {
    synthesizer: {
      speak: () => {
        done.push('spoken');
        return speak();
      },
    },
    objects: {
      read: () => Promise.resolve(undefined),
      put: () => Promise.resolve(done.push('stored')),
      delete: () => Promise.resolve(done.push('object deleted')),
    },
    carrier: {
      async addMedia({ onCreated }: { onCreated: (id: string) => Promise<void> }) {
        await onCreated('m1');
        await situation.take?.();
        done.push('uploaded');
        return 'm1';
      },
      deleteMedia: (id: string) => Promise.resolve(done.push(`${id} deleted`)),
    },
    speeches: {
      mediaOf: () => Promise.resolve(situation.existing),
      noteMedia: () => Promise.resolve(inUse),
      holdsMedia: () => Promise.resolve(stillHeld),
      record: () => Promise.resolve(recorded ? 'm1' : undefined),
      referenced: () => Promise.resolve([]),
    },
    findPreview: () => Promise.resolve(undefined),
  } as unknown as TextSpeakerDeps;
  return { speaker: createTextSpeaker(deps, 1), done };
}

const rejected = () => Promise.reject(new ProviderRejected('Audio file not valid', '3001'));
const unavailable = () => Promise.reject(new ProviderUnavailable('down'));
const UNSPEAKABLE = { kind: 'unspeakable', code: '3001' };
const MADE = ['spoken', 'stored'];

test.each<[string, Situation, object, string[]]>([
  ['is there already', { existing: 'm0' }, { kind: 'media', mediaId: 'm0' }, []],
  ['is made', {}, { kind: 'media', mediaId: 'm1' }, [...MADE, 'uploaded']],
  ['cannot be spoken at the moment', { speak: unavailable }, { kind: 'speech down' }, ['spoken']],
  ['is refused by the voice', { speak: rejected }, UNSPEAKABLE, ['spoken']],
  ['cannot be uploaded at the moment', { take: unavailable }, { kind: 'carrier down' }, MADE],
  ['is refused by the carrier', { take: rejected }, UNSPEAKABLE, MADE],
  [
    'was erased before it was uploaded',
    { inUse: false },
    { kind: 'skipped' },
    [...MADE, 'm1 deleted', 'object deleted'],
  ],
  [
    'is refused because it was erased during the upload',
    { take: rejected, stillHeld: false },
    { kind: 'skipped' },
    [...MADE, 'object deleted'],
  ],
  [
    'was erased once it was uploaded',
    { recorded: false },
    { kind: 'skipped' },
    [...MADE, 'uploaded', 'object deleted'],
  ],
])('a text that %s', async (_, situation, outcome, steps) => {
  const { speaker, done } = speakerIn(situation);
  expect(await speaker.speak(SPOKEN, 'ann', new AbortController().signal)).toMatchObject(outcome);
  expect(done).toEqual(steps);
});

test('a text that is asked for twice at once is made once, and an ended run begins none', async () => {
  const { speaker, done } = speakerIn({});
  const { signal } = new AbortController();
  const both = await Promise.all([
    speaker.speak(SPOKEN, 'ann', signal),
    speaker.speak(SPOKEN, 'ann', signal),
  ]);
  expect(both).toEqual([
    { kind: 'media', mediaId: 'm1' },
    { kind: 'media', mediaId: 'm1' },
  ]);
  expect(done).toEqual([...MADE, 'uploaded']);
  expect(await speaker.speak(SPOKEN, 'ann', AbortSignal.abort())).toEqual({ kind: 'skipped' });
});

test('texts that are not wanted any more wait for no turn', async () => {
  const { speaker } = speakerIn({ speak: () => new Promise(() => undefined) });
  void speaker.speak(SPOKEN, 'ann', new AbortController().signal);
  const stop = new AbortController();
  const waiting = speaker.speak({ ...SPOKEN, text: 'Later' }, 'ann', stop.signal);
  stop.abort();
  expect(await waiting).toEqual({ kind: 'skipped' });
});
