import { expect, test } from 'vitest';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { lookUpTexts, speakTexts } from './speak-texts.ts';
import { speechId } from './speech-model.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const CAMPAIGN = { id: 'c', caller: 'ana', runEpoch: 3, providerVoiceId: 'v' } as unknown as RunnableCampaign;
const idOf = (text: string) => speechId({ account: 'a', providerVoiceId: 'v', text });
const media = (mediaId: string) => ({ kind: 'media', mediaId }) as const;

interface Given {
  texts?: string[];
  /** Texts whose recordings are known already. */
  known?: Record<string, string>;
  /** What becomes of the others. */
  outcomes?: Record<string, object>;
  current?: object | undefined;
  hasOpen?: boolean;
  isAborted?: boolean;
}

function system(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const deps = {
    carrier: { account: 'a' },
    speeches: recorded('speeches', {
      register: () =>
        Promise.resolve(new Map(Object.entries(given.known ?? {}).map(([text, id]) => [idOf(text), id]))),
      registerOne: (_user: string, id: string) => Promise.resolve({ _id: id }),
      listFor: (_user: string, ids: string[]) => Promise.resolve(ids.map((_id) => ({ _id }))),
    }),
    speaker: recorded('speaker', {
      speak: ({ text }: { text: string }) =>
        Promise.resolve(given.outcomes?.[text] ?? { kind: 'media', mediaId: `new ${text}` }),
    }),
    campaigns: recorded('campaigns', {
      find: () => Promise.resolve('current' in given ? given.current : { id: 'c', status: 'Sending' }),
    }),
    calls: recorded('calls', { has: () => Promise.resolve(given.hasOpen ?? false) }),
    unusedSpeech: recorded('unusedSpeech', { hasAny: () => Promise.resolve(false) }),
    clock: { now: () => NOW },
    log: recorded('log', { warn: () => undefined }),
    options: { speakForMs: 60_000 },
  } as unknown as DropsDeps;
  return { deps, calls, of: (name: string) => calls.filter(([called]) => called === name) };
}

async function spoken(given: Given) {
  const { deps, of } = system(given);
  const signal = given.isAborted === true ? AbortSignal.abort() : new AbortController().signal;
  const control = { signal, heartbeat: () => Promise.resolve() };
  const batch = await speakTexts(deps, CAMPAIGN, { texts: given.texts ?? ['Hi', 'Bye', 'Hi'] }, control);
  return { ...batch, texts: batch.kind === 'ready' ? Object.fromEntries(batch.texts) : undefined, of };
}

test('each text of a batch is spoken once for the run of its campaign, unless its recording is known', async () => {
  const { kind, texts, of } = await spoken({ known: { Hi: 'm1' } });
  expect([kind, texts]).toEqual(['ready', { Hi: media('m1'), Bye: media('new Bye') }]);
  expect(of('speeches.register')).toEqual([
    ['speeches.register', 'c:3', [idOf('Hi'), idOf('Bye')], NOW, undefined],
  ]);
  expect(of('speaker.speak').map(([, text, caller]) => [text, caller])).toEqual([
    [{ account: 'a', providerVoiceId: 'v', text: 'Bye' }, 'ana'],
  ]);
  const all = await spoken({ known: { Hi: 'm1', Bye: 'm2' } });
  expect([all.texts, all.of('speaker.speak'), all.of('campaigns.find')]).toEqual([
    ...[{ Hi: media('m1'), Bye: media('m2') }, [], []],
  ]);
});

test('a text that cannot be spoken at all is ready to be refused, one that was skipped is left for later', async () => {
  const unspeakable = { kind: 'unspeakable', code: '3001', reason: 'Bad' };
  const { texts, of } = await spoken({ outcomes: { Hi: unspeakable, Bye: { kind: 'skipped' } } });
  expect(texts).toEqual({ Hi: unspeakable });
  expect(of('log.warn')).toEqual([]);
});

test.each(['speech down', 'carrier down'])(
  'while there is "%s" a batch goes on with what is ready, if anything',
  async (kind) => {
    const outcomes = { Bye: { kind, error: new Error('down') } };
    expect((await spoken({ known: { Hi: 'm1' }, outcomes })).texts).toEqual({ Hi: media('m1') });
    const none = await spoken({ texts: ['Bye'], outcomes });
    expect(none).toMatchObject({ kind: 'blocked', reason: kind });
    expect(none.of('log.warn')).toHaveLength(1);
  },
);

test.each<[string, Given, number]>([
  ['was paused', { current: { id: 'c', status: 'Paused' } }, 0],
  ['is gone', { current: undefined }, 1],
  ['is being deleted', { current: { id: 'c', status: 'Deleting' } }, 1],
  [
    'is being deleted with calls at the carrier',
    { current: { id: 'c', status: 'Deleting' }, hasOpen: true },
    0,
  ],
  ['lost its worker', { isAborted: true }, 0],
])(
  'a batch of a campaign that %s meanwhile is stopped, and its speech erased where nothing needs it',
  async (_, given, erased) => {
    const result = await spoken(given);
    expect(result).toMatchObject({ kind: 'blocked', reason: 'stopped' });
    expect(result.of('unusedSpeech.hasAny')).toHaveLength(erased);
  },
);

test('the only text of a message is recorded at once, and of several it is read which are known', async () => {
  const { deps, of } = system({});
  expect(await lookUpTexts(deps, CAMPAIGN, [])).toEqual([]);
  expect(await lookUpTexts(deps, CAMPAIGN, ['Hi', 'Hi'])).toEqual([{ _id: idOf('Hi') }]);
  expect(of('speeches.registerOne')).toEqual([['speeches.registerOne', 'c:3', idOf('Hi'), NOW]]);
  expect(await lookUpTexts(deps, CAMPAIGN, ['Hi', 'Bye'])).toEqual([
    { _id: idOf('Hi') },
    { _id: idOf('Bye') },
  ]);
  expect(of('speeches.listFor')).toEqual([['speeches.listFor', 'c:3', [idOf('Hi'), idOf('Bye')]]]);
});
