// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { ColumnMapping } from '#shared/contacts/columns/column-mapping.ts';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { rememberedMapping, rememberMapping } from './file-reading.ts';

const mapping = (first: number): ColumnMapping => ({
  positions: CONTACT_COLUMNS.map((_, column) => column + first),
  numbersRows: false,
  lastNameOptional: true,
  headerRow: 2,
});

beforeEach(() => {
  localStorage.clear();
});

test('the last mapping of a header is remembered, and no other one', () => {
  expect(rememberedMapping(localStorage, 'a')).toBeNull();
  rememberMapping(localStorage, 'a', mapping(1));
  rememberMapping(localStorage, 'b', mapping(2));
  rememberMapping(localStorage, 'a', mapping(3));
  expect(rememberedMapping(localStorage, 'a')).toEqual(mapping(3));
  expect(rememberedMapping(localStorage, 'b')).toEqual(mapping(2));
});

test('of many headers the last twenty are remembered, and none that is very long', () => {
  for (let file = 0; file < 21; file++) rememberMapping(localStorage, `file ${String(file)}`, mapping(0));
  const known = ['file 0', 'file 1', 'file 20'].map((name) => rememberedMapping(localStorage, name) !== null);
  expect(known).toEqual([false, true, true]);
  const [whole, long] = ['a'.repeat(4_000), 'a'.repeat(4_001)];
  for (const name of [whole, long]) rememberMapping(localStorage, name, mapping(0));
  expect([rememberedMapping(localStorage, whole), rememberedMapping(localStorage, long)]).toEqual([
    mapping(0),
    null,
  ]);
});

test('a storage that is full forgets, and one that is broken has nothing', () => {
  rememberMapping(localStorage, 'a', mapping(1));
  const removeItem = vi.fn();
  const setItem = () => {
    throw new Error('full');
  };
  const full = { getItem: (key: string) => localStorage.getItem(key), setItem, removeItem };
  rememberMapping(full as unknown as Storage, 'b', mapping(2));
  expect(removeItem.mock.calls).toEqual([['hark.column-mappings']]);
  for (const broken of ['x', '{}', '[{"signature":"a"}]']) {
    localStorage.setItem('hark.column-mappings', broken);
    expect(rememberedMapping(localStorage, 'a')).toBeNull();
  }
});
