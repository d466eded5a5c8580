import { expect, test } from 'vitest';
import { callerFinding } from './caller-name.ts';

const isNamedBy = (message: string) =>
  callerFinding({ message, businessName: 'Sunny Side', callbackNumber: '' }).length === 0;

test.each([
  ['Hi!', true],
  ['Good morning, Ana Maria Lee!', true],
  ['Good morning, dear Ana Maria Lee!', false],
  ['Your roof is done.', false],
])('after %j the caller may follow: %s', (opening, counts) => {
  expect(isNamedBy(`${opening} Sunny Side is calling.`)).toBe(counts);
});

test.each([
  ['Hi {first_name}, your roof is done.', 'Hi {first_name}, this is Sunny Side. Your roof is done.'],
  ['Hi! Your roof is done.', 'Hi! This is Sunny Side. Your roof is done.'],
  ['your roof is done.', 'This is Sunny Side. Your roof is done.'],
  ['Hi, 5 roofs are done.', 'Hi, this is Sunny Side. 5 roofs are done.'],
])('the fix of %j is %j', (message, fixed) => {
  const [finding] = callerFinding({ message, businessName: 'Sunny Side', callbackNumber: '' });
  const { start, end, text } = finding?.fix ?? expect.fail();
  expect((message.slice(0, start) + text + message.slice(end)).replace(/\s+/g, ' ')).toBe(fixed);
  expect(finding?.fix?.label).toBe('Add: This is Sunny Side');
});
