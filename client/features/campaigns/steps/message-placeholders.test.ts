import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { ContactFileSummary } from '#client/domain/import-file/file-summary.ts';
import {
  emptyCount,
  partlyEmptyPlaceholders,
  availablePlaceholders,
  messageSegments,
} from './message-placeholders.ts';

const summary: ContactFileSummary = {
  contacts: 1_000,
  columns: ['id', 'first_name', 'last_name', 'phone_number', 'recommended_phone', 'address2', 'email'],
  otherColumns: [],
  empty: { first_name: 0, address2: 612 },
  own: [
    { name: 'plan', header: 'Plan', empty: 0 },
    { name: 'renewal_date', header: 'Renewal Date', empty: 3 },
  ],
  warnings: [],
  longest: new Int32Array(13),
};

test('"the list is replaced by the file\'s columns, excluding id and recommendedphone": with Email, before its own', () => {
  expect(availablePlaceholders(summary)).toEqual([
    ...['first_name', 'last_name', 'phonenumber', 'address2', 'email'],
    ...['plan', 'renewal_date'],
  ]);
  expect(availablePlaceholders({ ...summary, columns: ['company_name'], own: [] })).toEqual(['company']);
  expect(availablePlaceholders(null)).toHaveLength(9);
});

test('a missing column is empty for every contact', () => {
  expect([
    emptyCount(summary, 'address2'),
    emptyCount(summary, 'city'),
    emptyCount(summary, 'first_name'),
    emptyCount(summary, 'renewal_date'),
  ]).toEqual([612, 1_000, 0, 3]);
});

test('of a saved list it is not known how many cells are empty: nothing is said of them', () => {
  const list: ContactFileSummary = {
    ...summary,
    empty: null,
    own: [{ name: 'plan', header: 'plan', empty: null }],
  };
  expect(['address2', 'first_name', 'plan', 'city'].map((name) => emptyCount(list, name))).toEqual([
    ...[null, null, null, 1_000],
  ]);
  expect(partlyEmptyPlaceholders('{first_name} {address2} {plan} {city}', list)).toEqual([
    { name: 'city', people: 1_000, fallback: '' },
  ]);
});

test('partly empty placeholders are listed once each, with what is said instead', () => {
  const message = '{first_name} {address2} {address2} {city} {nick} {plan} {renewal_date|soon}';
  expect(partlyEmptyPlaceholders(message, summary)).toEqual([
    { name: 'address2', people: 612, fallback: '' },
    { name: 'city', people: 1_000, fallback: '' },
    { name: 'renewal_date', people: 3, fallback: 'soon' },
  ]);
});

test('known and unknown placeholders are distinguished', () => {
  const segments = messageSegments('Hi {first_name|there}, {nick}!{plan}', ['plan']);
  expect(segments).toEqual([
    { kind: 'text', text: 'Hi ' },
    { kind: 'placeholder', text: '{first_name|there}' },
    { kind: 'text', text: ', ' },
    { kind: 'unknown', text: '{nick}' },
    { kind: 'text', text: '!' },
    { kind: 'placeholder', text: '{plan}' },
  ]);
  expect(messageSegments('{nick}', 'any')).toEqual([{ kind: 'placeholder', text: '{nick}' }]);
});

test('the joined segments equal the message', () => {
  const message = fc.string({ unit: fc.constantFrom('{', '}', '|', 'a', 'city', ' ', '\n') });
  fc.assert(
    fc.property(message, (text) => {
      expect(
        messageSegments(text, [])
          .map((segment) => segment.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
