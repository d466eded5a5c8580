import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loginInput, emailSchema } from '#shared/schemas/account/auth.ts';
import { suppressionAddInput, suppressionRef } from '#shared/schemas/calling/suppressions.ts';
import { contactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { spokenNumbers } from '#shared/messages/lint/spoken-numbers.ts';
import { renderMessage, unknownPlaceholders } from '#shared/messages/message-template.ts';
import { createContactListChecker } from './contact-list.ts';
import { readAllNumbers } from './number-file.ts';
import { visible, visibleName } from './visible-text.ts';

const ranges = [
  [0xad, 0xad],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2069],
  [0xfeff, 0xfeff],
] as const;
const hidden = fc
  .constantFrom(...ranges)
  .chain(([from, to]) => fc.integer({ min: from, max: to }))
  .map((code) => String.fromCodePoint(code));

/** Texts with invisible characters anywhere in them. */
const veiled = (text: string) =>
  fc
    .array(fc.tuple(hidden, fc.nat(text.length)), { minLength: 1, maxLength: 6 })
    .map((marks) => marks.reduce((veil, [mark, at]) => veil.slice(0, at) + mark + veil.slice(at), text));

test('every invisible character is removed, and no other', () => {
  for (const [from, to] of ranges)
    for (let code = from; code <= to; code++) expect(visible(`a${String.fromCodePoint(code)}b`)).toBe('ab');
  const kept = 'é\u00a0\u2010\u2011\u2028\u20ac\u3000\u{1f600}';
  expect(visible(kept)).toBe(kept);
  expect(visibleName('\u200bم\u200cي\u2066')).toBe('م\u200cي');
});

test('a number is read and suppressed whatever is invisible in it', () => {
  fc.assert(
    fc.property(veiled('+1 (408) 555-0123'), (phone) => {
      expect(suppressionAddInput.parse({ phone }).phone).toBe('14085550123');
      expect(suppressionRef.parse({ phone }).phone).toBe('14085550123');
    }),
  );
});

const CELLS = {
  id: 'a1',
  first_name: 'Ana',
  last_name: 'Diaz',
  phone_number: '+14085550123',
  recommended_phone: '14085550123',
  zipcode: '95112',
  state: 'CA',
  email: 'ana@example.com',
};
const veiledContact = fc.record({
  id: veiled(CELLS.id),
  first_name: veiled(CELLS.first_name),
  last_name: veiled(CELLS.last_name),
  phone_number: veiled(CELLS.phone_number),
  recommended_phone: veiled(CELLS.recommended_phone),
  zipcode: veiled(CELLS.zipcode),
  state: veiled(CELLS.state),
  email: veiled(CELLS.email),
  custom: veiled('gold').map((plan) => ({ 'plan\u200b': plan })),
});

test('a contact of JSON is the same with and without', () => {
  const checker = createContactListChecker({ own: ['plan'] });
  const plain = checker.fromPayload(contactInput.parse({ ...CELLS, custom: { plan: 'gold' } }), 0);
  fc.assert(
    fc.property(veiledContact, (given) => {
      const read = createContactListChecker({ own: ['plan'] }).fromPayload(contactInput.parse(given), 0);
      expect(read).toEqual(plain);
    }),
  );
});

test.each(['utf-8', 'utf-16le', 'utf-16be'] as const)(
  'a file in %s is read without, headers too',
  (encoding) => {
    const line = 'Ana\u200b;\u202a"+1 (408) 555-0123"\u202c;C\u00adA\r\n';
    const header = '\ufeffFirst\u200bName;\u2066Phone\u2069;State\u200f\r\n';
    expect(readAllNumbers(encodeText(header + line, encoding))).toMatchObject({
      list: { phones: ['14085550123'], invalid: 0 },
    });
  },
);

test('an e-mail address is the same with and without', () => {
  fc.assert(
    fc.property(veiled('ana@example.com'), (email) => {
      expect(emailSchema.parse(email)).toBe('ana@example.com');
      expect(loginInput.parse({ email, password: 'x' }).email).toBe('ana@example.com');
    }),
  );
});

test('a message stays as typed; its numbers and placeholders are read', () => {
  const message = 'Hi {first_name\u200b}, call 408\u00ad-555-\u200b0123 \u{1f469}\u200d\u{1f4bb}';
  expect(unknownPlaceholders(message)).toEqual([]);
  expect(spokenNumbers(message)).toEqual(new Set(['14085550123']));
  const contact = contactInput.parse({ ...CELLS, first_name: 'A\u200bna' });
  expect(renderMessage(message, contact, null)).toBe(
    'Hi Ana, call 408\u00ad-555-\u200b0123 \u{1f469}\u200d\u{1f4bb}',
  );
});
