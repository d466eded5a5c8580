// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { useReducer } from 'react';
import { consentValues } from '#client/domain/consent/consent-values.ts';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import type { ChosenList } from './wizard-form.ts';
import { initialState, type WizardState } from './wizard-state.ts';
import { useChangedList } from './use-changed-list.ts';
import { wizardReducer } from './wizard-reducer.ts';

const consent = {
  basis: 'existing_customer' as const,
  own_words: null,
  obtained_at: '2025-03-01',
  source: 'Form',
};
const LIST: ChosenList = { id: 'l1', name: 'Regulars', size: 2, columns: ['city'], own_columns: [], consent };
const ENTERED = consentValues({ ...consent, source: 'Entered' });

/** Resumes a draft with the list, which the server has otherwise. */
async function resumed(get: () => unknown, change: Partial<WizardState> = {}): Promise<WizardState> {
  const start = initialState();
  const form = { ...start.form, consent: ENTERED, maxCalls: 1 };
  const state: WizardState = {
    ...start,
    step: 'review',
    upload: { status: 'list', list: LIST },
    form,
    ...change,
  };
  const hook = await renderHook(
    () => {
      const [current, dispatch] = useReducer(wizardReducer, state);
      useChangedList(current, dispatch);
      return current;
    },
    undefined,
    { answers: { contactLists: { get: get as never } } },
  );
  await turn();
  await turn();
  return hook.result();
}
const listNow = (change: Partial<ChosenList>) => () => ({ list: { ...LIST, version: 2, ...change } });

test.each([
  ['name', { name: 'Regulars of 2026' }],
  ['size', { size: 5 }],
  ['columns', { columns: ['city', 'state'] as ChosenList['columns'] }],
  ['own columns', { own_columns: ['plan'] }],
])('a list whose %s was changed is shown as it is; what was entered stays', async (_what, change) => {
  const { upload, form, step } = await resumed(listNow(change));
  expect(upload).toMatchObject({ status: 'list', list: change });
  expect([form.consent, form.maxCalls, step]).toEqual([ENTERED, 1, 'review']);
});

test('a list that is as it was leaves all as it is', async () => {
  const { upload } = await resumed(listNow({}));
  expect(upload).toEqual({ status: 'list', list: LIST });
});

test('without a list that was deleted the contacts are chosen anew, with a consent of their own', async () => {
  const { upload, form, step, modal } = await resumed(() => Promise.reject(refusal('Gone', { status: 404 })));
  expect([upload, form.consent, form.maxCalls, step]).toEqual([{ status: 'none' }, null, null, 'upload']);
  expect(modal).toEqual({
    kind: 'field',
    message: '“Regulars” was deleted. Choose another list, or a file.',
  });
});

test.each([
  ['it cannot be asked for', () => Promise.reject(noResponse()), {}],
  ['the campaign is published', () => Promise.reject(refusal('Gone', { status: 404 })), { publishing: true }],
])('while %s, the list stays', async (_when, get, change) => {
  const { upload, step } = await resumed(get, change);
  expect([upload.status, step]).toEqual(['list', 'review']);
});
