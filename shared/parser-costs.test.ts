import fc from 'fast-check';
import { expect, test } from 'vitest';
import { candidatesOf } from '#shared/contacts/columns/column-choice.ts';
import { columnNames, readHeader } from '#shared/contacts/columns/contact-columns.ts';
import { ownFlag } from '#shared/contacts/columns/do-not-call-flags.ts';
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
import { costOf, expectLinear, hostileShapes } from '#shared/fixtures/linear-cost.ts';
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

/** Words that are others together, so that a text of them is divided in many ways. */
const DIVISIBLE = [
  'zipcode',
  'zip',
  'code',
  'daytime',
  'day',
  'time',
  'phonenr',
  'phone',
  'nr',
  'surname',
  'sur',
  'name',
];

const divisibleHeaders = fc
  .tuple(
    fc.array(fc.constantFrom(...DIVISIBLE), { minLength: 2, maxLength: 4 }),
    fc.constantFrom('', 'x', 'dnc', '1'),
  )
  .map(
    ([words, end]) =>
      (number: number) =>
        `${words.join('').repeat(20).slice(0, 70)}${end}${String(number)}`,
  );

/** Headers that were not read before. */
let made = 0;
const headersOf = (header: (number: number) => string, count = 1_000) =>
  Array.from({ length: count }, () => header((made += 1)));

/** Everything that reads the headers of a list, at the most columns or contacts that it reads in one go. */
const HEADER_READERS: Readonly<Record<string, (header: (number: number) => string) => unknown>> = {
  'a row of headers': (header) => suggestMapping(headersOf(header), [headersOf(header)]),
  'the layout of a file': (header) => readLayout(bytes(headersOf(header).join(',').slice(0, 4_096))),
  'ten rows that may be headers': (header) => {
    const rows = Array.from({ length: 10 }, () => headersOf(header, 400).join(','));
    return readAllNumbers(bytes(rows.join('\n')));
  },
  'the own columns of 1,000 contacts': (header) => {
    const custom = Object.fromEntries(['dnc', ...headersOf(header, 19)].map((name) => [name, 'x']));
    for (let contact = 0; contact < 1_000; contact += 1) ownFlag(custom, 12025550143);
  },
};

test.each(Object.entries(HEADER_READERS))(
  '%s of words that are others together takes at most a second',
  (_, read) => {
    fc.assert(
      fc.property(divisibleHeaders, (header) => {
        expect(costOf(() => read(header))).toBeLessThan(1_000);
      }),
      { numRuns: 5 },
    );
  },
);
