import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooLong, lengthText, messageLength } from './message-length.ts';

test('the estimate grows with the text, and digits take longer', () => {
  expect(messageLength('  ')).toEqual({ seconds: 0, measured: false });
  expect(messageLength('Hi')).toEqual({ seconds: 1, measured: false });
  expect(messageLength('x'.repeat(150)).seconds).toBe(10);
  expect(messageLength('5'.repeat(15)).seconds).toBe(4);
});

test.each<[string, number | null | undefined, string]>([
  ['x'.repeat(290), undefined, 'About 20 seconds'],
  ['x'.repeat(290), null, 'About 20 seconds'],
  ['x'.repeat(290), 17.6, '18 seconds'],
  ['x'.repeat(290), 0.4, '0 seconds'],
  ['x', undefined, 'About 1 second'],
])('of %j with a recording of %j seconds is said: %s', (message, recorded, said) => {
  expect(lengthText(messageLength(message, recorded))).toBe(said);
});

test('what is too long is what is shown as more than 60 seconds', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 120, noNaN: true }), (recorded) => {
      expect(isTooLong(recorded)).toBe(messageLength('', recorded).seconds > 60);
    }),
  );
});
