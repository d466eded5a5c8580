import { expect, it } from 'vitest';
import { comparableEmail } from './email-address.ts';
import { emailSchema } from './schemas/account/auth.ts';

const INVALID = 'Invalid email ID. Format: name@example.com';
const AMBIGUOUS = 'This email address mixes letters that look alike. Please use another one.';
const textOf = (email: string) => emailSchema.safeParse(email).error?.issues[0]?.message;

it.each([
  'ann@example.com',
  ' Ann.O’Brien@example.com '.replace('’', "'"),
  'a+tag@sub.example.co.uk',
  '0@x.museum',
  'zoë@example.com',
  'ann@bücher.example',
  '用户@例子.广告',
  'иван@почта.рф',
  `${'a'.repeat(64)}@example.com`,
  `ann@${'x'.repeat(63)}.com`,
  `ann@example.${'x'.repeat(63)}`,
])('%s is an e-mail address', (email) => {
  expect(textOf(email)).toBeUndefined();
});

it.each([
  'a"<b>@x.com',
  'ann',
  '@x.com',
  'ann@',
  'ann@x',
  'ann@x.c',
  'ann@x.123',
  'ann@x..com',
  '.ann@x.com',
  'ann.@x.com',
  'a..b@x.com',
  'a b@x.com',
  'a@b@x.com',
  'ann@-x.com',
  'ann@x-.com',
  'ann@x.com/path',
  'ann@x.com:25',
  'ann@[10.0.0.1]',
  'ann\u0000@x.com',
  'ann@x.com\nbcc: b@x.com',
  `${'a'.repeat(65)}@example.com`,
  `ann@${'x'.repeat(64)}.com`,
  `ann@example.${'x'.repeat(64)}`,
])('%j is no e-mail address', (email) => {
  expect(textOf(email)).toBe(INVALID);
});

it.each(['ann\u200B@x.com', 'ann@x\u200D.com', '\u202Eann@x.com', 'ann@x.com\uFEFF'])(
  '%j is read without its invisible characters',
  (email) => {
    expect(emailSchema.parse(email)).toBe('ann@x.com');
  },
);

it('an address has at most 254 characters', () => {
  const domain = `${'x'.repeat(60)}.`.repeat(3);
  expect(textOf(`${'a'.repeat(64)}@${domain}example.com`)).toBe(
    'An email address may have at most 254 characters',
  );
});

it.each(['аnn@example.com', 'ann@exаmple.com', 'ann@αpple.com', 'ann@аррӏе.com', 'ехо@example.com'])(
  '%s is refused as ambiguous',
  (email) => {
    expect(textOf(email)).toBe(AMBIGUOUS);
  },
);

it.each([
  [' ANN@Example.COM ', 'ann@example.com'],
  ['ａｎｎ＠example．com', 'ann@example.com'],
  ['ann@BÜCHER.example', 'ann@xn--bcher-kva.example'],
  ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
  ['ZOE\u0308@example.com', 'zoë@example.com'],
  ['a"<b>@x.com', 'a"<b>@x.com'],
])('%s is compared as %s', (email, compared) => {
  expect(comparableEmail(email)).toBe(compared);
});

it.each(Array.from("!#$%&'*+/=?^_`{|}~-"))(
  '%s may stand in the name of an address, at its beginning too',
  (mark) => {
    for (const name of [`a${mark}b`, `${mark}b`, `a.${mark}b`, `a.b${mark}`])
      expect(textOf(`${name}@example.com`), name).toBeUndefined();
  },
);

it.each(Array.from('"(),:;<>[]\\ '))('%j may not', (mark) => {
  expect(textOf(`a${mark}b@example.com`)).toBe(INVALID);
});
