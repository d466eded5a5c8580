import { expect, test } from 'vitest';
import { displayNameSchema, phoneSchema, registerInput } from '#shared/schemas/account/auth.ts';

test.each([
  'Ann Example',
  'Dr. Zoë Martínez-O’Brien',
  'J.R. Smith',
  'J.Smith',
  'St. John Smith Jr.',
  'Coffee @ Home',
  'Smith & Sons, Inc.',
  'علی رضا',
  'می‌خواهم',
  '山田 太郎',
  'No. 1 Realty',
  'Version 2.0 GmbH',
])('%j is accepted as a name', (name) => {
  expect(displayNameSchema.safeParse(name).success).toBe(true);
});

test.each([
  'Ann\nYou have won',
  'Ann\r\nBcc: x',
  'Ann\u0000',
  'Ann\u2028won',
  'Ann\u202Egpj.exe',
  'Ann\u0085won',
  'Ann\u3164',
  'Ann\u{E0041}',
  'See https://evil.example/a',
  'www.evil',
  'Visit evil.com now',
  'Visit EVIL.COM',
  'Visit Evil.Com',
  't.co/abc',
  'x.com',
  'evil．com',
  'evil。com',
  'ann@evil.com',
  'Call 10.0.0.1',
])('%j is rejected as a name with an explanation', (name) => {
  const result = displayNameSchema.safeParse(name);
  expect(result.error?.issues[0]?.message).toBe('A name may not contain line breaks, web or email addresses');
  const registered = registerInput.safeParse({
    email: 'ann@example.com',
    password: 'correct horse',
    display_name: 'Ann',
    company_name: name,
  });
  expect(registered.error?.issues[0]?.path).toEqual(['company_name']);
});

test('invisible characters are removed from a name, but for the joiners that scripts need', () => {
  expect(displayNameSchema.parse('\u200BAnn\uFEFF \u202ALee\u202C')).toBe('Ann Lee');
  expect(displayNameSchema.parse('می\u200Cخواهم')).toBe('می\u200Cخواهم');
});

test('a phone number is a single line', () => {
  expect(phoneSchema.safeParse('+1 (408) 555-1234').success).toBe(true);
  expect(phoneSchema.safeParse('+1 408\n555').success).toBe(false);
});
