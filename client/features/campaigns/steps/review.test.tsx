// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { CallingPlan } from '#shared/schemas/calling/calling-plan.ts';
import type { CheckListOutput } from '#shared/schemas/campaigns/check-list.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { CallingHoursFields } from '#client/features/campaigns/calling/calling-hours-fields.tsx';
import { FailureModal } from '#client/features/campaigns/publish/failure-modal.tsx';
import type { PublishFailure } from '#client/features/campaigns/publish/publish-outcome.ts';
import WizardModals from '#client/features/campaigns/wizard/wizard-modals.tsx';
import {
  initialState,
  type WizardModal,
  type WizardState,
} from '#client/features/campaigns/wizard/wizard-state.ts';
import type { StepId } from '#client/features/campaigns/wizard/wizard-steps.ts';
import { button, click, enter, hasButton, isDisabled, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { ReviewStep } from './review-step.tsx';
import SavedListChoice from './saved-list-choice.tsx';

const state = (change: Partial<WizardState> = {}, form: Partial<WizardState['form']> = {}): WizardState => {
  const start = initialState();
  return { ...start, ...change, form: { ...start.form, ...form } };
};
const CONSENT = {
  basis: 'existing_customer',
  own_words: null,
  obtained_at: '2025-03-01',
  source: 'Form',
} as const;
const list = (id: string, change: Partial<ContactListView> = {}): ContactListView => ({
  id,
  name: `List ${id}`,
  status: 'ready',
  size: 2,
  columns: [],
  own_columns: [],
  consent: CONSENT,
  version: 1,
  used_by: 0,
  created_at: '',
  updated_at: '',
  ...change,
});
const VOICES = [
  { vid: 'v1', title: 'Ana', description: 'Calm', status: 'ready' },
  { vid: 'v2', title: 'Bo', description: 'Loud', status: 'ready' },
] as unknown as VoiceView[];
const voices = { voices: { list: () => ({ voices: VOICES, remaining: 2 }) } };
const CHECK = {
  result: undefined,
  checking: false,
  share: 0,
  failed: false,
  cancel: () => undefined,
  check: () => undefined,
};
const FORM = { name: 'Spring', description: 'Open house', message: 'Hi {first_name}', voiceId: 'v2' };

test('the review shows what was chosen, and each section is edited at its step', async () => {
  const dispatch = vi.fn();
  const reviewed = state(
    { upload: { status: 'list', list: list('l1') } },
    { ...FORM, startDate: '2099-01-31' },
  );
  await renderScreen(<ReviewStep state={reviewed} dispatch={dispatch} check={CHECK} />, { answers: voices });
  expect(text()).toContain('Campaign Spring Open house Edit Contacts 2 contacts List l1 Edit');
  expect(text()).toContain('Message Hi {first_name} Edit Voice Bo Loud Edit Schedule');
  expect(text()).toContain('Dates: Jan 31, 2099 Every day, 9:00 AM to 8:00 PM, in each person’s own time');
  expect(text()).not.toContain('released');
  for (const name of ['Campaign', 'Contacts', 'Message', 'Voice', 'Schedule']) await click(`Edit ${name}`);
  expect(dispatch.mock.calls).toEqual(
    ['name', 'upload', 'message', 'voice', 'schedule'].map((step) => [{ type: 'sectionOpened', step }]),
  );
});

test('the review says what becomes of the calls after the last day', async () => {
  const reviewed = state(
    { upload: { status: 'list', list: list('l1') } },
    { ...FORM, startDate: '2099-01-28', endDate: '2099-01-31' },
  );
  await renderScreen(<ReviewStep state={reviewed} dispatch={vi.fn()} check={CHECK} />, { answers: voices });
  expect(text()).toContain(
    'Dates: Jan 28, 2099 to Jan 31, 2099 Calls not made by Jan 31, 2099 in each person’s time are released. Every day',
  );
});

test('the review says how often the campaign retries its failed calls', async () => {
  const retry = { after_days: 2, times: 3 };
  const reviewed = state({}, { ...FORM, startDate: '2099-01-28', retry });
  await renderScreen(<ReviewStep state={reviewed} dispatch={vi.fn()} check={CHECK} />, { answers: voices });
  expect(text()).toContain('Retries failed calls 2 days after it finishes, up to 3 times.');
});

const PLAN: CallingPlan = {
  drop_date: '2099-01-30T16:00:00.000Z',
  contacts: 60,
  hours: [],
  local_hours: [],
  openings: [],
  first_call_at: '2099-01-30T16:00:00.000Z',
  estimated_end: '2099-01-30T19:40:00.000Z',
  after_last_day: 0,
  never_open: [],
  rules: [],
  rules_reviewed: null,
  disclaimer: '',
};

test('the review says in a sentence what happens, by the plan of the server', async () => {
  const reviewed = state(
    { upload: { status: 'list', list: list('l1') } },
    { ...FORM, startDate: '2099-01-30' },
  );
  const classes = [{ window: 'America/New_York', count: 60 }];
  const result = { contacts: 60, classes, left_out: [], left_out_total: 0 } as unknown as CheckListOutput;
  const screen = await renderScreen(
    <ReviewStep state={reviewed} dispatch={vi.fn()} check={{ ...CHECK, result }} />,
    {
      answers: {
        ...voices,
        campaigns: { callingPlan: () => ({ success: true, mode: 'enforce', plan: PLAN }) as const },
      },
    },
  );
  await until(() =>
    expect(text()).toMatch(
      /Starts Friday, Jan 30, 2099 at \d+:\d{2} [AP]M your time and calls 60 people in about 4 hours\./,
    ),
  );
  // The sentence and the chart are of one plan.
  expect(screen.sent('campaigns.callingPlan')).toHaveLength(1);
});

test('before its plan is known, the review says when the campaign starts', async () => {
  const reviewed = state({ upload: { status: 'none' } }, { ...FORM, startDate: '2099-01-30' });
  await renderScreen(<ReviewStep state={reviewed} dispatch={vi.fn()} check={CHECK} />, { answers: voices });
  expect(text()).toContain('Starts Jan 30, 2099 at 16:00 UTC.');
});

test('nothing is edited while the campaign is published', async () => {
  const reviewed = state({ publishing: true }, FORM);
  await renderScreen(<ReviewStep state={reviewed} dispatch={vi.fn()} check={CHECK} />, { answers: voices });
  expect(text()).toContain('Contacts No file');
  for (const name of ['Campaign', 'Contacts', 'Message', 'Voice'])
    expect(isDisabled(`Edit ${name}`)).toBe(true);
  expect(hasButton('Edit Schedule')).toBe(false);
});

const failure = (change: Partial<PublishFailure>): PublishFailure => ({
  text: 'Why it failed',
  status: 400,
  code: null,
  field: null,
  errors: [],
  ...change,
});

test.each<[Partial<PublishFailure>, string, StepId]>([
  [{ code: 'ALREADY_EXISTS' }, 'Change the name', 'name'],
  [{ field: 'campaign_name' }, 'Change the name', 'name'],
  [{ code: 'INVALID_CSV' }, 'Choose another file', 'upload'],
  [{ field: 'csv_file' }, 'Choose another file', 'upload'],
  [{ field: 'list_id' }, 'Choose another list', 'upload'],
  [{ code: 'CONSENT_REQUIRED' }, 'Enter the consent', 'upload'],
  [{ field: 'consent.source' }, 'Change the consent', 'upload'],
  [{ field: 'message' }, 'Change the message', 'message'],
  [{ field: 'message_overrides' }, 'Change the message', 'message'],
  [{ field: 'drop_date' }, 'Change the schedule', 'schedule'],
  [{ field: 'drops_per_minute' }, 'Change the schedule', 'schedule'],
  [{ field: 'calling_hours.to' }, 'Change the schedule', 'schedule'],
])('after a failure with %j, %s opens its step', async (change, name, step) => {
  const dispatch = vi.fn();
  const onRetry = vi.fn();
  await renderScreen(
    <FailureModal failure={failure(change)} dispatch={dispatch} onClose={vi.fn()} onRetry={onRetry} />,
  );
  expect(text()).toContain('Not published Why it failed');
  await click(name);
  expect(dispatch.mock.calls).toEqual([[{ type: 'sectionOpened', step }]]);
  expect(onRetry).not.toHaveBeenCalled();
});

test('a voice that was refused is chosen again', async () => {
  const dispatch = vi.fn();
  await renderScreen(
    <FailureModal
      failure={failure({ field: 'voice_id' })}
      dispatch={dispatch}
      onClose={vi.fn()}
      onRetry={vi.fn()}
    />,
  );
  await click('Choose another voice');
  expect(dispatch.mock.calls).toEqual([
    [{ type: 'edited', change: { voiceId: null } }],
    [{ type: 'sectionOpened', step: 'voice' }],
  ]);
});

test.each([
  ['PAYMENT_OVERDUE', 'Update card'],
  ['INSUFFICIENT_CREDITS', 'Go to Subscription'],
  ['SUBSCRIPTION_REQUIRED', 'Go to Subscription'],
])('%s is resolved on the page of the plan', async (code, name) => {
  await renderScreen(
    <FailureModal failure={failure({ code })} dispatch={vi.fn()} onClose={vi.fn()} onRetry={vi.fn()} />,
  );
  expect(button(name).getAttribute('href')).toBe('/billing');
  expect(hasButton('Try again')).toBe(false);
});

test('any other failure can be tried again', async () => {
  const onRetry = vi.fn();
  await renderScreen(
    <FailureModal failure={failure({})} dispatch={vi.fn()} onClose={vi.fn()} onRetry={onRetry} />,
  );
  await click('Try again');
  expect(onRetry).toHaveBeenCalledOnce();
});

const HOURS = { from: '09:00', to: '20:00', days: [1, 2, 5] };

test('hours and days are changed apart; a day is chosen or left out', async () => {
  const onChange = vi.fn();
  await renderScreen(<CallingHoursFields hours={HOURS} onChange={onChange} />);
  expect(button('Monday').getAttribute('aria-pressed')).toBe('true');
  expect(button('Sunday').getAttribute('aria-pressed')).toBe('false');
  await enter('Calls from', '10:30');
  await enter('Calls until', '18:00');
  await click('Wednesday');
  await click('Tuesday');
  expect(onChange.mock.calls).toEqual([
    [{ ...HOURS, from: '10:30' }],
    [{ ...HOURS, to: '18:00' }],
    [{ ...HOURS, days: [1, 2, 3, 5] }],
    [{ ...HOURS, days: [1, 5] }],
  ]);
});

test('hours that end before they begin are refused at their field', async () => {
  await renderScreen(<CallingHoursFields hours={{ ...HOURS, from: '20:00', days: [] }} onChange={vi.fn()} />);
  expect(noteOf('Calls until')).toBe('The calling hours must end after they begin');
  expect(text()).toContain('Please choose at least one day');
});

test('a saved list that is ready and has contacts is chosen in place of a file', async () => {
  const dispatch = vi.fn();
  const lists = [list('l1'), list('l2', { status: 'building' }), list('l3', { size: 0 }), list('l4')];
  const most = { lists: 100, contacts: 5_000_000 };
  await renderScreen(<SavedListChoice state={state()} dispatch={dispatch} />, {
    answers: { contactLists: { list: () => ({ lists, most }) } },
  });
  expect(text()).toBe('Or use a saved list Choose a list List l1 (2 contacts) List l4 (2 contacts)');
  await enter('Or use a saved list', 'l4');
  expect(dispatch.mock.calls).toEqual([[{ type: 'listChosen', list: list('l4') }]]);
});

test('a chosen list is left again', async () => {
  const dispatch = vi.fn();
  const chosen = state({ upload: { status: 'list', list: list('l1') } });
  const most = { lists: 100, contacts: 5_000_000 };
  await renderScreen(<SavedListChoice state={chosen} dispatch={dispatch} />, {
    answers: { contactLists: { list: () => ({ lists: [], most }) } },
  });
  expect(text()).toContain('List l1 2 contacts, saved list');
  await click('Do not use this list');
  expect(dispatch.mock.calls).toEqual([[{ type: 'fileRemoved' }]]);
});

const modals = (modal: WizardModal, of: WizardState) => {
  const called = { dispatch: vi.fn(), onLeave: vi.fn(), onRetry: vi.fn() };
  return { called, ui: <WizardModals modal={modal} state={of} {...called} /> };
};

test.each([
  ['Yes', [[false]], []],
  ['Keep the Draft', [[true]], []],
  ['No', [], [[{ type: 'modalClosed' }]]],
])('the question whether to leave, answered with %s', async (name, left, dispatched) => {
  const { called, ui } = modals({ kind: 'exit' }, state({ step: 'message' }, FORM));
  await renderScreen(ui);
  await click(name);
  expect(called.onLeave.mock.calls).toEqual(left);
  expect(called.dispatch.mock.calls).toEqual(dispatched);
});

test('a campaign without content has no draft to keep', async () => {
  await renderScreen(modals({ kind: 'exit' }, state({ step: 'intro' })).ui);
  expect(hasButton('Yes')).toBe(true);
  expect(hasButton('Keep the Draft')).toBe(false);
});

test('what is missing is said, and closed', async () => {
  const { called, ui } = modals({ kind: 'missing', message: 'Please select a voice' }, state());
  await renderScreen(ui);
  expect(text()).toContain('Missing Information Please select a voice');
  await click('Okay');
  expect(called.dispatch.mock.calls).toEqual([[{ type: 'modalClosed' }]]);
});
