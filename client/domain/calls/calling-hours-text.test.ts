import { expect, test } from 'vitest';
import { clockTime, FROM_OPTIONS, hoursErrors, hoursText, TO_OPTIONS } from './calling-hours-text.ts';

const hours = { from: '09:00', to: '20:00', days: [1, 2, 3, 4, 5, 6, 7] };

test('calls begin from 8:00 AM on and end until 9:00 PM, in half hours', () => {
  expect(FROM_OPTIONS).toHaveLength(26);
  expect([FROM_OPTIONS[0]?.label, FROM_OPTIONS.at(-1)?.label]).toEqual(['8:00 AM', '8:30 PM']);
  expect([TO_OPTIONS[0]?.label, TO_OPTIONS.at(-1)?.label]).toEqual(['8:30 AM', '9:00 PM']);
});

test.each([
  ['00:30', '12:30 AM'],
  ['09:00', '9:00 AM'],
  ['12:00', '12:00 PM'],
  ['20:30', '8:30 PM'],
])('%s is %s', (time, text) => {
  expect(clockTime(time)).toBe(text);
});

test.each([
  [[1, 2, 3, 4, 5, 6, 7], 'Every day'],
  [[1, 2, 3, 4, 5], 'Mon to Fri'],
  [[6, 7], 'Sat, Sun'],
  [[1, 3, 5], 'Mon, Wed, Fri'],
  [[4], 'Thu'],
])('the days %j are "%s"', (days, text) => {
  expect(hoursText({ ...hours, days })).toBe(`${text}, 9:00 AM to 8:00 PM, in each person’s own time`);
});

test('hours that end before they begin, and no days, are errors of their fields', () => {
  expect(hoursErrors(hours)).toEqual({});
  expect(hoursErrors({ ...hours, from: '20:00' })).toEqual({
    to: 'The calling hours must end after they begin',
  });
  expect(hoursErrors({ ...hours, days: [] })).toEqual({ days: 'Please choose at least one day' });
});
