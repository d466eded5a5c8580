import { expect, test } from 'vitest';
import { paceHint, paceOf, PACE_OPTIONS, paceText, paceValue } from './pace.ts';

test('each option maps to its pace and back', () => {
  for (const { value, label } of PACE_OPTIONS) {
    expect(paceText(paceOf(value))).toBe(label);
    expect(paceValue(paceOf(value))).toBe(value);
  }
  expect(paceOf('')).toBeNull();
  expect(paceText(1200)).toBe('Up to 1,200 calls a minute');
});

test.each([
  [null, 1000, 'Each person is called once.'],
  [60, null, 'Each person is called once.'],
  [60, 1, 'Each person is called once. 1 contact takes about a minute.'],
  [60, 1000, 'Each person is called once. 1,000 contacts take about 17 minutes.'],
  [60, 7140, 'Each person is called once. 7,140 contacts take about 119 minutes.'],
  [60, 10_000, 'Each person is called once. 10,000 contacts take about 3 hours.'],
  [10, 100_000, 'Each person is called once. 100,000 contacts take about 7 days.'],
])('%s calls a minute for %s contacts show "%s"', (pace, contacts, hint) => {
  expect(paceHint(pace, contacts)).toBe(hint);
});
