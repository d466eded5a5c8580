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

test('an entry is read from what the wizard has stored, and from nothing else', () => {
  const stored = entry(STEPS.voice, 4);
  expect(parseStepEntry({ wizard: stored })).toEqual(stored);
  for (const foreign of [null, 'x', { wizard: {} }, { wizard: { ...stored, step: 9 } }]) {
    expect(parseStepEntry(foreign)).toBeNull();
  }
});

test.each<[string, StepEntry, StepEntry, WizardState, string]>([
  ['a step before', entry(STEPS.name, 1), entry(STEPS.upload, 2), atUpload, 'show'],
  ['a step after that is filled in', entry(STEPS.name, 1), entry(STEPS.intro, 0), at(STEPS.intro), 'show'],
  ['a step after with a gap before it', entry(STEPS.message, 3), entry(STEPS.upload, 2), atUpload, 'return'],
  ['a gap, on the way back', entry(STEPS.review, 2), entry(STEPS.upload, 3), atUpload, 'pass'],
  ['the same step, further back', entry(STEPS.upload, 2), entry(STEPS.upload, 6), atUpload, 'pass'],
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
  [
    'forward to what was published',
    entry(STEPS.name, 1),
    entry(STEPS.success, 0),
    at(STEPS.success),
    'return',
  ],
  ['back to an earlier visit', entry(STEPS.upload, 2, 7), entry(STEPS.intro, 3), at(STEPS.intro), 'leave'],
  [
    'forward to an earlier visit',
    entry(STEPS.upload, 4, 7),
    entry(STEPS.intro, 3),
    at(STEPS.intro),
    'return',
  ],
])('%s', (_what, to, from, state, arrival) => {
  expect(resolveNavigation(to, from, state)).toBe(arrival);
});
