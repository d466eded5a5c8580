import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contactFor,
  findPlaceholders,
  ownPlaceholders,
  placeholderBefore,
  placeholderProblem,
  MAPPED_PLACEHOLDERS,
  PLACEHOLDERS,
  renderMessage,
  unknownPlaceholders,
} from './message-template.ts';
import { contactInput } from '#shared/schemas/campaigns/campaigns.ts';

const contact = (over: Record<string, unknown> = {}) =>
  contactInput.parse({
    first_name: 'Zoë',
    last_name: 'Martínez',
    phone_number: '+12025550100',
    city: 'Austin',
    ...over,
  });

describe('"They map to first_name, last_name, phonenumber, address1, address2, city, state, zipcode, country"', () => {
  const nine = 'first_name last_name phonenumber address1 address2 city state zipcode country';

  test("and Email and Company are the list's own, which are stored with the contact", () => {
    expect(MAPPED_PLACEHOLDERS.join(' ')).toBe(nine);
    expect(PLACEHOLDERS.join(' ')).toBe(`${nine} email company`);
  });

  test.each(['{email} {company}', '{Email} {Company}', '{email|x} {company_name|y}'])(
    '%s says what the columns Email and Company have',
    (message) => {
      expect(placeholderProblem(message)).toBeNull();
      expect(ownPlaceholders(message)).toEqual([]);
      const values = contact({ email: 'ann@maple.example', company_name: 'Maple & Sons' });
      expect(renderMessage(message, values, null)).toBe('ann@maple.example Maple & Sons');
    },
  );
});

test.each([
  ['first_name', 'Zoë'],
  ['last_name', 'Martínez'],
  ['phonenumber', '+12025550100'],
  ['address1', '1 Main St'],
  ['address2', 'Unit 2'],
  ['city', 'Austin'],
  ['state', 'TX'],
  ['zipcode', '78701'],
  ['country', 'US'],
  ['email', 'ann@maple.example'],
  ['company', 'Maple & Sons'],
])('{%s} says %j', (name, value) => {
  const values = contact({
    recommended_phone: '12025550199',
    address1: '1 Main St',
    address2: 'Unit 2',
    state: 'TX',
    zipcode: '78701',
    country: 'US',
    email: 'ann@maple.example',
    company_name: 'Maple & Sons',
  });
  expect(renderMessage(`{${name}}`, values, null)).toBe(value);
});

describe('finding placeholders', () => {
  test('returns known and unknown placeholders with their positions', () => {
    expect(findPlaceholders('Hi {first_name}, {x}')).toEqual([
      { name: 'first_name', fallback: '', start: 3, end: 15 },
      { name: 'x', fallback: '', start: 17, end: 20 },
    ]);
  });

  test('unpaired braces are text', () => {
    expect(findPlaceholders('a { b } c } {')).toEqual([{ name: ' b ', fallback: '', start: 2, end: 7 }]);
    expect(findPlaceholders('{{city}}').map((span) => span.name)).toEqual(['city']);
  });

  test('a fallback follows the first bar; spaces around both do not count', () => {
    const read = (text: string) => findPlaceholders(text).map(({ name, fallback }) => [name, fallback]);
    expect(read('{first_name|there} { city | your | city }')).toEqual([
      ['first_name', 'there'],
      ['city', 'your | city'],
    ]);
    expect(read('{city|} {|x} {city|a{b}')).toEqual([
      ['city', ''],
      ['', 'x'],
      ['b', ''],
    ]);
  });

  test('own columns are placeholders of their list', () => {
    const text = '{renewal_date|soon} {plan} {Plan}';
    expect(placeholderProblem(text, ['plan', 'renewal_date'])).toBe('Unknown placeholder: {Plan}');
    expect(placeholderProblem(text, ['plan'])).toBe('Unknown placeholders: {renewal_date}, {Plan}');
    expect(placeholderProblem('{plan} {__proto__} {id}', 'any')).toBe(
      'Unknown placeholders: {__proto__}, {id}',
    );
    expect(ownPlaceholders('{plan} {city} {plan|x} {constructor} {__proto__}')).toEqual([
      'plan',
      'constructor',
    ]);
  });

  test('unknown placeholders are rejected by name, each once', () => {
    expect(unknownPlaceholders('{city} {id} {id} {First_Name} {toString}')).toEqual([
      'id',
      'First_Name',
      'toString',
    ]);
    expect(placeholderProblem('{x}')).toBe('Unknown placeholder: {x}');
    expect(placeholderProblem('{x}{}')).toBe('Unknown placeholders: {x}, {}');
    expect(placeholderProblem('Hi {first_name}')).toBeNull();
  });
});

