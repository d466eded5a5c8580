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
