import { expect, test } from 'vitest';
import type { ContactFileSummary } from '#client/features/campaigns/contact-file/file-summary.ts';
import { emptyCount, partlyEmptyPlaceholders, availablePlaceholders } from './contact-placeholders.ts';

const summary: ContactFileSummary = {
  contacts: 1_000,
  columns: ['id', 'first_name', 'last_name', 'phone_number', 'recommended_phone', 'address2', 'email'],
  empty: { first_name: 0, address2: 612 },
  longest: new Int32Array(13),
};

test('the chips are the file’s columns, without id, RecommendedPhone and what no message may contain', () => {
  expect(availablePlaceholders(summary)).toEqual(['first_name', 'last_name', 'phonenumber', 'address2']);
  expect(availablePlaceholders(null)).toHaveLength(9);
});

test('a column that the file lacks is empty for everyone', () => {
  expect([
    emptyCount(summary, 'address2'),
    emptyCount(summary, 'city'),
    emptyCount(summary, 'first_name'),
  ]).toEqual([612, 1_000, 0]);
});

test('the placeholders that some people lack, each once', () => {
  expect(partlyEmptyPlaceholders('{first_name} {address2} {address2} {city} {nick}', summary)).toEqual([
    { name: 'address2', people: 612 },
    { name: 'city', people: 1_000 },
  ]);
});
