import { describe, expect, test } from 'vitest';
import { TRPCClientError } from '@trpc/client';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import type { AutomaticRetry } from '#shared/schemas/campaigns/automatic-retry.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { fieldsOf, freeName, loadPrefill, wizardUrl } from './prefill.ts';
import { wizardReducer } from './wizard-reducer.ts';
import { initialState, type WizardAction, type WizardState } from './wizard-state.ts';

const play = (actions: WizardAction[], from: WizardState = initialState()) =>
  actions.reduce(wizardReducer, from);
const next: WizardAction = { type: 'continued' };
const edit = (change: Partial<WizardState['form']>): WizardAction => ({ type: 'edited', change });
const named = edit({ name: 'Spring', description: 'Open house' });

type Utils = Parameters<typeof loadPrefill>[0];

const LIST = { id: 'l1', name: 'Regulars', size: 2, status: 'ready' };
const CAMPAIGN = {
  name: 'Spring 2',
  description: 'Open house',
  message: 'Hi',
  voice_id: 'v1',
  calling_hours: { from: '09:00', to: '17:00', days: [1, 2] },
  drops_per_minute: 30,
  last_day: null as string | null,
  automatic_retry: null as AutomaticRetry | null,
  list_id: 'l1',
  drop_date: '2026-11-03T16:07:00.000Z',
};
const SCHEDULED = {
  ...CAMPAIGN,
  id: 'c1',
  status: 'Scheduled',
  drop_date: '2026-11-21T16:30:00.000Z',
  total: 60,
};
const GONE = TRPCClientError.from({
  error: { message: 'Not found', code: -32004, data: { httpStatus: 404 } },
} as never);

const NOW = new Date('2026-11-20T18:00:00Z');

function utilsOf(list: object | Error, campaign: object = CAMPAIGN, voices: object[] = []) {
  const asked: unknown[] = [];
  const answer = (value: object | Error) => ({
    query: (input: unknown) => {
      asked.push(input);
      return value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
    },
  });
  const names = ['Spring', 'Spring 2', 'Spring 3'];
  const rows = names.map((campaign_name, n) => ({ id: `c${String(n)}`, campaign_name }));
  const client = {
    contactLists: { get: answer(list instanceof Error ? list : { list }) },
    campaigns: { get: answer({ campaign }) },
    analytics: { campaigns: answer({ rows }) },
    voices: { list: { query: () => Promise.resolve({ voices }) } },
  };
  return { utils: { client } as unknown as Utils, asked };
}
const load = (search: string, utils: Utils) => loadPrefill(utils, wizardUrl.read(search), NOW);

