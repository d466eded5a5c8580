// @vitest-environment happy-dom
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { onSessionEnd } from '#client/app/session/session-end.ts';
import { trpc } from '#client/app/trpc.ts';
import type { ReadyImport } from '#client/domain/import-file/import-state.ts';
import { consentValues, NO_CONSENT } from '#client/domain/consent/consent-values.ts';
import { UNREADABLE } from '#client/domain/import-file/open-contact-file.ts';
import { refusal } from '#client/testing/fake-server.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn, until } from '#client/testing/turn.ts';
import { fieldsOf } from '#client/features/campaigns/wizard/prefill.ts';
import type { ReplacedCampaign } from '#client/features/campaigns/wizard/wizard-form.ts';
import { initialState, type WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import type { PublishRequest } from './publish-campaign.ts';
import type { PublishOutcome } from './publish-outcome.ts';
import { usePublish } from './use-publish.ts';

// Modules are shared by the files of a worker: those with what is replaced here are loaded anew, and again after it.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('./publish-campaign.ts');
  vi.resetModules();
});
const sent = vi.hoisted(() => vi.fn<(request: PublishRequest) => Promise<PublishOutcome>>());
vi.mock('./publish-campaign.ts', () => ({ publishCampaign: sent }));

const PUBLISHED = {
  id: 'c1',
  name: 'Spring',
  contacts: 2,
  skipped: [],
  dropDate: '',
  creditCost: 2,
  balance: 0,
};
const FAILURE = { text: 'No', status: 400, code: null, field: null, errors: [] };
const fails = (failure: Partial<typeof FAILURE> | { code?: string; field?: string }) =>
  sent.mockResolvedValue({ ok: false, failure: { ...FAILURE, ...failure } });

beforeEach(() => {
  sent.mockReset();
  sent.mockResolvedValue({ ok: true, campaign: PUBLISHED });
});

const CONSENT = {
  basis: 'existing_customer',
  own_words: null,
  obtained_at: '2025-03-01',
  source: 'Form',
} as const;
const LIST = { id: 'l1', name: 'Clients', size: 2, columns: [], own_columns: [], consent: CONSENT };
const start = initialState();
const READY: WizardState = {
  ...start,
  step: 'review',
  form: { ...start.form, name: 'Spring', description: 'x', message: 'Hi there', voiceId: 'v1' },
  upload: { status: 'list', list: LIST },
};
const CAMPAIGN = {
  id: 'r1',
  name: 'Old',
  status: 'Scheduled',
  description: '',
  message: '',
  voice_id: '',
  drop_date: '',
  drops_per_minute: null,
  calling_hours: { from: '', to: '', days: [] },
  total: 2,
  last_day: null,
  automatic_retry: null,
};
const REPLACED: ReplacedCampaign = {
  id: 'r1',
  name: 'Old',
  contacts: 2,
  dropDate: '',
  split: null,
  seen: fieldsOf(CAMPAIGN as never),
};

async function render(
  state: Partial<WizardState> = {},
  answers: object = {},
  draftKey: string | null = 'draft-key',
) {
  const dispatch = vi.fn();
  const draft = { publishKey: () => draftKey, discard: vi.fn() };
  const use = (given: WizardState) => {
    for (const query of [
      trpc.credits.balance.useQuery(),
      trpc.calling.profile.useQuery(),
      trpc.contactLists.list.useQuery(),
      trpc.voices.list.useQuery(),
    ])
      void query;
    return usePublish(given, dispatch, draft);
  };
  const nothing = () => ({}) as never;
  const hook = await renderHook(
    use,
    { ...READY, ...state },
    {
      answers: {
        credits: { balance: nothing },
        calling: { profile: nothing },
        contactLists: { list: nothing },
        voices: { list: nothing },
        ...answers,
      },
    },
  );
  const publish = async () => {
    await turn(() => {
      hook.result().publish();
    });
    await until(() => expect(dispatch.mock.calls.length).toBeGreaterThan(0));
    await turn();
  };
  const asked = () =>
    ['credits.balance', 'calling.profile', 'contactLists.list', 'voices.list'].filter(
      (name) => hook.sent(name).length > 1,
    );
  const said = () => dispatch.mock.calls.map(([action]) => action as { type: string });
  return { ...hook, dispatch, draft, publish, asked, said };
}

