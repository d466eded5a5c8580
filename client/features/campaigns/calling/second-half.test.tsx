// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { CheckListOutput } from '#shared/schemas/campaigns/check-list.ts';
import { UploadStep } from '#client/features/campaigns/steps/upload-step.tsx';
import { FirstHalf } from '#client/features/campaigns/wizard/replaces.tsx';
import type { ChosenList } from '#client/features/campaigns/wizard/wizard-form.ts';
import { wizardReducer } from '#client/features/campaigns/wizard/wizard-reducer.ts';
import { initialState, type WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { callsOf, hasListOfFirst } from './second-half.ts';
import { useListCheck } from './use-list-check.ts';

const LIST: ChosenList = {
  id: 'l',
  name: 'Clients',
  size: 10,
  columns: [],
  own_columns: [],
  consent: { basis: 'existing_customer', own_words: null, obtained_at: '2025-03-01', source: 'Form' },
};
const CAMPAIGN = {
  id: 'c',
  name: 'Spring',
  contacts: 5,
  skipped: [
    { reason: 'do not call' as const, count: 1 },
    { reason: 'other half' as const, count: 4 },
  ],
  dropDate: '',
  creditCost: 250,
  balance: 0,
};
const CHECKED: CheckListOutput = {
  success: true,
  contacts: 3,
  classes: [],
  warnings: [],
  left_out_total: 7,
  skipped: [],
  left_out: [],
};
/** A draft at the review, whose first half is scheduled of a list of ten. */
function scheduled(size: number, maxCalls: number | null = null): WizardState {
  const start = initialState();
  return {
    ...start,
    step: 'review',
    first: { test: 't', campaign: CAMPAIGN, secondName: null },
    form: { ...start.form, maxCalls },
    upload: { status: 'list', list: { ...LIST, size } },
  };
}

test('the list is checked for the half that is left, with its share of the calls', async () => {
  const checkList = vi.fn(() => CHECKED);
  function Check({ state }: { state: WizardState }) {
    return <p>{String(useListCheck(state).result?.contacts)}</p>;
  }
  await renderScreen(<Check state={scheduled(10, 7)} />, { answers: { campaigns: { checkList } } });
  await until(() => expect(text()).toBe('3'));
  expect(checkList).toHaveBeenCalledWith(
    expect.objectContaining({ list_id: 'l', split: { test: 't', part: 2 }, max_calls: 3 }),
  );
});

test('the calls of the other half alone are priced, as the check says or the first half left them', () => {
  expect(callsOf(scheduled(10), CHECKED)).toBe(3);
  expect(callsOf(scheduled(10), undefined)).toBe(4);
  expect(callsOf(scheduled(10, 4), CHECKED)).toBe(2);
  expect(callsOf({ ...scheduled(10, 4), first: null }, undefined)).toBe(4);
});

test('the contacts of a first half that is scheduled stay, and its line says the way out', async () => {
  const state = scheduled(10);
  const file = new File(['x'], 'other.csv');
  for (const action of [
    { type: 'listChosen', list: { ...LIST, id: 'other' } },
    { type: 'fileChosen', file },
    { type: 'fileRemoved' },
  ] as const) {
    expect(wizardReducer(state, action)).toBe(state);
    expect(wizardReducer({ ...state, first: null }, action).upload).not.toBe(state.upload);
  }
  await renderScreen(<UploadStep state={state} dispatch={vi.fn()} />, {
    answers: { calling: { profile: () => ({ default_consent: null }) as never } },
  });
  expect(text()).toContain('“Spring” calls half of Clients with message 1');
  expect(text()).toContain('To call other people, begin a new campaign.');
});

test.each([
  ['chosen list', scheduled(12), undefined],
  ['list as it is now', scheduled(10), { ...CHECKED, left_out_total: 9 }],
])('where the %s has other contacts, it is said whom nobody calls', async (_, state, checked) => {
  await renderScreen(<FirstHalf state={state} checked={checked} />);
  expect(text()).toContain('Its list had 10 contacts, and this one has 12: nobody calls those of its half');
});

test('contacts of another number than those of the first half can be chosen again', async () => {
  expect(hasListOfFirst(scheduled(12))).toBe(false);
  await renderScreen(<FirstHalf state={scheduled(10)} checked={CHECKED} />);
  expect(text()).toContain('It calls 5 people and stays as it is.');
  expect(text()).not.toContain('nobody');
});
