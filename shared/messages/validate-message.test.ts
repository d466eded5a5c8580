import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONTACT_COLUMNS, type ContactField } from '#shared/contacts/columns/contact-columns.ts';
import { mayBeInvalid, mayBeInvalidForAnyone, messageErrorOf, messageShape } from './validate-message.ts';
import { PLACEHOLDERS } from './message-template.ts';
import { contactInput } from '#shared/schemas/campaigns/campaigns.ts';

type Cells = Partial<Record<ContactField, string>> & { custom?: Record<string, string> };
const contact = (over: Cells = {}) =>
  contactInput.parse({ id: '1', first_name: 'Ana', last_name: 'Lee', phone_number: '+12025550100', ...over });
/** The own columns of the list; a message may name others. */
const OWN = ['plan', 'renewal_date'];
const cellsOf = ({ custom = {}, ...cells }: ReturnType<typeof contact>) => [
  ...CONTACT_COLUMNS.map(({ field }) => cells[field]),
  ...OWN.map((name) => custom[name] ?? ''),
];
const lengthsOf = (cells: ReturnType<typeof contact>) =>
  Int32Array.from(cellsOf(cells), ({ length }) => length);

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
  ['{plan}', {}, EMPTY],
  ['{plan}', { custom: { plan: 'Gold' } }, null],
  ['{plan|the basic plan}', {}, null],
  ['{city|}, {plan| }', {}, EMPTY],
  ['{plan|...}', {}, null],
  [`${'x'.repeat(1_190)}{city|${'y'.repeat(11)}}`, {}, LONG],
  [`${'x'.repeat(1_190)}{city|${'y'.repeat(11)}}`, { city: 'Miami' }, null],
])('%.30j for %j: %s', (message, cells, problem) => {
  expect(messageErrorOf(message, contact(cells))).toBe(problem);
});

test('the fast check misses no invalid message, of one contact or of a list', () => {
  const piece = fc.oneof(
    fc.constantFrom(...PLACEHOLDERS.map((name) => `{${name}}`), ' ', ', ', '. ', ' (', ')'),
    fc.constantFrom('{plan}', '{renewal_date}', '{other}', '{city|there}', '{plan|...}', '{other|x}'),
    fc.nat(700).map((length) => `{plan|${'z'.repeat(length)}}`),
    fc.nat(700).map((length) => 'x'.repeat(length)),
  );
  const cell = fc.oneof(
    fc.constant(''),
    fc.nat(500).map((length) => 'ß'.repeat(length)),
  );
  const cells = fc.record({
    city: cell,
    state: cell,
    address1: cell,
    plan: fc.constantFrom('', 'Gold', '2026-09-30'),
  });
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 6 }),
      fc.array(cells, { minLength: 1 }),
      (parts, list) => {
        const message = parts.join('');
        const shape = messageShape(message, OWN);
        const contacts = list.map(({ plan, ...own }) =>
          contact({ ...own, first_name: `A${own.city.toUpperCase()}`.slice(0, 500), custom: { plan } }),
        );
        const invalid = contacts.filter((one) => messageErrorOf(message, one) !== null);
        const lengths = contacts.map(lengthsOf);
        const longest = Int32Array.from({ length: CONTACT_COLUMNS.length + OWN.length }, (_, column) =>
          Math.max(...lengths.map((one) => one[column] ?? 0)),
        );
        for (const one of invalid) expect(mayBeInvalid(shape, lengthsOf(one))).toBe(true);
        if (invalid.length > 0) {
          const hasEmpty = (column: number) => lengths.some((one) => one[column] === 0);
          expect(mayBeInvalidForAnyone(shape, longest, hasEmpty)).toBe(true);
        }
      },
    ),
  );
});

test('an own column with a cell that is too long to be kept makes a list uncertain, unless no message uses it', () => {
  const longest = lengthsOf(contact({ custom: { plan: 'x'.repeat(200) } }));
  const isUncertain = (message: string) =>
    mayBeInvalidForAnyone(messageShape(message, OWN), longest, () => false);
  expect(isUncertain('Hi {plan}')).toBe(false);
  longest[CONTACT_COLUMNS.length] = 201;
  expect([isUncertain('Hi {plan}'), isUncertain('Hi {renewal_date}')]).toEqual([true, false]);
});

test('typical messages pass the fast check', () => {
  const lengths = lengthsOf(contact({ city: 'Miami', address1: '12 Main St' }));
  for (const message of ['Hi {first_name}, it is Ana from {city}.', 'Come to {address1}!', 'Hello']) {
    expect(mayBeInvalid(messageShape(message), lengths)).toBe(false);
    expect(mayBeInvalidForAnyone(messageShape(message), lengths, () => true)).toBe(false);
  }
});

test.each([
  ['{first_name}', false],
  ['{phonenumber}', false],
  ['{last_name}', true],
  ['{city}', true],
  ['{last_name} {city}', true],
  ['{last_name} {first_name}', false],
  ['{last_name}, {city}; (!)?.', true],
  ['{last_name|you}', false],
  ['Hi {last_name}', false],
  ['', true],
])('whether %j can be empty for somebody: %s', (message, can) => {
  expect(messageShape(message).canBeEmpty).toBe(can);
});
