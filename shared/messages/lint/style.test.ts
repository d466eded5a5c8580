import { expect, test } from 'vitest';
import { capitalsFinding, lengthFinding, linkFinding } from './style.ts';

const fixed = (message: string) =>
  linkFinding({ message, businessName: '', callbackNumber: '' })[0]?.fix?.text ?? message;

test.each(['com', 'net', 'org', 'io', 'co', 'info', 'biz', 'us', 'app', 'ly'])(
  'an address that ends with .%s is a link',
  (ending) => {
    expect(fixed(`See sunny.${ending} today`)).toBe(`See sunny dot ${ending} today`);
    expect(fixed(`See https://www.sunny.${ending}/a.`)).toBe(`See sunny dot ${ending}.`);
  },
);

test.each(['Open at 9.30 today', 'Ask Dr.Lee', 'See sunny.comb', 'Write to sunny.c'])(
  '%s has no link',
  (message) => {
    expect(fixed(message)).toBe(message);
  },
);

const message = (text: string, more: object = {}) => ({
  message: text,
  businessName: 'SUNNY Side',
  callbackNumber: '',
  ...more,
});

test('a message is too long by its words or by its recording', () => {
  const [finding] = lengthFinding(message('Hi', { seconds: 10_000 }));
  expect(finding).toEqual({
    code: 'too_long',
    kind: 'blocking',
    overridable: true,
    text: 'The message may take longer than 60 seconds.',
    reason: 'Most carriers cut a voicemail off after 60 seconds, and the opt-out with it.',
  });
  expect(lengthFinding(message('Hi', { seconds: 60 }))).toEqual([]);
  expect(lengthFinding(message('Hi'))).toEqual([]);
  expect(lengthFinding(message('word '.repeat(400)))).toHaveLength(1);
});

test.each([
  ['BUY NOW AND SAVE BIG. Thanks.', 'Buy now and save big. Thanks.'],
  ['THIS IS SUNNY SIDE CALLING. {name}, hi.', 'This is SUNNY Side calling. {name}, hi.'],
  ['We call you. COME AND SEE US!', 'We call you. Come and see us!'],
])('capitals in %j are written as %j', (shouted, written) => {
  const [finding] = capitalsFinding(message(shouted));
  expect(finding).toMatchObject({ code: 'capitals', kind: 'advice', overridable: true });
  expect(finding?.fix).toEqual({
    label: 'Write it in lower case',
    start: 0,
    end: shouted.length,
    text: written,
  });
});

test.each(['Call the IRS or the FBI today', 'A B C D E F', 'NEW YORK CITY is open'])(
  '%j is not shouted',
  (text) => {
    expect(capitalsFinding(message(text))).toEqual([]);
  },
);

test('a link is advice with a fix', () => {
  expect(linkFinding(message('See sunny.com/a, now'))).toEqual([
    {
      code: 'link',
      kind: 'advice',
      overridable: true,
      text: 'The message contains a web address.',
      reason: 'Nobody can tap a link in a voicemail; say it in words.',
      fix: { label: 'Write it as it is said', start: 0, end: 20, text: 'See sunny dot com, now' },
    },
  ]);
});
