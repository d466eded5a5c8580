import { expect, test } from 'vitest';
import { AppError } from '#server/platform/lib/errors.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { previewId, type PreviewDeps } from './preview-deps.ts';
import type { PreviewRecord } from './preview-store.ts';
import { createPreviewsRouter } from './previews-router.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const CONTACT = {
  id: '1',
  first_name: 'ben',
  last_name: 'Lee',
  phone_number: '2025550143',
  recommended_phone: '12025550143',
};
const INPUT = { voice_id: 'v', message: 'Hello {first_name}.', contact: CONTACT };
const REQUEST = { userId: 'u', voiceId: 'v', text: 'Hello Ben.' };
const ID = previewId(REQUEST);
const NEW = { ...REQUEST, _id: ID, counted: true, dueAt: NOW };
const READY: PreviewRecord = {
  _id: ID,
  userId: 'u',
  voiceId: 'v',
  state: 'ready',
  attempts: 1,
  dueAt: later(1),
  seconds: 60.46,
  waveform: [0, 100],
};
const MAKING: PreviewRecord = {
  _id: ID,
  userId: 'u',
  voiceId: 'v',
  state: 'making',
  attempts: 1,
  dueAt: later(1),
};

interface Given {
  stored?: PreviewRecord;
  hasRecording?: boolean;
  isBegun?: boolean;
  isSpoken?: boolean;
  isSubscribed?: boolean;
  limit?: 'attempt' | 'take';
}

function system(given: Given = {}) {
  const { calls, recorded } = createCallRecorder();
  const { hasRecording = true, isBegun = true, isSpoken = false, isSubscribed = true } = given;
  let stored = given.stored;
  const begin = (...args: unknown[]) => {
    stored = { ...(args.at(-1) as PreviewRecord), state: 'making', attempts: 0 };
    return Promise.resolve(isBegun);
  };
  const limited = (name: string) => () =>
    name === given.limit
      ? Promise.reject(new AppError('TOO_MANY_REQUESTS', `${name} refused`))
      : Promise.resolve();
  const deps = {
    clock: { now: () => NOW },
    voices: {
      ownership: (uid: string, vid: string) => Promise.resolve(uid === 'u' && vid === 'v' ? 'own' : 'none'),
    },
    messages: {
      assertOwn: (_: string, id: string) =>
        id === 'c' ? Promise.resolve() : Promise.reject(new AppError('NOT_FOUND', 'Campaign not found')),
      find: (_: string, { contact }: { contact: number }) =>
        Promise.resolve({
          voiceId: 'v',
          providerVoiceId: 'frozen',
          message: 'Hello {first_name}.',
          contact: contact === 2 ? { ...CONTACT, first_name: 'Ben' } : expect.fail(),
        }),
    },
    spoken: { has: (voice: string, text: string) => isSpoken && voice === 'frozen' && text === 'Hello Ben.' },
    objects: {
      stat: () => Promise.resolve(hasRecording ? { size: 1 } : undefined),
      presignDownload: (key: string, seconds: number) =>
        Promise.resolve(`https://x/${key}?${String(seconds)}`),
    },
    assertSubscribed: (uid: string) => {
      calls.push(['subscribed', uid]);
      return isSubscribed
        ? Promise.resolve()
        : Promise.reject(new AppError('SUBSCRIPTION_REQUIRED', 'No plan'));
    },
    limit: recorded('limit', { attempt: limited('attempt'), take: limited('take') }),
    previews: recorded('previews', {
      byId: () => Promise.resolve(stored),
      insert: begin,
      restart: begin,
    }),
    jobs: recorded('jobs'),
  } as unknown as PreviewDeps;
  const callAs = (uid: string) =>
    createCallerFactory(createPreviewsRouter(deps))(contextOf({ uid, streamId: 's' }));
  const done = () => calls.filter(([name]) => name !== 'previews.byId');
  return { call: callAs('u'), other: callAs('other'), done };
}

const SHOWN = {
  id: ID,
  status: 'making',
  url: null,
  expires_in: null,
  seconds: null,
  waveform: null,
  too_long: false,
  reason: null,
};

test('a new text is counted, stored and made', async () => {
  const { call, done } = system();
  expect(await call.begin(INPUT)).toEqual({ success: true, preview: SHOWN });
  expect(done()).toEqual([
    ['subscribed', 'u'],
    ['limit.attempt', 'u'],
    ['limit.take', 'u'],
    ['previews.insert', NEW],
    ['jobs.make', 'u'],
  ]);
});

