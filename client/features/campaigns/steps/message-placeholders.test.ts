import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { ContactFileSummary } from '#client/features/campaigns/contact-file/file-summary.ts';
import {
  emptyCount,
  partlyEmptyPlaceholders,
  availablePlaceholders,
  messageSegments,
} from './message-placeholders.ts';

const summary: ContactFileSummary = {
  contacts: 1_000,
  columns: ['id', 'first_name', 'last_name', 'phone_number', 'recommended_phone', 'address2', 'email'],
  empty: { first_name: 0, address2: 612 },
  longest: new Int32Array(13),
};

test('the placeholders are the columns of the file that a message may contain', () => {
  expect(availablePlaceholders(summary)).toEqual(['first_name', 'last_name', 'phonenumber', 'address2']);
  expect(availablePlaceholders(null)).toHaveLength(9);
});

test('a missing column is empty for every contact', () => {
  expect([
    emptyCount(summary, 'address2'),
    emptyCount(summary, 'city'),
    emptyCount(summary, 'first_name'),
  ]).toEqual([612, 1_000, 0]);
});

test('partly empty placeholders are listed once each', () => {
  expect(partlyEmptyPlaceholders('{first_name} {address2} {address2} {city} {nick}', summary)).toEqual([
    { name: 'address2', people: 612 },
    { name: 'city', people: 1_000 },
  ]);
});

test('known and unknown placeholders are distinguished', () => {
  expect(messageSegments('Hi {first_name}, {nick}!')).toEqual([
    { kind: 'text', text: 'Hi ' },
    { kind: 'placeholder', text: '{first_name}' },
    { kind: 'text', text: ', ' },
    { kind: 'unknown', text: '{nick}' },
    { kind: 'text', text: '!' },
  ]);
});

test('the joined segments equal the message', () => {
  const message = fc.string({ unit: fc.constantFrom('{', '}', 'a', 'city', ' ', '\n') });
  fc.assert(
    fc.property(message, (text) => {
      expect(
        messageSegments(text)
          .map((segment) => segment.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
