import { expect, test } from 'vitest';
import { resolveNavigation, parseStepEntry, type StepEntry } from './step-history-entry.ts';
import { initialState, STEPS, type Step, type WizardState } from './wizard-state.ts';

const entry = (step: Step, depth: number, visit = 1): StepEntry => ({ visit, step, depth, from: null });
const at = (step: Step, change: Partial<WizardState> = {}): WizardState => ({
  ...initialState(),
  step,
  ...change,
});
const named = { ...initialState().form, name: 'Spring', description: 'Open house' };
const atUpload = at(STEPS.upload, { form: named });

test('parseStepEntry accepts only the state of the wizard', () => {
  const stored = entry(STEPS.voice, 4);
  expect(parseStepEntry({ wizard: stored })).toEqual(stored);
  for (const invalid of [null, 'x', { wizard: {} }, { wizard: { ...stored, step: 9 } }]) {
    expect(parseStepEntry(invalid)).toBeNull();
  }
});

test.each<[string, StepEntry, StepEntry, WizardState, string]>([
  ['back to the previous step', entry(STEPS.name, 1), entry(STEPS.upload, 2), atUpload, 'show'],
  ['forward to a step without a gap', entry(STEPS.name, 1), entry(STEPS.intro, 0), at(STEPS.intro), 'show'],
  ['forward to a step after a gap', entry(STEPS.message, 3), entry(STEPS.upload, 2), atUpload, 'return'],
  ['back to a step after a gap', entry(STEPS.review, 2), entry(STEPS.upload, 3), atUpload, 'skip'],
  [
    'back to another entry of the same step',
    entry(STEPS.upload, 2),
    entry(STEPS.upload, 6),
    atUpload,
    'skip',
  ],
  [
    'back, while a dialog is open',
    entry(STEPS.name, 1),
    entry(STEPS.upload, 2),
    { ...atUpload, modal: { kind: 'exit' } },
    'return',
  ],
  [
    'back, while publishing',
    entry(STEPS.schedule, 5),
    entry(STEPS.review, 6),
    at(STEPS.review, { publishing: true }),
    'return',
  ],
  ['forward after publishing', entry(STEPS.name, 1), entry(STEPS.success, 0), at(STEPS.success), 'return'],
  ['back to an earlier visit', entry(STEPS.upload, 2, 7), entry(STEPS.intro, 3), at(STEPS.intro), 'leave'],
  [
    'forward to an earlier visit',
    entry(STEPS.upload, 4, 7),
    entry(STEPS.intro, 3),
    at(STEPS.intro),
    'return',
  ],
])('navigating %s resolves as expected', (_what, to, from, state, result) => {
  expect(resolveNavigation(to, from, state)).toBe(result);
});
