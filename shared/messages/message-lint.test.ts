import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PLACEHOLDERS } from './message-template.ts';
import { applyFix, lintMessage, type FindingCode } from './message-lint.ts';

const profile = { businessName: 'Sunny Side Dental, Inc.', callbackNumber: '+1 (800) 555-0143' };
const GOOD =
  'Hi {first_name}, this is Ana from Sunny Side Dental. Your check-up is due. Call us at 800-555-0143. To stop these messages call the same number.';

function codes(message: string, over: Partial<typeof profile> & { seconds?: number } = {}): FindingCode[] {
  return lintMessage({ ...profile, message, ...over }).map(({ code }) => code);
}

function corrected(message: string, code: FindingCode, over: Partial<typeof profile> = {}): string {
  const fix = lintMessage({ ...profile, ...over, message }).find((finding) => finding.code === code)?.fix;
  return fix === undefined ? message : applyFix(message, fix);
}

test('a complete message has no findings', () => {
  expect(codes(GOOD)).toEqual([]);
});

describe('the caller', () => {
  test.each([
    'Hello, SUNNY SIDE DENTAL here with news.',
    'Hi {first_name}! This is Sunnyside Dental with news.',
    'This is Dr. Reyes of the Sunny-Side Dental Company.',
    'Good morning. Sunny Side Dental Inc is calling.',
  ])('is named by %j', (message) => {
    expect(codes(message)).not.toContain('caller_missing');
  });

  test.each([
    'Hi {first_name}, your check-up is due. This is Sunny Side Dental.',
    'This is Sunny Dental.',
    'Sunny {city} Side Dental is calling.',
    'We are on the sunny side.',
  ])('is not named by %j', (message) => {
    expect(codes(message)).toContain('caller_missing');
  });

  test.each([
    ["Hi, it's Marys Cafe and Sons", "Mary's Café & Sons LLC"],
    ['This is St. Mary’s Hospital', "St. Mary's Hospital"],
    ['This is The Company', 'The Company'],
  ])('%j names %s', (message, businessName) => {
    expect(codes(message, { businessName })).not.toContain('caller_missing');
  });

  test('without a business name there is nothing to add', () => {
    const [finding] = lintMessage({ ...profile, message: GOOD, businessName: ' – ' });
    expect(finding).toMatchObject({ code: 'caller_missing', kind: 'blocking' });
    expect(finding?.fix).toBeUndefined();
  });

  test.each([
    ['Your roof is done.', 'This is Sunny Side Dental, Inc. Your roof is done.'],
    [
      'Hi {first_name}, your roof is done.',
      'Hi {first_name}, this is Sunny Side Dental, Inc. Your roof is done.',
    ],
    ['Hello! We are open.', 'Hello! This is Sunny Side Dental, Inc. We are open.'],
  ])('is added to %j', (message, expected) => {
    expect(corrected(message, 'caller_missing')).toBe(expected);
  });
});

describe('the number to call back', () => {
  test.each([
    'Call 8005550143',
    'Call +1 (800) 555-0143 today',
    'Call 1.800.555.0143.',
    'Call eight hundred, five five five, oh one four three',
    'Call one eight hundred five fifty-five zero one forty three',
    'Call 1-800 triple five 0143',
    'Call area code 800, 555, 01 43',
    'Llame al ocho cero cero cinco cinco cinco cero uno cuatro tres',
  ])('is said by %j', (message) => {
    expect(codes(message)).not.toContain('callback_missing');
    expect(codes(message)).not.toContain('other_number');
  });

  test.each(['Call me at {phonenumber}', 'Open 24 7, since 2002', 'Order 800555014 now', 'Call 555-0143'])(
    'is not said by %j',
    (message) => {
      expect(codes(message)).toContain('callback_missing');
    },
  );

  test('may be written with letters', () => {
    expect(codes('Call 1-800-FLOWERS', { callbackNumber: '18003569377' })).not.toContain('other_number');
  });

  test('may be another one, and one that costs, which is advice', () => {
    expect(codes('Call 202-555-0143')).toEqual(expect.arrayContaining(['other_number', 'not_toll_free']));
  });

  test('may be of another country if it is the profile’s', () => {
    const over = { callbackNumber: '+33 1 70 18 99 00' };
    expect(codes('Call +33 170 189900', over)).not.toContain('callback_missing');
    expect(codes('Call +33 170 189901', over)).toContain('callback_missing');
  });
});

