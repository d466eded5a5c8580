import { expect, test } from 'vitest';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import { consentText, listsSummary, matchingLists } from './list-text.ts';

const list = (name: string, size: number): ContactListView => ({
  id: name,
  name,
  size,
  status: 'ready',
  columns: [],
  own_columns: [],
  version: 1,
  used_by: 0,
  consent: { basis: 'written_consent', own_words: null, obtained_at: '2026-01-01', source: 'Form' },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
});

test('the lists are counted with their contacts', () => {
  expect(listsSummary([])).toBe('Lists of people that you call more than once.');
  expect(listsSummary([list('A', 1)])).toBe('1 list with 1 contact.');
  expect(listsSummary([list('A', 1_000), list('B', 500)])).toBe('2 lists with 1,500 contacts.');
});

test('lists are found by any part of their name', () => {
  const lists = [list('Spring leads', 1), list('Autumn', 1)];
  expect(matchingLists(lists, ' LEADS ').map(({ name }) => name)).toEqual(['Spring leads']);
  expect(matchingLists(lists, '')).toHaveLength(2);
});

test('the consent is named by its basis or in own words', () => {
  const { consent } = list('A', 1);
  expect(consentText({ consent: { ...consent, basis: 'other', own_words: 'Members' } })).toBe('Members');
  expect(consentText({ consent })).not.toBe('');
});
