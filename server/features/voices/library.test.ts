import { expect, test } from 'vitest';
import { ObjectStoreUnavailable } from '#server/providers/errors.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { currentVoices, findActiveVoice, findVoice, listVoices, presentVoice } from './library.ts';
import type { VoiceDeps } from './voice-deps.ts';
import type { VoiceRecord } from './voice-store.ts';

const AT = new Date('2027-01-12T15:00:00Z');
const VOICE = {
  _id: 'v',
  userId: 'u',
  state: 'active',
  title: 'Ann',
  description: 'Warm',
  avatar: 3,
  createdAt: AT,
  uploadUntil: AT,
} as unknown as VoiceRecord;

/** A library of these voices, whose uploads cannot be asked about for a reason, if any. */
function libraryOf(voices: VoiceRecord[], error?: Error) {
  const { recorded } = createCallRecorder();
  const fails = () => Promise.reject(error ?? new Error('asked about an upload'));
  const deps = {
    store: recorded('store', {
      holdingSlots: (uid: string) => Promise.resolve(voices.filter(({ userId }) => userId === uid)),
      byId: (vid: string) => Promise.resolve(voices.find(({ _id }) => _id === vid)),
    }),
    objects: recorded('objects', { stat: fails }),
    clock: { now: () => AT },
    log: { warn: () => undefined },
  } as unknown as VoiceDeps;
  return { deps };
}

test.each(['deleting', 'deleted'] as const)('a voice that is %s cannot be used', async (state) => {
  const { deps } = libraryOf([{ ...VOICE, state }]);
  expect(await findActiveVoice(deps, 'u', 'v')).toBeUndefined();
  expect(await findVoice(deps, 'u', 'v')).toMatchObject({ _id: 'v' });
});

test('a voice is found by its owner alone', async () => {
  const { deps } = libraryOf([VOICE]);
  expect(await findActiveVoice(deps, 'u', 'v')).toEqual(VOICE);
  for (const find of [findVoice, findActiveVoice]) {
    expect(await find(deps, 'other', 'v')).toBeUndefined();
    expect(await find(deps, 'u', 'gone')).toBeUndefined();
  }
});

test('the library lists active voices, and each that holds a slot leaves one less', async () => {
  const states = ['active', 'deleting', 'active'] as const;
  const voices = states.map((state, n) => ({ ...VOICE, _id: `v${String(n)}`, state }));
  const { deps } = libraryOf([...voices, { ...VOICE, userId: 'other' }]);
  const { voices: listed, remaining } = await listVoices(deps, 'u');
  expect(listed.map(({ vid }) => vid)).toEqual(['v0', 'v2']);
  const { remaining: all } = await listVoices(libraryOf([]).deps, 'u');
  expect(all - remaining).toBe(3);
});

test('uploads that the object store cannot be asked about stay open, any other error is one', async () => {
  const pending = { ...VOICE, state: 'pending', uploadKey: 'key' } as VoiceRecord;
  const away = libraryOf([pending], new ObjectStoreUnavailable('away'));
  expect(await currentVoices(away.deps, 'u')).toEqual([pending]);
  await expect(currentVoices(libraryOf([pending], new Error('broken')).deps, 'u')).rejects.toThrow();
});

test.each([
  [{ providerVoiceId: 'provider', clone: { failure: 'Refused' } }, 'ready', ''],
  [{ clone: { failure: 'Refused', problem: 'Away' } }, 'failed', 'Refused'],
  [{ clone: { problem: 'Away' } }, 'processing', 'Away'],
  [{}, 'processing', ''],
])('a voice with %j is %s', (own, status, status_message) => {
  expect(presentVoice({ ...VOICE, ...own } as VoiceRecord)).toEqual({
    vid: 'v',
    title: 'Ann',
    description: 'Warm',
    avatar: 3,
    uploaded_on: AT.toISOString(),
    status,
    status_message,
    warnings: [],
  });
  expect(presentVoice({ ...VOICE, ...own, warnings: ['noisy'] } as VoiceRecord).warnings).toEqual(['noisy']);
});
