import { expect, it } from 'vitest';
import { formFields } from './form-fields.ts';

function form(fields: Record<string, string>): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(fields).map(([name, value]) => [name, [value]]));
}

const HOURS = { from: '10:00', to: '18:00', days: [1, 2] };

it.each([
  ['JSON', { calling_hours: JSON.stringify(HOURS) }],
  [
    'flat fields',
    { 'calling_hours.from': '10:00', 'calling_hours.to': '18:00', 'calling_hours.days': '1, 2' },
  ],
])('hours in %s are read', (_form, fields) => {
  expect(formFields(form({ message: '{not json}', ...fields }))).toEqual({
    message: '{not json}',
    calling_hours: HOURS,
  });
});

it.each([
  [{ retry: '{"after_days":2,"times":3}' }, { after_days: 2, times: 3 }],
  [
    { 'retry.after_days': '2', 'retry.times': '3' },
    { after_days: 2, times: 3 },
  ],
  [
    { retry_after_days: '2', retry_times: '3' },
    { after_days: 2, times: 3 },
  ],
  [
    { retry_after_days: ' ', retry_times: 'often' },
    { after_days: ' ', times: NaN },
  ],
  [{ retry: 'null' }, null],
])('retries in the form %j are read', (fields: Record<string, string>, retry) => {
  expect(formFields(form(fields))).toEqual({ retry });
});

it.each([
  { split: '{"test":"may","part":2}' },
  { 'split.test': 'may', 'split.part': '2' },
  { split_test: 'may', split_part: '2' },
])('the half of a list in the form %j is read', (fields) => {
  expect(formFields(form(fields as unknown as Record<string, string>))).toEqual({
    split: { test: 'may', part: 2 },
  });
});

it('what is not JSON is left for the schema to refuse', () => {
  expect(formFields(form({ calling_hours: '{"from"' }))).toEqual({ calling_hours: '{"from"' });
});

it('fields that only look like hours are kept', () => {
  expect(formFields(form({ calling_hoursfrom: '10:00' }))).toEqual({ calling_hoursfrom: '10:00' });
});

it.each([
  ['["prize", "too_long"]', ['prize', 'too_long']],
  ['prize, too_long', ['prize', 'too_long']],
  ['', []],
  ['[]', []],
  ['7', 7],
])('the list of texts %j is read', (message_overrides, list) => {
  expect(formFields(form({ message_overrides }))).toEqual({ message_overrides: list });
});

it('a list of texts may be sent as one field several times, as generated clients do; any other field may not', () => {
  const values = new Map([
    ['message_overrides', ['prize', 'too_long']],
    ['message', ['Hi', 'Hello']],
  ]);
  expect(formFields(values)).toEqual({
    message_overrides: ['prize', 'too_long'],
    message: ['Hi', 'Hello'],
  });
});

it.each([
  [
    'JSON and flat fields',
    { retry: '{"times":1}', 'retry.times': '3', calling_hours_from: '9:00' },
    { retry: { times: 1 }, 'retry.times': '3', calling_hours: { from: '9:00' } },
  ],
  [
    'flat fields of both kinds',
    { 'retry.times': '1', retry_times: '3', retry_after_days: '2' },
    { retry: { times: ['1', '3'], after_days: 2 } },
  ],
])('what is sent in %s is lost in neither, and left for the schema to refuse', (_ways, fields, read) => {
  expect(formFields(form(fields))).toEqual(read);
});