describe('the way to opt out', () => {
  test.each([
    'To stop these messages call 800-555-0143',
    'To opt out, call us at 800-555-0143.',
    'Call 800-555-0143 to stop.',
    'To stop, call 800-555-0143.',
    'Opt-out: press 9.',
    'If you no longer wish to receive these calls, please dial 800-555-0143.',
    "If you don't want to hear from us again, let us know at 800-555-0143.",
    'Prefer no more calls? Call 800-555-0143.',
    'Call 800-555-0143 to be removed from our list.',
    'Call us and we will take you off our call list.',
    'To unsubscribe, text STOP to 800-555-0143.',
    'Reply stop to end.',
    'If you would rather not receive messages like this one. Just call 800-555-0143.',
    'You can end these calls at any time. Ring us at 800-555-0143.',
    'Para dejar de recibir estos mensajes llame al 800-555-0143.',
  ])('is said by %j', (message) => {
    expect(codes(message)).not.toContain('opt_out_missing');
  });

  test.each([
    'Stop by our store and call us.',
    'We will never stop calling you. Call us.',
    'You can opt out.',
    'We remove your old roof, call us.',
    'If you do not want to be cold this winter, call us.',
  ])('is not said by %j', (message) => {
    expect(codes(message)).toContain('opt_out_missing');
  });

  test('is added with the number of the profile, or the one of the message', () => {
    expect(corrected('Hello', 'opt_out_missing')).toBe('Hello. To stop these messages call 800-555-0143.');
    expect(corrected('Call 202 555 0143!', 'opt_out_missing', { callbackNumber: '' })).toBe(
      'Call 202 555 0143! To stop these messages call 202-555-0143.',
    );
    const [, , finding] = lintMessage({ ...profile, callbackNumber: 'x', message: 'Hello' });
    expect(finding).toMatchObject({ code: 'opt_out_missing' });
    expect(finding?.fix).toBeUndefined();
  });
});

describe('risky words', () => {
  test.each<[string, FindingCode]>([
    ['There is a warrant for your arrest.', 'debt_threat'],
    ['You’ve won a cruise.', 'prize'],
    ['Claim your free\ngift card.', 'prize'],
    ['GUARANTEED returns of 9 percent.', 'guaranteed_return'],
    ['This is the IRS.', 'government'],
    ['Lose 20 pounds in a week.', 'health_claim'],
    ['Act now.', 'urgency'],
  ])('in %j are found as %s', (message, code) => {
    expect(codes(message)).toContain(code);
  });

  test.each([
    'Your warranty ends in May.',
    'We offer a free estimate for your secure tennis court.',
    'Our award-winning manicure is back.',
    'First come, first served.',
  ])('are not in %j', (message) => {
    expect(codes(message, { businessName: 'First Our We' })).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/debt|prize|return|government|health|urgency/)]),
    );
  });

  test('are quoted, and removed with their sentences', () => {
    const message = `${GOOD} You won a prize. Claim your prize! Bye.`;
    const [finding] = lintMessage({ ...profile, message });
    expect(finding).toMatchObject({
      code: 'prize',
      overridable: true,
      text: '“You won”, “prize”, “Claim your prize” announces a prize or a gift.',
    });
    expect(corrected(message, 'prize')).toBe(`${GOOD} Bye.`);
  });
});

describe('style', () => {
  test('a message above 60 seconds is too long', () => {
    expect(codes(GOOD, { seconds: 61 })).toEqual(['too_long']);
    expect(codes(GOOD, { seconds: 60 })).toEqual([]);
  });

  test('capitals are written in lower case, but for the name', () => {
    const message = GOOD.replace('Your check-up is due', 'YOUR CHECK UP IS DUE AT SUNNY SIDE DENTAL');
    expect(codes(message)).toEqual(['capitals']);
    expect(corrected(message, 'capitals', { businessName: 'Sunny Side Dental' })).toContain(
      'Your check up is due at',
    );
    expect(codes(`${GOOD} From the USA and the UK.`)).toEqual([]);
  });

  test('links are written as they are said', () => {
    const message = `${GOOD} See https://www.sunny.com/a?b=c, or mail ana@sunny.co.`;
    expect(codes(message)).toEqual(['link']);
    expect(corrected(message, 'link')).toBe(`${GOOD} See sunny dot com, or mail ana@sunny dot co.`);
  });
});

