import { expect, test } from 'vitest';
import { optOutFinding } from './opt-out.ts';

const PROFILE = { businessName: '', callbackNumber: '' };
const says = (message: string) =>
  optOutFinding({ ...PROFILE, message }, { own: '', inMessage: new Set() }).length === 0;

test.each([
  'Opt out at 800-555-0143.',
  'No more calls? 800-555-0143.',
  'To stop these messages: eight hundred, five five five, zero one four three.',
  'You can opt out. 1-800-555-0143.',
])('a number alone says how: %s', (message) => {
  expect(says(message)).toBe(true);
});

test.each(['Opt out at 0143.', 'No more calls? 555.', '800-555-0143 is our number. A sentence. Opt out.'])(
  'no number beside the wish does not: %s',
  (message) => {
    expect(says(message)).toBe(false);
  },
);

test('the finding has a fix where a number to call is known', () => {
  const find = (own: string) =>
    optOutFinding({ ...PROFILE, message: 'Sale.' }, { own, inMessage: new Set() });
  expect(find('')).toEqual([
    {
      code: 'opt_out_missing',
      kind: 'blocking',
      overridable: false,
      text: 'The message does not say how to stop these messages.',
      reason: 'A sales message must offer a way to opt out of further calls (47 CFR 64.1200(b)(3)).',
    },
  ]);
  expect(find('8005550143')[0]?.fix?.text).toContain('To stop these messages call');
});