describe('what the wizard begins with', () => {
  test('a saved list, if it can be called', async () => {
    const { utils, asked } = utilsOf(LIST);
    expect(await load('?list=l1', utils)).toEqual({ form: { voiceId: null }, list: LIST, replaces: null });
    expect(asked).toEqual([{ id: 'l1' }]);
    expect((await load('?list=l1', utilsOf({ ...LIST, status: 'building' }).utils)).list).toBeNull();
    expect((await load('?list=l1', utilsOf({ ...LIST, size: 0 }).utils)).list).toBeNull();
    await expect(load('?list=l1', utilsOf(GONE).utils)).rejects.toBe(GONE);
  });

  test.each([
    ['?day=2026-11-20', '2026-11-20'],
    ['?day=2027-11-20', '2027-11-20'],
    ['?day=2026-11-19', null],
    ['?day=2027-11-21', null],
    ['?day=2027-02-29', null],
    ['?day=Friday', null],
  ])('the day of %s is %s', async (search, startDate) => {
    const { form, list } = await load(search, utilsOf(LIST).utils);
    expect([form.startDate, list]).toEqual([startDate, null]);
  });

  const voice = (vid: string, status = 'ready') => ({ vid, status });
  test.each([
    ['the only one that is ready', [voice('v2'), voice('v1', 'failed')], 'v2'],
    ['that of the latest campaign', [voice('v2'), voice('v1')], 'v1'],
    ['none, if that is not ready', [voice('v2'), voice('v3'), voice('v1', 'processing')], null],
    ['none, without any', [], null],
  ])('the voice: %s', async (_, voices, expected) => {
    const { form } = await load('?list=l1', utilsOf(LIST, CAMPAIGN, voices).utils);
    expect(form.voiceId).toBe(expected);
  });

  test('a copy begins a day from now at the time of its original, if that can be chosen', async () => {
    const at = (drop_date: string) => load('?like=c1', utilsOf(LIST, { ...CAMPAIGN, drop_date }).utils);
    expect((await at('2026-11-03T16:30:00.000Z')).form).toMatchObject({
      startDate: '2026-11-21',
      campaignTime: '16:30',
    });
    expect((await at('2026-11-03T16:31:07.000Z')).form.startDate).toBeUndefined();
  });

  test('what another campaign says, under a free name, for the same list', async () => {
    const { utils, asked } = utilsOf(LIST);
    expect(await load('?like=Spring%202', utils)).toEqual({
      form: {
        name: 'Spring 4',
        description: 'Open house',
        message: 'Hi',
        voiceId: 'v1',
        callingHours: CAMPAIGN.calling_hours,
        callsPerMinute: 30,
        retry: null,
      },
      list: LIST,
      replaces: null,
    });
    expect(asked).toEqual([
      { id: 'Spring 2' },
      { search: 'Spring', sort: 'name', direction: 'asc', limit: 50 },
      { id: 'l1' },
    ]);
  });

  test('a campaign without a list, or whose list was deleted, asks for contacts', async () => {
    expect((await load('?like=x', utilsOf(GONE, { ...CAMPAIGN, list_id: null }).utils)).list).toBeNull();
    expect((await load('?like=x', utilsOf(GONE).utils)).list).toBeNull();
    const lost = new Error('no connection');
    await expect(load('?like=x', utilsOf(lost).utils)).rejects.toBe(lost);
  });

  test('a scheduled campaign that is replaced, with its schedule and the people that it calls', async () => {
    const { utils, asked } = utilsOf(LIST, SCHEDULED);
    const { form, list: none, replaces } = await load('?replace=c1', utils);
    expect(asked).toEqual([{ id: 'c1' }]);
    expect(form).toMatchObject({ name: 'Spring 2', startDate: '2026-11-21', campaignTime: '16:30' });
    expect(form.endDate).toBeNull();
    expect(none).toBeNull();
    expect(replaces).toMatchObject({ id: 'c1', name: 'Spring 2', contacts: 60 });
  });

  test.each(['?like=c1', '?replace=c1'])('the automatic retries of %s, none of them made', async (search) => {
    const automatic_retry = { after_days: 2, times: 3, made: 1, next_at: null };
    const { utils } = utilsOf(LIST, { ...SCHEDULED, automatic_retry });
    expect((await load(search, utils)).form.retry).toEqual({ after_days: 2, times: 3 });
  });

  test('a scheduled campaign with a last day of calling keeps it', async () => {
    const { utils } = utilsOf(LIST, { ...SCHEDULED, last_day: '2026-12-04' });
    const { form } = await load('?replace=c1', utils);
    expect(form).toMatchObject({ startDate: '2026-11-21', endDate: '2026-12-04' });
  });

  test('a half of a list is replaced as that half, whose check counts it alone', async () => {
    const split = { test: 'may', part: 2, other: { id: 'c0', name: 'Spring' } };
    const { replaces } = await load('?replace=c1', utilsOf(LIST, { ...SCHEDULED, split }).utils);
    expect(replaces?.split).toEqual({ test: 'may', part: 2 });
  });

  test('a start between the times of the wizard is chosen again, and the last day stays', async () => {
    const odd = { ...SCHEDULED, drop_date: '2026-11-21T16:07:00.000Z', last_day: '2026-12-04' };
    const { form } = await load('?replace=c1', utilsOf(LIST, odd).utils);
    expect(form.startDate).toBeUndefined();
    expect(form.endDate).toBe('2026-12-04');
  });

  test.each(['Sending', 'Paused', 'Success'])('a campaign that is %s is not replaced', async (status) => {
    const { utils } = utilsOf(LIST, { ...SCHEDULED, status });
    await expect(load('?replace=c1', utils)).rejects.toThrow(
      `A campaign that is ${status} cannot be replaced.`,
    );
  });

  test.each([
    [{ name: 'Other' }, true],
    [{ message: 'Hello' }, true],
    [{ drop_date: '2026-11-22T16:30:00.000Z' }, true],
    [{ total: 61 }, true],
    [{ last_day: '2026-12-04' }, true],
    [{ held: 5 }, false],
  ])('a campaign with %j is another: %s', (change, differs) => {
    const campaign = SCHEDULED as unknown as CampaignView;
    expect(fieldsOf({ ...campaign, ...change }) !== fieldsOf(campaign)).toBe(differs);
  });

  test.each([
    ['Spring', [], 'Spring 2'],
    ['Spring 9', ['Spring 9', 'Spring 2'], 'Spring 3'],
    ['2026', [], '2026 2'],
    ['x'.repeat(MAX_NAME_LENGTH), [], `${'x'.repeat(MAX_NAME_LENGTH - 2)} 2`],
  ])('the free name after %s beside %j is %s', (name, taken, free) => {
    expect(freeName(name, new Set(taken))).toBe(free);
    expect(free.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
  });
});

describe('a campaign that begins with what is known of it', () => {
  const consent = {
    basis: 'written_consent',
    own_words: null,
    obtained_at: '2026-01-05',
    source: 'Form',
  } as const;
  const list = { id: 'l1', name: 'Regulars', size: 2, columns: [], own_columns: [], consent };
  const form = { name: 'Spring 2', description: 'Open house', message: 'Hi {first_name}', voiceId: 'v1' };
  const begun = (change: Partial<WizardState['form']>, from: typeof list | null) =>
    play([{ type: 'started', form: change, list: from }]);

  test('opens the first step that is not complete', () => {
    expect(begun({}, list)).toMatchObject({ step: 'name', upload: { status: 'list', list } });
    expect(begun(form, null)).toMatchObject({ step: 'upload', form, upload: { status: 'none' } });
    expect(begun(form, list)).toMatchObject({ step: 'schedule', form });
    expect(begun({ ...form, description: '' }, list).step).toBe('name');
    expect(begun({ ...form, voiceId: null }, list).step).toBe('voice');
  });

  test('goes on to the next such step, then to the review', () => {
    const upTo = (...actions: WizardAction[]) => play(actions, begun({}, list)).step;
    expect(upTo(named, next)).toBe('message');
    expect(upTo(named, next, edit({ message: 'Hi' }), next)).toBe('voice');
    expect(play([edit({ startDate: '2026-11-21' }), next], begun(form, list)).step).toBe('review');
    expect(
      play([edit({ startDate: '2026-11-21' }), next, { type: 'wentBack' }], begun(form, list)).step,
    ).toBe('schedule');
  });
});

describe('a campaign that replaces another', () => {
  const replaces = {
    id: 'c1',
    name: 'Spring',
    contacts: 60,
    split: null,
    seen: '',
    dropDate: '2026-11-21T16:30:00.000Z',
  };
  const form = {
    name: 'Spring',
    description: 'Open house',
    message: 'Hi',
    voiceId: 'v1',
    startDate: '2026-11-21',
  };
  const begun = play([{ type: 'started', form, list: null, replaces }]);

  test('opens the review with the people that it calls', () => {
    expect(begun).toMatchObject({ step: 'review', replaces, upload: { status: 'kept', campaign: replaces } });
  });

  test('can call others, and its own again', () => {
    const without = play([{ type: 'fileRemoved' }], begun);
    expect(without).toMatchObject({ replaces, upload: { status: 'none' } });
    expect(play([{ type: 'contactsKept' }], without).upload).toEqual(begun.upload);
  });

  test.each([true, false])('is restored from a draft whose people stay: %s', (keepsContacts) => {
    const restored = play([
      {
        type: 'restored',
        step: 'review',
        form: begun.form,
        publishKey: null,
        file: null,
        fileName: null,
        reading: AS_WRITTEN,
        replaces: { ...replaces, keepsContacts },
      },
    ]);
    expect(restored.replaces).toMatchObject(replaces);
    expect(restored.upload.status).toBe(keepsContacts ? 'kept' : 'none');
    expect(restored.step).toBe(keepsContacts ? 'review' : 'upload');
  });

  test('becomes a new one, with other people, only where it is asked for', () => {
    expect(play([{ type: 'replacementDropped' }], begun)).toMatchObject({
      step: 'name',
      replaces: null,
      upload: { status: 'none' },
      form,
    });
  });
});
