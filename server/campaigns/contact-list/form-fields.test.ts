import { expect, it } from 'vitest';
import { formFields } from './form-fields.ts';

const HOURS = { from: '10:00', to: '18:00', days: [1, 2] };

it.each([
  ['JSON', { calling_hours: JSON.stringify(HOURS) }],
  [
    'flat fields',
    { 'calling_hours.from': '10:00', 'calling_hours.to': '18:00', 'calling_hours.days': '1, 2' },
  ],
])('hours in %s are read', (_form, fields) => {
  expect(formFields({ message: '{not json}', ...fields })).toEqual({
    message: '{not json}',
    calling_hours: HOURS,
  });
});

it('what is not JSON is left for the schema to refuse', () => {
  expect(formFields({ calling_hours: '{"from"' })).toEqual({ calling_hours: '{"from"' });
});

it('fields that only look like hours are kept', () => {
  expect(formFields({ calling_hoursfrom: '10:00' })).toEqual({ calling_hoursfrom: '10:00' });
});

it.each([
  ['["prize", "too_long"]', ['prize', 'too_long']],
  ['prize, too_long', ['prize', 'too_long']],
  ['', []],
  ['[]', []],
  ['7', 7],
])('the list of texts %j is read', (message_overrides, list) => {
  expect(formFields({ message_overrides })).toEqual({ message_overrides: list });
});
