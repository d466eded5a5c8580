import { expect, test } from 'vitest';
import {
  dialledDigits,
  isDialled,
  isPhoneNumber,
  listedDigits,
  listedNumber,
  readPhone,
} from './phone-number.ts';

test.each([
  '12025550143',
  '2025550143',
  '+12025550143',
  '+1 (202) 555-0143',
  '1-202-555-0143',
  '202.555.0143',
  ' (202)\u00a0555\u20110143 ',
  "'+12025550143",
])('%j is normalised to dialled form', (text) => {
  expect(readPhone(text)).toBe('12025550143');
});

test.each([
  ['nothing', ''],
  ['words', 'Ana Ortiz'],
  ['too few digits', '555-0143'],
  ['eleven digits of which one is missing', '1202555014'],
  ['too many digits', '120255501430'],
  ['another country', '+442079460143'],
  ['ten digits of another country', '+2025550143'],
  ['an extension', '202-555-0143 x12'],
  ['what a spreadsheet made of it', '1.20256E+10'],
  ['other digits', '２０２５５５０１４３'],
])('%s is not a phone number', (_what, text) => {
  expect(readPhone(text)).toBeUndefined();
});

test.each([
  ['12025550100', 12025550100],
  ['+12025550100', 0],
  ['22025550100', 0],
  ['1202555010', 0],
  ['1202555010a', 0],
  ['1202555010\uff11', 0],
])('dialledDigits and isDialled of %j', (phone, digits) => {
  expect(dialledDigits(`9${phone}9`, 1, phone.length + 1)).toBe(digits);
  expect(isDialled(phone)).toBe(digits !== 0);
});

test.each(['(415) 555-0123', '1 415 555 0123', '+14155550123', '+44 20 7946 0958', '+49.30.901820'])(
  '%j is a phone number of a person',
  (text) => {
    expect(isPhoneNumber(text)).toBe(true);
  },
);

test.each([
  'not a phone',
  '',
  '555-0123',
  '+1 415 555',
  '+0 20 7946 0958',
  '442079460958',
  '+44 ２0 7946 0958',
  "'+14155550123",
])('%j is not', (text) => {
  expect(isPhoneNumber(text)).toBe(false);
});

test.each([
  ['+12025550100', 12025550100],
  ['(408) 555-1234', 14085551234],
  ['+1 408-555-1234', 14085551234],
  ['14085551234', 14085551234],
  ["'+14085551234", 14085551234],
  ['+44 20 7946 0958', 442079460958],
  ['+123456', 0],
  ['1.20256E+10', 0],
  ['555-0100', 0],
  ['none', 0],
  ['', 0],
])('a PhoneNumber %j has the digits %d', (phone, digits) => {
  expect(listedDigits(`+${phone}0`, 1, phone.length + 1)).toBe(digits);
  expect(listedNumber(phone)).toBe(digits === 0 ? phone : String(digits));
});