const PIECES = [
  ...[
    'Hi',
    'Hello {first_name},',
    'Dear {last_name}!',
    'this is',
    'Sunny',
    'Side Dental',
    'Dr.',
    'act',
    'now',
    'prize',
  ],
  ...[
    'free',
    'gift',
    'guaranteed',
    'returns',
    'IRS',
    'cure',
    'arrest',
    'stop',
    'these',
    'calls',
    'call',
    '800',
    '555',
  ],
  ...[
    '0143',
    'five',
    'double',
    '.',
    '!',
    '?',
    '\n',
    ' ',
    '{',
    '}',
    '’',
    'you',
    'won',
    'THE',
    'BIG',
    'ß',
    '😀',
    'acme.com',
  ],
];
const anyMessage = fc.oneof(
  fc
    .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(' ', '')), { maxLength: 40 })
    .map((all) => all.flat().join('')),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
);
const anyName = fc.oneof(
  fc.constantFrom('Acme', 'The Co.', 'A. B. Sons & Co', "Mary's {x}", 'İstanbul', '½ Price'),
  fc.string({ unit: 'grapheme' }),
);
const anyNumber = fc.constantFrom('', '12025550143', '+44 20 7946 0958', '(800) 555-0143', 'not a number');

describe('placeholders with fallbacks and of own columns', () => {
  test('a fallback is said, so that its words count', () => {
    expect(codes(`${GOOD} {city|You won a prize}.`)).toContain('prize');
    expect(codes(`${GOOD} { you won a prize`)).toContain('prize');
  });

  test('the name of a column is not said, so that its words do not count', () => {
    expect(codes(`${GOOD} Bring {prize} and {sheriff|a friend}.`)).toEqual([]);
  });

  test('neither the caller nor a way to opt out may be in a fallback', () => {
    const hidden =
      '{city|This is Sunny Side Dental.} Call {state|800-555-0143}. {plan|To stop messages call us.}';
    expect(codes(hidden)).toEqual(
      expect.arrayContaining(['caller_missing', 'callback_missing', 'opt_out_missing']),
    );
  });

  test('fixes keep placeholders whole', () => {
    expect(corrected('Hi {first_name|there}, your roof is done.', 'caller_missing')).toMatch(
      /^Hi \{first_name\|there\}, this is Sunny Side Dental/,
    );
    expect(corrected('{first_name|A. B.}, WE ARE SO CLOSE to you.', 'capitals')).toBe(
      '{first_name|A. B.}, we are so close to you.',
    );
    expect(corrected('You won! Come to {city|St. Louis. Now}.', 'prize')).toBe(
      'Come to {city|St. Louis. Now}.',
    );
  });
});

test('a fix of a blocking finding resolves it and leaves placeholders as they were', () => {
  fc.assert(
    fc.property(anyMessage, anyName, anyNumber, (message, businessName, callbackNumber) => {
      const input = { message, businessName, callbackNumber };
      for (const { code, kind, fix } of lintMessage(input)) {
        if (fix === undefined || kind === 'advice') continue;
        const after = lintMessage({ ...input, message: applyFix(message, fix) });
        expect(after.map((finding) => finding.code)).not.toContain(code);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('all fixes together lead to a message without blocking findings', () => {
  const words = fc
    .array(fc.constantFrom(...PIECES.slice(0, 22)), { maxLength: 30 })
    .map((all) => all.join(' '));
  fc.assert(
    fc.property(words, (start) => {
      let message = `We look forward to seeing you in {city}. ${start}`;
      for (let step = 0; step < 8; step++) {
        const fix = lintMessage({ ...profile, message }).find(({ kind }) => kind === 'blocking')?.fix;
        if (fix === undefined) break;
        message = applyFix(message, fix);
      }
      expect(lintMessage({ ...profile, message }).filter(({ kind }) => kind === 'blocking')).toEqual([]);
    }),
  );
});

/** Quadratic work on these would outlast the time-out of a test by far. */
test.each([
  ['full stops', '.'.repeat(200_000)],
  ['full stops before a letter', `${'.'.repeat(200_000)}x`],
  ['open braces', '{'.repeat(200_000)],
  ['open fallbacks', '{a|'.repeat(70_000)],
  ['an open placeholder', `{${'a'.repeat(200_000)}`],
  [
    'placeholders',
    PLACEHOLDERS.map((name) => `{${name}}`)
      .join('')
      .repeat(3_000),
  ],
  ['digits', '8 '.repeat(100_000)],
  ['one number', '8'.repeat(200_000)],
  ['double', 'double '.repeat(30_000)],
  ['stop', 'stop all these '.repeat(14_000)],
  ['stop and spaces', `stop${' '.repeat(200_000)}`],
  ['not want', 'not want '.repeat(22_000)],
  ['capitals', 'ABC '.repeat(50_000)],
  ['domains', 'a.b-'.repeat(50_000)],
  ['prizes', 'prize. '.repeat(30_000)],
  ['quotes', '."'.repeat(100_000)],
  ['the name', 'sunny side '.repeat(20_000)],
  ['line breaks', '\n'.repeat(200_000)],
])('a long text of %s is examined in linear time', (_what, message) => {
  expect(lintMessage({ ...profile, message }).length).toBeGreaterThan(0);
});
