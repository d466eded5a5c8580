import { expect, test } from 'vitest';
import { callBackFindings, numbersOf, numberToSay, sentenceAtEnd } from './call-back.ts';

const codesOf = (message: string, callbackNumber = '') => {
  const said = { message, businessName: '', callbackNumber };
  return callBackFindings(said, numbersOf(said)).map(({ code }) => code);
};

test.each(['800', '822', '833', '844', '855', '866', '877', '888'])('%s is toll-free', (area) => {
  expect(codesOf(`Call ${area}-555-0143`)).toEqual([]);
});

test.each(['202', '801', '880'])('%s is not toll-free', (area) => {
  expect(codesOf(`Call ${area}-555-0143`)).toEqual(['not_toll_free']);
});

test('a number of another country may have fifteen digits', () => {
  expect(codesOf('Call +44 207 946 095 812 34', '+442079460958123')).toEqual(['callback_missing']);
  expect(codesOf('Call +44 207 946 095 8123', '+442079460958123')).toEqual(['not_toll_free']);
});

test('one toll-free number among others is enough', () => {
  expect(codesOf('Call 202-555-0143 or 800-555-0143', '2025550143')).toEqual([]);
});

test('a fix says the number of the profile rather than one of the message', () => {
  const numbers = (callbackNumber: string) =>
    numbersOf({ message: 'Call 202-555-0143', businessName: '', callbackNumber });
  expect(numberToSay(numbers('(800) 555-0143'))).toBe('800-555-0143');
  expect(numberToSay(numbers(''))).toBe('202-555-0143');
  expect(numberToSay(numbersOf({ message: 'Hi', businessName: '', callbackNumber: '' }))).toBeUndefined();
});

test.each([
  ['', 'Bye.'],
  ['Hi', 'Hi. Bye.'],
  ['Hi. ', 'Hi. Bye.'],
  ['Hi “Ana!”', 'Hi “Ana!” Bye.'],
])('a sentence is added at the end of %j', (message, expected) => {
  const { start, end, text } = sentenceAtEnd(message, 'Bye');
  expect(message.slice(0, start) + text + message.slice(end)).toBe(expected);
});
