import fc from 'fast-check';
import { expect, test } from 'vitest';
import { consentValues } from '#client/domain/consent/consent-values.ts';
import { wizardReducer } from './wizard-reducer.ts';
import { initialState, type WizardAction } from './wizard-state.ts';

const list = (id: string) => {
  const consent = {
    basis: 'existing_customer' as const,
    own_words: null,
    obtained_at: '2024-02-01',
    source: id,
  };
  return { id, name: id, size: 3, columns: [], own_columns: [], consent };
};
const campaign = { id: 'c1', name: 'Spring', dropDate: '', contacts: 7, split: null, seen: '' };
const CHOICES = fc.constantFrom<WizardAction[]>(
  { type: 'listChosen', list: list('a') },
  { type: 'listChosen', list: list('b') },
  { type: 'contactsKept' },
  { type: 'fileChosen', file: new File(['x'], 'leads.csv') },
  { type: 'fileRemoved' },
);

test('the consent that a saved list was saved with is recorded for its people alone', () => {
  fc.assert(
    fc.property(fc.array(CHOICES), fc.constantFrom(null, campaign), (actions, replaces) => {
      const { upload, form } = actions.reduce(wizardReducer, { ...initialState(), replaces });
      expect(form.consent).toEqual(upload.status === 'list' ? consentValues(upload.list.consent) : null);
    }),
  );
});

test('the consent that was entered for a file stays when its corrected copy is chosen', () => {
  const consent = consentValues(list('Signed at the counter').consent);
  const actions: WizardAction[] = [
    { type: 'fileChosen', file: new File(['x'], 'leads.csv') },
    { type: 'edited', change: { consent } },
    { type: 'fileRemoved' },
    { type: 'fileChosen', file: new File(['xy'], 'leads.csv') },
  ];
  expect(actions.reduce(wizardReducer, initialState()).form.consent).toEqual(consent);
});
