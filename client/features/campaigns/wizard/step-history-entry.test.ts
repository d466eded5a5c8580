import { expect, test } from 'vitest';
import { resolveNavigation, parseStepEntry, type StepEntry } from './step-history-entry.ts';
import { initialState, type WizardState } from './wizard-state.ts';
import type { StepId } from './wizard-steps.ts';

const entry = (step: StepId, depth: number, visit = 1): StepEntry => ({ visit, step, depth, from: null });
const at = (step: StepId, change: Partial<WizardState> = {}): WizardState => ({
  ...initialState(),
  step,
  ...change,
});
const named = { ...initialState().form, name: 'Spring', description: 'Open house' };
const atUpload = at('upload', { form: named });

test('parseStepEntry accepts only the state of the wizard', () => {
  const stored = entry('voice', 4);
  expect(parseStepEntry({ wizard: stored })).toEqual(stored);
  for (const invalid of [null, 'x', { wizard: {} }, { wizard: { ...stored, step: 9 } }]) {
    expect(parseStepEntry(invalid)).toBeNull();
  }
});

test.each<[string, StepEntry, StepEntry, WizardState, string]>([
  ['back to the previous step', entry('name', 1), entry('upload', 2), atUpload, 'show'],
  ['forward to a step without a gap', entry('name', 1), entry('intro', 0), at('intro'), 'show'],
  ['forward to a step after a gap', entry('message', 3), entry('upload', 2), atUpload, 'return'],
  ['back to a step after a gap', entry('review', 2), entry('upload', 3), atUpload, 'skip'],
  ['back to another entry of the same step', entry('upload', 2), entry('upload', 6), atUpload, 'skip'],
  [
    'back, while a dialog is open',
    entry('name', 1),
    entry('upload', 2),
    { ...atUpload, modal: { kind: 'exit' } },
    'return',
  ],
  [
    'back, while publishing',
    entry('schedule', 5),
    entry('review', 6),
    at('review', { publishing: true }),
    'return',
  ],
  ['forward after publishing', entry('name', 1), entry('success', 0), at('success'), 'return'],
  ['back to an earlier visit', entry('upload', 2, 7), entry('intro', 3), at('intro'), 'leave'],
  ['forward to an earlier visit', entry('upload', 4, 7), entry('intro', 3), at('intro'), 'return'],
])('navigating %s resolves as expected', (_what, to, from, state, result) => {
  expect(resolveNavigation(to, from, state)).toBe(result);
});
