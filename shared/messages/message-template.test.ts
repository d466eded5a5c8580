import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findPlaceholders,
  placeholderBefore,
  placeholderProblem,
  PLACEHOLDERS,
  renderMessage,
  spokenSeconds,
  unknownPlaceholders,
} from './message-template.ts';
import { contactInput } from '#shared/schemas/campaigns.ts';

const contact = (over: Record<string, string> = {}) =>
  contactInput.parse({
    first_name: 'Zoë',
    last_name: 'Martínez',
    phone_number: '+12025550100',
    city: 'Austin',
    ...over,
  });

test('the nine placeholders of the documents', () => {
  expect(PLACEHOLDERS.join(' ')).toBe(
    'first_name last_name phonenumber address1 address2 city state zipcode country',
  );
});

describe('finding placeholders', () => {
  test('known and unknown ones, with their places', () => {
    expect(findPlaceholders('Hi {first_name}, {x}')).toEqual([
      { name: 'first_name', start: 3, end: 15 },
      { name: 'x', start: 17, end: 20 },
    ]);
  });

  test('lone braces are text', () => {
    expect(findPlaceholders('a { b } c } {')).toEqual([{ name: ' b ', start: 2, end: 7 }]);
    expect(findPlaceholders('{{city}}').map((span) => span.name)).toEqual(['city']);
  });

  test('unknown ones are refused by name, each once', () => {
    expect(unknownPlaceholders('{city} {email} {email} {First_Name} {toString}')).toEqual([
      'email',
      'First_Name',
      'toString',
    ]);
    expect(placeholderProblem('{x}')).toBe('Unknown placeholder: {x}');
    expect(placeholderProblem('{x}{}')).toBe('Unknown placeholders: {x}, {}');
    expect(placeholderProblem('Hi {first_name}')).toBeNull();
  });
});

describe('what one contact hears', () => {
  test('values stand as they are, and are not expanded again', () => {
    const values = { first_name: '<b>&{city}', last_name: '$&' };
    expect(renderMessage('Hi {first_name} {last_name}!', contact(values))).toBe('Hi <b>&{city} $&!');
  });

  test('phonenumber is the PhoneNumber column', () => {
    expect(renderMessage('{phonenumber}', contact())).toBe('+12025550100');
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
  ])('%j is heard as %j', (message, heard) => {
    expect(renderMessage(message, contact())).toBe(heard);
  });

  test('a missing value never leaves a double space or a space before punctuation', () => {
    const piece = fc.constantFrom('word', 'other', '{city}', '{state}', '{address2}');
    const glue = fc.constantFrom(' ', ', ', '. ', '! ');
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, glue), { minLength: 1, maxLength: 12 }), (parts) => {
        const heard = renderMessage(parts.flat().join('').trim(), contact());
        expect(heard).not.toMatch(/ {2}| [,.!]|[,.!]{2}|^[ ,]| $/);
      }),
    );
  });
});

describe('Backspace', () => {
  test('right after a placeholder finds all of it', () => {
    expect(placeholderBefore('Hi {city}!', 9)).toEqual({ name: 'city', start: 3, end: 9 });
  });
  test.each([0, 3, 8, 10])('at %i finds none', (caret) => {
    expect(placeholderBefore('Hi {city}!', caret)).toBeNull();
  });
});

test('spoken length grows with the text, and digits take longer', () => {
  expect(spokenSeconds('  ')).toBe(0);
  expect(spokenSeconds('Hi')).toBe(1);
  expect(spokenSeconds('x'.repeat(150))).toBe(10);
  expect(spokenSeconds('5'.repeat(15))).toBe(4);
});
