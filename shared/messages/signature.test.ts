import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyFix } from './message-lint.ts';
import { fillSender, senderTextProblem } from './sender-text.ts';
import { DEFAULT_SIGNATURE, legallyMissing, signatureFix } from './signature.ts';

const SENDER = { businessName: 'Maple & Co', callbackNumber: '(202) 555-0143' };

const signed = (message: string, signature = DEFAULT_SIGNATURE) => {
  const fix = signatureFix({ message, ...SENDER }, signature);
  return fix === undefined ? message : applyFix(message, fix);
};

describe('a text about the sender', () => {
  test.each([
    [SENDER, 'This is Maple & Co. Call us back at 202-555-0143. To stop these messages call 202-555-0143.'],
    [{ ...SENDER, businessName: 'Roofs Inc.' }, /^This is Roofs Inc\. Call us/],
    [{ ...SENDER, businessName: '$& {first_name}' }, /^This is first_name\. Call/],
    [{ ...SENDER, businessName: 'number' }, /^This is number\. Call us back at 202-555-0143\. To/],
    [{ ...SENDER, businessName: '' }, /^Call us back at 202-555-0143\. To stop/],
    [{ ...SENDER, callbackNumber: '' }, /^This is Maple & Co\.$/],
    [{ businessName: '', callbackNumber: '' }, /^$/],
  ])('says the name and number of %j', (sender, expected) => {
    expect(fillSender(DEFAULT_SIGNATURE, sender)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });

  test('keeps the placeholders of contacts', () => {
    expect(fillSender('Hi {first_name|there}, this is {business}.', SENDER)).toBe(
      'Hi {first_name|there}, this is Maple & Co.',
    );
  });

  test.each([
    ['This is {business} at {number}', null],
    ['This is {first_name}', 'Only {business} and {number} can stand here'],
    ['This is {business|us}', 'Only {business} and {number} can stand here'],
  ])('%s: %s', (text, problem) => {
    expect(senderTextProblem(text)).toBe(problem);
  });
});

describe('the signature', () => {
  test.each([
    [
      'Hi {first_name|there}, we moved.',
      'Hi {first_name|there}, this is Maple & Co. We moved. Call us back at 202-555-0143. To stop these messages call 202-555-0143.',
    ],
    [
      'This is Maple & Co. We moved',
      'This is Maple & Co. We moved. Call us back at 202-555-0143. To stop these messages call 202-555-0143.',
    ],
    [
      'This is Maple & Co. Call 202-555-0143 for more.',
      'This is Maple & Co. Call 202-555-0143 for more. To stop these messages call 202-555-0143.',
    ],
    [
      'We moved. Call us back at 202-555-0143. To stop these messages call 202-555-0143.',
      'This is Maple & Co. We moved. Call us back at 202-555-0143. To stop these messages call 202-555-0143.',
    ],
    ['', 'This is Maple & Co. Call us back at 202-555-0143. To stop these messages call 202-555-0143.'],
  ])('adds to %j what is not said', (message, expected) => {
    expect(signed(message)).toBe(expected);
  });

  test('of one’s own words is added as it is written', () => {
    const own =
      'You have reached Maple & Co! Ring {number}. If you want no more of these calls, tell us there.';
    expect(signed('Hi there, we moved.', own)).toBe(
      'Hi there, you have reached Maple & Co! We moved. Ring 202-555-0143. If you want no more of these calls, tell us there.',
    );
  });

  test('that names the business in full is no second time the number', () => {
    const own = 'This is Maple & Co. Call us back at {number}. To stop these messages call {number}.';
    expect(signed('We moved. Call 202-555-0143 or opt out there.', own)).toBe(
      'This is Maple & Co. We moved. Call 202-555-0143 or opt out there.',
    );
  });

  test('that does not say what is missing is not added a second time', () => {
    const lacking = 'This is {business}. Have a good day.';
    const once = signed('We moved.', lacking);
    expect(signatureFix({ message: once, ...SENDER }, lacking)).toBeUndefined();
  });

  test('completes every message, once', () => {
    const sentence = fc.constantFrom(
      ...['Hi {first_name|there},', 'Hello!', 'this is Maple & Co.', 'We moved', 'Call 202-555-0143.'],
      ...[
        'To stop these messages call us.',
        'Opt out at 800-555-0199.',
        'See you',
        '{city}',
        '\n',
        'Dr. Lee',
      ],
    );
    const written = fc.array(fc.oneof(sentence, fc.string()), { maxLength: 6 });
    fc.assert(
      fc.property(written, (parts) => {
        const message = signed(parts.join(' '));
        expect(legallyMissing({ message, ...SENDER })).toEqual([]);
        expect(signatureFix({ message, ...SENDER }, DEFAULT_SIGNATURE)).toBeUndefined();
      }),
    );
  });
});
