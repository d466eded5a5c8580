import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spokenNumbers } from './spoken-numbers.ts';

test.each([
  ['800-555-0143', '18005550143'],
  ['+1 (202) 555 0143', '12025550143'],
  ['two oh two, five five five, oh one four three', '12025550143'],
  ['two zero two five five five zero one forty three', '12025550143'],
  ['two zero two five five five zero one four three', '12025550143'],
  ['two twenty two five fifty five zero one forty three', '12225550143'],
  ['eight hundred five five five zero one four three', '18005550143'],
  ['eight hundred, triple five, double zero ten', '18005550010'],
  ['ocho cero cero cinco cinco cinco cero uno cuatro tres', '18005550143'],
  ['1-800-FLOWERS', '18003569377'],
])('%s is the number %s', (text, number) => {
  expect([...spokenNumbers(text)]).toContain(number);
});

test.each(['two oh two', 'In 2026 we sold 1,200 homes', 'call 911', 'forty five minutes'])(
  '%s is no number',
  (text) => {
    expect([...spokenNumbers(text)]).toEqual([]);
  },
);

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

test('every number is found as digits and as words', () => {
  const digit = (min: number) => fc.integer({ min, max: 9 });
  const number = fc
    .tuple(digit(2), digit(0), digit(0), digit(2), ...Array.from({ length: 6 }, () => digit(0)))
    .map((digits) => digits.join(''));
  fc.assert(
    fc.property(number, (digits) => {
      const words = Array.from(digits, (one) => WORDS[Number(one)]).join(' ');
      expect([...spokenNumbers(digits)]).toEqual([`1${digits}`]);
      expect([...spokenNumbers(words)]).toEqual([`1${digits}`]);
    }),
  );
});

test('a number of another country is found where it is wanted', () => {
  expect([...spokenNumbers('Call +33 170 18 99 00', '33170189900')]).toContain('33170189900');
  expect([...spokenNumbers('Call +33 170 18 99 00')]).not.toContain('33170189900');
});
