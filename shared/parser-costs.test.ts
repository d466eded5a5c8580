import fc from 'fast-check';
import { expect, test } from 'vitest';
import { candidatesOf } from '#shared/contacts/columns/column-choice.ts';
import { columnNames, readHeader } from '#shared/contacts/columns/contact-columns.ts';
import { headerMeanings } from '#shared/contacts/columns/header-meaning.ts';
import { headerWords } from '#shared/contacts/columns/header-words.ts';
import { splitName } from '#shared/contacts/columns/split-name.ts';
import { suggestMapping } from '#shared/contacts/columns/suggest-mapping.ts';
import { isDamaged } from '#shared/contacts/damaged-text.ts';
import { readLayout } from '#shared/contacts/file-layout.ts';
import { readAllNumbers } from '#shared/contacts/number-file.ts';
import {
  firstNumber,
  listedNumber,
  numbersOf,
  readDialled,
  readNumber,
  readRecommended,
  searchedDigits,
  searchedPrefix,
  toDialled,
} from '#shared/contacts/phone-number.ts';
import { visible, visibleName } from '#shared/contacts/visible-text.ts';
import { isAmbiguousEmail, isEmailAddress } from '#shared/email-address.ts';
import { expectLinear, hostileShapes } from '#shared/fixtures/linear-cost.ts';
import {
  findPlaceholders,
  ownPlaceholders,
  placeholderBefore,
  unknownPlaceholders,
} from '#shared/messages/message-template.ts';
import { messageLength } from '#shared/messages/message-length.ts';
import { isPlainName, isPlainText, plainLines } from '#shared/messages/plain-text.ts';
import { messageShape } from '#shared/messages/validate-message.ts';
import { misspelledName, nearestName } from '#shared/nearest-name.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const cells = (text: string) => text.split(',');
const KNOWN = ['drop_date', 'calling_hours', 'name', 'message'];

/** Everything that reads text which a stranger wrote. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  'a list of numbers': (text) => readAllNumbers(bytes(text)),
  'the layout of a file': (text) => readLayout(bytes(text)),
  'a phone number': (text) => [
    readNumber(text),
    readDialled(text),
    readRecommended(text, true),
    toDialled(text),
  ],
  'the numbers of a cell': (text) => [numbersOf(text), firstNumber(text), listedNumber(text)],
  'a searched number': (text) => [searchedDigits(text), searchedPrefix(text)],
  'invisible characters': (text) => [visible(text), visibleName(text)],
  'damaged text': isDamaged,
  'an email address': (text) => [isEmailAddress(text), isAmbiguousEmail(text)],
  'a header': (text) => [headerWords(text), headerMeanings(text)],
  'a row of headers': (text) => [readHeader(cells(text)), columnNames(cells(text))],
  'the columns of a file': (text) => candidatesOf(cells(text), [cells(text), cells(text)]),
  'a mapping of columns': (text) => suggestMapping(cells(text), [cells(text), cells(text)]),
  'a name in one cell': splitName,
  placeholders: (text) => [findPlaceholders(text), unknownPlaceholders(text), ownPlaceholders(text)],
  'a placeholder at the caret': (text) => placeholderBefore(text, text.length),
  'the length of a message': (text) => [messageLength(text), messageShape(text)],
  'plain text': (text) => [isPlainText(text), plainLines(text), isPlainName(text)],
  'a misspelled name': (text) => [nearestName(text, KNOWN), misspelledName(text, KNOWN)],
};
const N = 32_000;

test.each(Object.entries(PARSERS))('the time to read %s grows as its length', (_, parse) => {
  fc.assert(
    fc.property(hostileShapes, (shape) => {
      expectLinear(shape, parse, N);
    }),
    { numRuns: 5 },
  );
});

test('plain text of one long number or word costs no more than any other', () => {
  for (const unit of ['0', 'x', '-', '0.', 'x.']) expectLinear({ unit }, isPlainName, N);
});

test('a parser whose time grows as the square of its length is noticed', () => {
  const quadratic = (text: string) => {
    let seen = '';
    for (const character of text) seen = seen.includes('y') ? '' : seen + character;
  };
  expect(() => {
    expectLinear({ unit: 'x' }, quadratic, N);
  }).toThrow('the length of');
});
