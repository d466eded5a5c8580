import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONTACT_COLUMNS, type ContactField } from '#shared/contacts/contact-columns.ts';
import { mayBeInvalid, mayBeInvalidForAnyone, messageShape, messageErrorOf } from './validate-message.ts';
import { PLACEHOLDERS } from './message-template.ts';
import { contactInput } from '#shared/schemas/campaigns.ts';

const contact = (over: Partial<Record<ContactField, string>> = {}) =>
  contactInput.parse({ id: '1', first_name: 'Ana', last_name: 'Lee', phone_number: '+12025550100', ...over });
const lengthsOf = (cells: ReturnType<typeof contact>) =>
  Int32Array.from(CONTACT_COLUMNS, ({ field }) => cells[field].length);

const EMPTY = 'The message is empty for this contact';
const LONG = 'The message is longer than 1,200 characters for this contact';

test.each([
  ['Hi {first_name}', {}, null],
  ['{city}', { city: 'Miami' }, null],
  ['{city}', {}, EMPTY],
  ['{city}, {state}. ', {}, EMPTY],
  ['{city}!', { state: 'FL' }, EMPTY],
  ['...', {}, null],
  ['x'.repeat(1_200), {}, null],
  [`${'x'.repeat(1_190)}{city}`, { city: 'y'.repeat(10) }, null],
  [`${'x'.repeat(1_190)}{city}`, { city: 'y'.repeat(11) }, LONG],
  ['{city}{city}{city}', { city: 'y'.repeat(401) }, LONG],
  [`${'x'.repeat(1_200)} {city}`, {}, null],
])('%.30j for %j: %s', (message, cells, problem) => {
  expect(messageErrorOf(message, contact(cells))).toBe(problem);
});

test('the fast check misses no invalid message, of one contact or of a list', () => {
  const piece = fc.oneof(
    fc.constantFrom(...PLACEHOLDERS.map((name) => `{${name}}`), ' ', ', ', '. ', ' (', ')'),
    fc.nat(700).map((length) => 'x'.repeat(length)),
  );
  const cell = fc.oneof(
    fc.constant(''),
    fc.nat(500).map((length) => 'ß'.repeat(length)),
  );
  const cells = fc.record({ city: cell, state: cell, address1: cell });
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 6 }),
      fc.array(cells, { minLength: 1 }),
      (parts, list) => {
        const message = parts.join('');
        const shape = messageShape(message);
        const contacts = list.map((own) =>
          contact({ ...own, first_name: `A${own.city.toUpperCase()}`.slice(0, 500) }),
        );
        const invalid = contacts.filter((one) => messageErrorOf(message, one) !== null);
        const longest = Int32Array.from(CONTACT_COLUMNS, ({ field }) =>
          Math.max(...contacts.map((one) => one[field].length)),
        );
        for (const one of invalid) expect(mayBeInvalid(shape, lengthsOf(one))).toBe(true);
        if (invalid.length > 0) {
          const hasEmpty = (field: ContactField) => contacts.some((one) => one[field] === '');
          expect(mayBeInvalidForAnyone(shape, longest, hasEmpty)).toBe(true);
        }
      },
    ),
  );
});

test('typical messages pass the fast check', () => {
  const lengths = lengthsOf(contact({ city: 'Miami', address1: '12 Main St' }));
  for (const message of ['Hi {first_name}, it is Ana from {city}.', 'Come to {address1}!', 'Hello']) {
    expect(mayBeInvalid(messageShape(message), lengths)).toBe(false);
    expect(mayBeInvalidForAnyone(messageShape(message), lengths, () => true)).toBe(false);
  }
});