describe('renderMessage', () => {
  test('inserts values verbatim and does not expand them again', () => {
    const values = { first_name: '<b>&{city}', last_name: '$&' };
    expect(renderMessage('Hi {first_name} {last_name}!', contact(values), null)).toBe('Hi <b>&{city} $&!');
  });

  test('values and fallbacks with braces are not expanded', () => {
    const values = { first_name: '{city|x}', custom: { plan: '{first_name}' } };
    expect(renderMessage('{first_name} {plan} {state|a | b}', contact(values), null)).toBe(
      '{city|x} {first_name} a | b',
    );
  });

  test.each([
    ['Hi {first_name|there}!', { first_name: '' }, 'Hi there!'],
    ['Hi {first_name|there}!', {}, 'Hi Zoë!'],
    ['Hi {first_name|}, welcome', { first_name: '' }, 'Hi, welcome'],
    ['In {city|your town}, {state|your state}.', { city: '' }, 'In your town, your state.'],
    ['In {city}, {state|your state}.', { city: '' }, 'In your state.'],
    ['It ends {renewal_date|soon}.', { custom: { renewal_date: 'May 1' } }, 'It ends May 1.'],
    ['It ends {renewal_date|soon}.', { custom: {} }, 'It ends soon.'],
    ['It ends {renewal_date}.', {}, 'It ends.'],
    ['{constructor}{__proto__}{tostring|none}', { custom: { plan: 'x' } }, '{__proto__}none'],
    ['{constructor}', { custom: { constructor: 'Ann Ltd' } }, 'Ann Ltd'],
  ])('renders %j with %j as %j', (message, values, rendered) => {
    expect(renderMessage(message, contact(values), null)).toBe(rendered);
  });

  test('a contact for a message has exactly the own columns that it uses', () => {
    const known = contact({ custom: { plan: 'Gold', notes: 'x'.repeat(300).slice(0, 200) } });
    expect(contactFor('{plan} {renewal_date}', known).custom).toEqual({ plan: 'Gold', renewal_date: '' });
    expect(contactFor('Hi', known)).toEqual({ ...known, custom: {} });
  });

  test('phonenumber is the PhoneNumber column', () => {
    expect(renderMessage('{phonenumber}', contact(), null)).toBe('+12025550100');
  });

  test.each([
    ['on {address2} this week', 'on this week'],
    ['Hi {state}, it is Ana', 'Hi, it is Ana'],
    ['We meet in {city}, {state}.', 'We meet in Austin.'],
    ['We meet in {city}, {state}', 'We meet in Austin'],
    ['We meet at {address1}, {address2}, {city}.', 'We meet at Austin.'],
    ['Bye. {state}. More', 'Bye. More'],
    ['{state}, hello', 'hello'],
    ['{state} hello', 'hello'],
    ['{state}{zipcode}', ''],
    ['Flat ({address2}) is open', 'Flat is open'],
    ['One\n{state}, two\n{state}\nthree', 'One\ntwo\n\nthree'],
    ['a  b {state} c', 'a  b c'],
    ['pre{state}post', 'prepost'],
    ['no placeholder , here', 'no placeholder , here'],
  ])('renders %j as %j', (message, rendered) => {
    expect(renderMessage(message, contact(), null)).toBe(rendered);
  });

  test('a missing value never leaves a double space or a space before punctuation', () => {
    const piece = fc.constantFrom('word', 'other', '{city}', '{state}', '{address2}');
    const glue = fc.constantFrom(' ', ', ', '. ', '! ');
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, glue), { minLength: 1, maxLength: 12 }), (parts) => {
        const rendered = renderMessage(parts.flat().join('').trim(), contact(), null);
        expect(rendered).not.toMatch(/ {2}| [,.!]|[,.!]{2}|^[ ,]| $/);
      }),
    );
  });
});

describe('Backspace', () => {
  test('right after a placeholder returns the whole placeholder', () => {
    expect(placeholderBefore('Hi {city}!', 9)).toMatchObject({ name: 'city', start: 3, end: 9 });
    expect(placeholderBefore('Hi {city|there}', 15)).toMatchObject({ start: 3, end: 15 });
  });
  test.each([0, 3, 8, 10])('at %i returns null', (caret) => {
    expect(placeholderBefore('Hi {city}!', caret)).toBeNull();
  });
});
