import { expect, test } from 'vitest';
import { CHANGED_ELSEWHERE } from '#client/features/campaigns/publish/publish-outcome.ts';
import { wizardReducer } from './wizard-reducer.ts';
import { initialState, type WizardAction } from './wizard-state.ts';

const failure = { text: 'no', status: null, field: null, errors: [] };

test.each([
  [CHANGED_ELSEWHERE, null],
  ['INSUFFICIENT_CREDITS', 'k'],
])('after %s was closed, the next attempt has the key %s', (code, key) => {
  const actions: WizardAction[] = [
    { type: 'publishStarted', key: 'k' },
    { type: 'publishFailed', failure: { ...failure, code } },
    { type: 'modalClosed' },
  ];
  const closed = actions.reduce(wizardReducer, initialState());
  expect(closed).toMatchObject({ modal: null, publishKey: key, publishing: false });
});