test('a recording that is there is returned, and not counted', async () => {
  const { call, done } = system({ stored: READY });
  const url = `https://x/previews/u/${ID}.mp3?3600`;
  const shown = { url, expires_in: 3_600, seconds: 60.5, waveform: [0, 100], too_long: false };
  expect((await call.begin(INPUT)).preview).toEqual({ ...SHOWN, ...shown, status: 'ready' });
  expect(done()).toEqual([]);
  const long = system({ stored: { ...READY, seconds: 60.5 } });
  expect((await long.call.get({ id: ID })).preview).toMatchObject({ seconds: 60.5, too_long: true });
});

test.each<[string, Given]>([
  ['whose recording is gone', { stored: READY, hasRecording: false }],
  ['that has expired', { stored: { ...READY, dueAt: NOW } }],
  ['that failed', { stored: { ...READY, state: 'failed' } }],
  ['that was erased', { stored: { ...READY, state: 'erased' } }],
])('a preview %s is begun again', async (_what, given) => {
  const { call, done } = system(given);
  expect((await call.begin(INPUT)).preview.status).toBe('making');
  expect(done().slice(2)).toEqual([
    ['limit.take', 'u'],
    ['previews.restart', given.stored, NEW],
    ['jobs.make', 'u'],
  ]);
});

test('a preview that is being made is left to its worker, unless that has died', async () => {
  const working = system({ stored: MAKING });
  expect((await working.call.begin(INPUT)).preview).toEqual(SHOWN);
  expect(working.done()).toEqual([]);
  const dead = system({ stored: { ...MAKING, dueAt: NOW } });
  await dead.call.begin(INPUT);
  expect(dead.done()).toEqual([['jobs.make', 'u']]);
});

test('what another request begins first is counted once', async () => {
  const { call, done } = system({ isBegun: false });
  expect((await call.begin(INPUT)).preview.status).toBe('making');
  expect(done().map(([name]) => name)).toEqual([
    ...['subscribed', 'limit.attempt', 'limit.take', 'previews.insert', 'limit.refund', 'jobs.make'],
  ]);
});

test('what a campaign has spoken in its voice is not counted', async () => {
  const ofCampaign = { id: 'c', contact: 2 };
  const anew = system();
  await anew.call.beginOfCampaign(ofCampaign);
  const record = { ...NEW, providerVoiceId: 'frozen' };
  expect(anew.done()).toContainEqual(['previews.insert', record]);
  const spoken = system({ isSpoken: true, isBegun: false });
  await spoken.call.beginOfCampaign(ofCampaign);
  expect(spoken.done()).toEqual([
    ['subscribed', 'u'],
    ['limit.attempt', 'u'],
    ['previews.insert', { ...record, counted: false }],
    ['jobs.make', 'u'],
  ]);
  await expect(anew.call.beginOfCampaign({ id: 'of another', contact: 2 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test.each<[string, Given, object, string]>([
  ['the voice of another', {}, { voice_id: 'theirs' }, 'Voice not found'],
  ['an unknown placeholder', {}, { message: '{nickname}' }, 'Unknown placeholder: {nickname}'],
  ['no plan', { isSubscribed: false }, {}, 'No plan'],
  ['too many attempts', { limit: 'attempt' }, {}, 'attempt refused'],
  ['too many new texts', { limit: 'take' }, {}, 'take refused'],
])('nothing is made with %s', async (_what, given, change, message) => {
  const { call, done } = system(given);
  await expect(call.begin({ ...INPUT, ...change })).rejects.toThrow(message);
  expect(done().map(([name]) => name)).not.toContain('jobs.make');
});

test('a preview is read by its owner, with the reason why it failed, until it is erased', async () => {
  const { call, other } = system({ stored: { ...READY, state: 'failed', reason: 'Too long', seconds: 70 } });
  expect((await call.get({ id: ID })).preview).toEqual({
    ...SHOWN,
    status: 'failed',
    reason: 'Too long',
    seconds: 70,
    too_long: true,
  });
  await expect(other.get({ id: ID })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const erased = system({ stored: { ...READY, state: 'erased' } });
  await expect(erased.call.get({ id: ID })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
