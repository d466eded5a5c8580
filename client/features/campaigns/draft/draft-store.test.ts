import { expect, test } from 'vitest';
import {
  toDraftFile,
  isDraftFile,
  hasContent,
  readDraft,
  readDrafts,
  stepOf,
  storedStep,
  writeDraft,
  type Draft,
} from './draft-store.ts';
import { draftKey } from '#client/domain/draft/erase-draft.ts';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import { emptyForm } from '#client/features/campaigns/wizard/wizard-form.ts';
import { STEPS } from '#client/features/campaigns/wizard/wizard-steps.ts';

/** An in-memory Storage with a limit on the length of a value. */
function memoryStorage(limit = Infinity): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    clear: () => {
      items.clear();
    },
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key) => {
      items.delete(key);
    },
  };
}

const draft: Draft = {
  id: 'd1',
  step: 4,
  stepId: 'voice',
  form: { ...emptyForm(), name: 'Spring', startDate: '2026-11-21' },
  file: { name: 'list.csv', size: 9, lastModified: 5 },
  reading: { mapping: null, skipsInvalid: true },
  list: null,
  contacts: null,
  first: null,
  replaces: null,
  publishKey: 'k',
  savedAt: 1,
  version: null,
};

test('a draft is readable by its own user only, until it is deleted', () => {
  const storage = memoryStorage();
  writeDraft(storage, 'u1', draft);
  expect(readDraft(storage, 'u1', 'd1')).toEqual(draft);
  expect(readDraft(storage, 'u2', 'd1')).toBeNull();
  storage.removeItem(draftKey('u1', 'd1'));
  expect(readDraft(storage, 'u1', 'd1')).toBeNull();
});

test.each([
  'not json',
  '{}',
  '{"step":7}',
  JSON.stringify({ ...draft, step: 0 }),
  JSON.stringify({ ...draft, form: { ...draft.form, startDate: 'soon' } }),
  JSON.stringify({ ...draft, form: { ...draft.form, campaignTime: '25:00' } }),
  JSON.stringify({ ...draft, savedAt: 1e300 }),
])('%s is not a valid draft', (text) => {
  const storage = memoryStorage();
  storage.setItem('hark.campaign-draft.u1/d1', text);
  expect(readDraft(storage, 'u1', 'd1')).toBeNull();
});

test('a stored file belongs to the draft only if it is the chosen one', () => {
  const chosen = new File(['x'], 'list.csv', { lastModified: 5 });
  const wanted = toDraftFile(chosen);
  expect(isDraftFile(chosen, wanted)).toBe(true);
  for (const other of [
    new File(['x'], 'list.csv', { lastModified: 6 }),
    new File(['xy'], 'list.csv', { lastModified: 5 }),
    new File(['x'], 'list2.csv', { lastModified: 5 }),
  ]) {
    expect(isDraftFile(other, wanted)).toBe(false);
  }
});

test('a draft of an earlier version is read without its file', () => {
  const storage = memoryStorage();
  const { callsPerMinute: _none, callingHours: _noHours, consent: _noConsent, ...form } = draft.form;
  storage.setItem(
    'hark.campaign-draft.u1/d1',
    JSON.stringify({
      ...draft,
      form,
      file: undefined,
      version: undefined,
      reading: undefined,
      fileName: 'a.csv',
    }),
  );
  expect(readDraft(storage, 'u1', 'd1')).toEqual({ ...draft, file: null, reading: AS_WRITTEN });
});

test.each([
  [1, 'name'],
  [2, 'upload'],
  [3, 'message'],
  [4, 'voice'],
  [5, 'schedule'],
  [6, 'review'],
] as const)('a draft of an earlier version at its step %i opens %s', (step, opened) => {
  const storage = memoryStorage();
  storage.setItem('hark.campaign-draft.u1/d1', JSON.stringify({ ...draft, step, stepId: undefined }));
  const read = readDraft(storage, 'u1', 'd1');
  expect(read !== null && stepOf(read)).toBe(opened);
  // An earlier version, which may be up still, opens the same step of a draft of this one.
  expect(storedStep(opened)).toEqual({ step, stepId: opened });
});

test.each(['intro', 'success', 'music', '', '__proto__'])(
  'a draft at a step of another version, %j, opens by number',
  (stepId) => {
    expect(stepOf({ step: 4, stepId })).toBe('voice');
  },
);

test('a draft opens at the step where it was left, every one that can be kept', () => {
  for (const { id } of STEPS.filter((step) => step.id !== 'intro' && step.id !== 'success'))
    expect(stepOf(storedStep(id))).toBe(id);
});

test('calling hours are kept while they are not valid yet', () => {
  const storage = memoryStorage();
  const callingHours = { from: '20:00', to: '09:30', days: [] };
  const unfinished = { ...draft, form: { ...draft.form, callingHours } };
  writeDraft(storage, 'u1', unfinished);
  expect(readDraft(storage, 'u1', 'd1')).toEqual(unfinished);
});

test('writing to a full storage loses the draft without an error', () => {
  const storage = memoryStorage(10);
  writeDraft(storage, 'u1', draft);
  expect(readDraft(storage, 'u1', 'd1')).toBeNull();
});

test('an untouched form has no content', () => {
  expect(hasContent('name', emptyForm())).toBe(false);
  expect(hasContent('name', { ...emptyForm(), name: 'S' })).toBe(true);
  expect(hasContent('upload', emptyForm())).toBe(true);
});

test('several drafts of a user are kept, with the one of versions that kept one', () => {
  const storage = memoryStorage();
  storage.setItem('hark.campaign-draft.u1', JSON.stringify({ ...draft, savedAt: 2 }));
  writeDraft(storage, 'u1', draft);
  writeDraft(storage, 'u1', { ...draft, id: 'd2', savedAt: 3 });
  writeDraft(storage, 'u2', { ...draft, id: 'd3' });
  storage.setItem('hark.campaign-draft.u1/d4', 'not json');
  expect(readDrafts(storage, 'u1').map(({ id }) => id)).toEqual(['d2', 'first', 'd1']);
});
