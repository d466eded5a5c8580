import { expect, test } from 'vitest';
import { AppError } from '#server/platform/lib/errors.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { makePreviews } from './make-preview.ts';
import { previewKey, spokenHash, type PreviewDeps } from './preview-deps.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2027-01-12T15:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const PREVIEW = { _id: 'p', userId: 'u', voiceId: 'v', text: 'Hello', attempts: 1, counted: true };
const KEY = previewKey(PREVIEW);
const NEW = Buffer.from('new');

interface Given {
  preview?: object;
  voice?: object;
  /** What campaigns have recorded, by voice at the provider. */
  spoken?: Record<string, Buffer>;
  stored?: Buffer;
  error?: Error;
  putError?: Error;
  isHeld?: boolean;
  isRecorded?: boolean;
  isErased?: boolean;
}

/** Makes a preview that is due; returns what was spoken, and the changes. */
async function made(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const due = [{ ...PREVIEW, ...given.preview }];
  const deps = {
    previews: recorded('previews', {
      claim: () => Promise.resolve(due.shift()),
      renew: () => Promise.resolve(given.isHeld ?? true),
      finish: () => Promise.resolve(given.isRecorded ?? true),
      byId: () => Promise.resolve(given.isErased === true ? undefined : PREVIEW),
      nextDue: () => Promise.resolve(later(5)),
    }),
    limit: recorded('limit'),
    objects: recorded('objects', {
      read: () => Promise.resolve(given.stored),
      put: () => (given.putError === undefined ? Promise.resolve() : Promise.reject(given.putError)),
    }),
    speech: recorded('speech', {
      speak: () => (given.error === undefined ? Promise.resolve(NEW) : Promise.reject(given.error)),
    }),
    spoken: {
      read: (voice: string, text: string) =>
        Promise.resolve(text === 'Hello' ? given.spoken?.[voice] : undefined),
    },
    voices: recorded('voices', {
      find: () => Promise.resolve(given.voice ?? { kind: 'own', voice: { providerVoiceId: 'provider' } }),
    }),
    oneRun: async (_key: string, work: () => Promise<unknown>) => {
      await work();
      return true;
    },
    clock: { now: () => NOW },
    log: { warn: () => undefined, error: () => undefined },
  } as unknown as PreviewDeps;
  const control = { signal: new AbortController().signal, heartbeat: () => Promise.resolve() };
  expect(await makePreviews(deps, 'u', control as never)).toEqual(later(5));
  const of = (pattern: RegExp) => calls.filter(([name]) => pattern.test(name as string));
  return { spoken: of(/^speech/), changes: of(/^objects\.(put|delete)|finish|uncount|^limit/) };
}

const PUT = ['objects.put', KEY, NEW, 'audio/mpeg'];
const ready = (voice = 'provider') => ({
  spoken: spokenHash(voice, 'Hello'),
  dueAt: later(72 * HOUR_MS),
});

test('a preview is spoken in the voice, stored, and kept for three days', async () => {
  const { spoken, changes } = await made({});
  expect(spoken).toEqual([['speech.speak', 'provider', 'Hello']]);
  expect(changes).toEqual([
    PUT,
    ['previews.finish', expect.objectContaining({ _id: 'p' }), expect.objectContaining(ready())],
  ]);
});

test.each<[string, Given, string]>([
  ['a campaign has made in it', { spoken: { provider: NEW } }, 'provider'],
  [
    'was made in a voice that is deleted',
    { preview: { providerVoiceId: 'old' }, spoken: { old: NEW }, voice: { kind: 'none' } },
    'old',
  ],
])('a recording that %s is used, and does not count', async (_, given, voice) => {
  const { spoken, changes } = await made(given);
  expect(spoken).toEqual([]);
  expect(changes.slice(0, 2)).toEqual([
    PUT,
    ['previews.finish', expect.anything(), expect.objectContaining(ready(voice))],
  ]);
  expect(changes).toHaveLength(3);
});

test('a later attempt uses what a process that died has stored', async () => {
  expect((await made({ preview: { attempts: 2 }, stored: NEW })).spoken).toEqual([]);
  expect((await made({ preview: { attempts: 1 }, stored: NEW })).spoken).toHaveLength(1);
});

test('nothing is stored of a preview whose claim is lost, and nothing is left of one that was erased', async () => {
  expect((await made({ isHeld: false })).changes).toEqual([]);
  const erased = await made({ isRecorded: false, isErased: true });
  expect(erased.changes.at(-1)).toEqual(['objects.delete', KEY]);
  expect((await made({ isRecorded: false })).changes.at(-1)?.[0]).toBe('previews.finish');
});

const UNAVAILABLE = 'The message cannot be spoken at the moment. Please try again.';

test.each<[string, Given, string, isCounted: boolean]>([
  [
    'is refused',
    { error: new ProviderRejected('too long') },
    'This message cannot be spoken: too long',
    false,
  ],
  ['finds the provider away', { error: new ProviderUnavailable('away') }, UNAVAILABLE, false],
  ['has no voice any more', { voice: { kind: 'none' } }, 'This voice was deleted.', false],
  ['may not be made', { error: new AppError('CONFLICT', 'not now') }, 'not now', false],
  ['is spoken and cannot be stored', { putError: new ProviderUnavailable('away') }, UNAVAILABLE, true],
  [
    'stops its process again and again',
    { preview: { attempts: 4 } },
    'The message could not be spoken.',
    true,
  ],
])(
  'one that %s fails for an hour with the reason, and counts only if it was spoken',
  async (_, given, reason, isCounted) => {
    const { changes } = await made(given);
    const finished = changes.filter(([name]) => name === 'previews.finish');
    expect(finished).toEqual([['previews.finish', expect.anything(), { reason, dueAt: later(HOUR_MS) }]]);
    expect(changes.at(-1)?.[0] === 'previews.finish').toBe(isCounted);
  },
);

test('any other error is left to the next attempt', async () => {
  expect((await made({ error: new Error('no database') })).changes).toEqual([]);
  expect((await made({ preview: { attempts: 3 } })).spoken).toHaveLength(1);
});