test('a campaign is sent under the key of the draft, which is then discarded', async () => {
  const { publish, said, draft, asked } = await render();
  await publish();
  expect(said()).toEqual([
    { type: 'publishStarted', key: 'draft-key' },
    { type: 'publishSucceeded', campaign: PUBLISHED },
  ]);
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    form: READY.form,
    replaces: null,
    contacts: { list_id: 'l1' },
    key: 'draft-key',
  });
  expect([draft.discard.mock.calls.length, asked()]).toEqual([1, ['credits.balance', 'contactLists.list']]);
});

test('an attempt that is repeated has its key, and one without a draft a new one', async () => {
  const repeated = await render({ publishKey: 'k' });
  await repeated.publish();
  const fresh = await render({}, {}, null);
  await fresh.publish();
  const keys = sent.mock.calls.map(([{ key }]) => key);
  expect(keys).toEqual(['k', expect.stringMatching(/^[\da-f]{32}$/) as string]);
});

test('a second click while it is sent does nothing', async () => {
  const { result } = await render();
  await turn(() => {
    result().publish();
    result().publish();
  });
  await turn();
  expect(sent).toHaveBeenCalledOnce();
  await turn(() => {
    result().publish();
  });
  await turn();
  expect(sent).toHaveBeenCalledTimes(2);
});

test('the uploaded share is shown, from the beginning at each attempt', async () => {
  const { publish, result } = await render();
  sent.mockImplementation(({ onProgress }) => {
    onProgress(0.4);
    return Promise.resolve({ ok: false, failure: FAILURE });
  });
  await publish();
  expect(result().share).toBe(0.4);
  sent.mockResolvedValue({ ok: true, campaign: PUBLISHED });
  await publish();
  expect(result().share).toBe(0);
});

test.each<[string, object, string[]]>([
  ['a message that is refused', { code: 'MESSAGE_INCOMPLETE' }, ['calling.profile']],
  ['a list that was deleted', { field: 'list_id' }, ['contactLists.list']],
  ['a voice that was deleted', { field: 'voice_id' }, ['voices.list']],
  ['credits that do not suffice any more', { code: 'INSUFFICIENT_CREDITS' }, ['credits.balance']],
  ['anything else', {}, []],
])('after %s, what the wizard knows of it is asked for again', async (_, failure, stale) => {
  fails(failure);
  const { publish, said, asked, draft } = await render();
  await publish();
  expect(said().at(-1)).toEqual({ type: 'publishFailed', failure: { ...FAILURE, ...failure } });
  expect([asked(), draft.discard.mock.calls.length]).toEqual([stale, 0]);
});

test.each([
  [401, 1],
  [400, 0],
])('a refusal with status %i ends the session: %i', async (status, times) => {
  const ended = vi.fn();
  const stop = onSessionEnd(ended);
  fails({ status });
  await (await render()).publish();
  expect(ended).toHaveBeenCalledTimes(times);
  stop();
});

test('the key of a draft that was published elsewhere is not used again', async () => {
  fails({ code: 'IDEMPOTENCY_MISMATCH' });
  const { publish } = await render();
  await publish();
  await publish();
  const [first, second] = sent.mock.calls.map(([{ key }]) => key);
  expect(first).toBe('draft-key');
  expect(second).toMatch(/^[\da-f]{32}$/);
});

const file = (read: () => Promise<ArrayBuffer>) => {
  const chosen = new File(['id'], 'a.csv');
  chosen.slice = () => ({ arrayBuffer: read }) as never;
  return {
    status: 'ready',
    file: chosen,
    sent: chosen,
    reading: { mapping: null, skipsInvalid: false },
    summary: { contacts: 1, own: [], longest: new Int32Array(13), empty: null },
  } as unknown as ReadyImport;
};
test.each<[string, Partial<WizardState>, object]>([
  [
    'a blocker',
    { form: { ...READY.form, message: '' } },
    { type: 'modalOpened', modal: { kind: 'field', message: 'Please fill in campaign name and message.' } },
  ],
  [
    'a missing consent',
    {
      upload: file(() => Promise.resolve(new ArrayBuffer(1))),
      form: { ...READY.form, consent: NO_CONSENT },
    },
    { type: 'sectionOpened', step: 'upload', marksMissing: true },
  ],
])('%s is shown, and nothing is sent', async (_, state, action) => {
  const { publish, said } = await render(state);
  await publish();
  expect([said(), sent.mock.calls]).toEqual([[action], []]);
});

const withConsent = { form: { ...READY.form, consent: consentValues(CONSENT) } };

test('a file that can be read is sent, and one that cannot is said to be unreadable', async () => {
  const readable = file(() => Promise.resolve(new ArrayBuffer(1)));
  const one = await render({ ...withConsent, upload: readable });
  await one.publish();
  expect(sent.mock.calls[0]?.[0].contacts).toEqual({ file: readable.sent, lastNameOptional: false });
  sent.mockClear();
  const other = await render({ ...withConsent, upload: file(() => Promise.reject(new Error('changed'))) });
  await other.publish();
  expect([other.said().at(-1), sent.mock.calls]).toEqual([{ type: 'fileRead', outcome: UNREADABLE }, []]);
});

const get = (campaign: object | Error) => ({
  campaigns: { get: () => (campaign instanceof Error ? Promise.reject(campaign) : { campaign }) },
});
const KEPT: Partial<WizardState> = { replaces: REPLACED, upload: { status: 'kept', campaign: REPLACED } };

test.each<[string, object, boolean]>([
  ['as it was', get(CAMPAIGN), true],
  ['changed', get({ ...CAMPAIGN, message: 'New' }), false],
  ['changed, but has started', get({ ...CAMPAIGN, message: 'New', status: 'Sending' }), true],
  ['not to be read', get(refusal('gone')), true],
])('a campaign to replace that is %s', async (_, answers, isSent) => {
  const { publish, said } = await render(KEPT, answers);
  await publish();
  expect(sent).toHaveBeenCalledTimes(isSent ? 1 : 0);
  if (isSent) expect(sent.mock.calls[0]?.[0]).toMatchObject({ replaces: REPLACED, contacts: {} });
  else
    expect(said().at(-1)).toMatchObject({
      failure: { text: expect.stringContaining('“Old” was changed') as string },
    });
});

test('a repeated attempt does not ask whether the campaign was changed: it may have replaced it', async () => {
  const { publish } = await render({ ...KEPT, publishKey: 'k' }, get({ ...CAMPAIGN, message: 'New' }));
  await publish();
  expect(sent).toHaveBeenCalledOnce();
});

const TWO: Partial<WizardState> = {
  form: { ...READY.form, other: { message: 'Hello you', messageOverrides: [] }, part: 1 },
};
const halves = (checkList: () => unknown) => ({
  campaigns: { checkList, halves: () => ({ halves: [] }), get: () => ({ campaign: CAMPAIGN }) },
  analytics: { campaigns: () => ({ rows: [] }) },
});

test('of two messages the second is checked for the list before the first half is sent', async () => {
  const {
    publish,
    said,
    sent: calls,
  } = await render(
    TWO,
    halves(() => Promise.reject(refusal('Line 2'))),
  );
  await publish();
  expect(calls('campaigns.checkList')).toEqual([{ list_id: 'l1', message: 'Hello you' }]);
  expect(said().at(-1)).toEqual({
    type: 'publishFailed',
    failure: {
      text: 'The second message cannot be sent to this list. Line 2',
      status: 400,
      code: null,
      field: 'message',
      errors: [],
    },
  });
  expect(sent).not.toHaveBeenCalled();
});

test('what the first half changed is asked for again also where the second is refused', async () => {
  fails({ code: 'ALREADY_EXISTS' });
  // Sent anew, as the server says that no half is known.
  for (let sends = 0; sends < 2; sends++) sent.mockResolvedValueOnce({ ok: true, campaign: PUBLISHED });
  const { publish, asked } = await render(
    TWO,
    halves(() => ({})),
  );
  await publish();
  await until(() => expect(sent).toHaveBeenCalledTimes(3));
  await turn();
  expect(asked()).toEqual(['credits.balance', 'contactLists.list']);
});

test('the halves are sent one after the other, under the test of the draft', async () => {
  const { publish } = await render(
    TWO,
    halves(() => ({})),
  );
  await publish();
  await until(() => expect(sent.mock.calls.length).toBeGreaterThan(1));
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    split: { test: 'draft-key', part: 1 },
    form: { message: 'Hi there' },
  });
});

test('halves that cannot be read, and code that cannot be loaded, are no response', async () => {
  const { publish, said } = await render(
    TWO,
    halves(() => Promise.reject(refusal('x', { status: 500 }))),
  );
  await publish();
  const noResponse = {
    type: 'publishFailed',
    failure: {
      text: 'No response from server. Please check if the backend is running.',
      status: null,
      code: null,
      field: null,
      errors: [],
    },
  };
  expect(said().at(-1)).toEqual(noResponse);
  sent.mockRejectedValue(new Error('offline'));
  const other = await render();
  await other.publish();
  expect(other.said().at(-1)).toEqual(noResponse);
});
