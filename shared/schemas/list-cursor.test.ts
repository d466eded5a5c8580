import { expect, test } from 'vitest';
import { cursorAfter, listCursor, listLimit } from './list-cursor.ts';

test('a cursor is read as it was written, to the millisecond', () => {
  const row = { at: new Date('2026-11-20T09:30:00.123Z'), key: '65f0c0ffee-_Z' };
  expect(listCursor.parse(cursorAfter(row))).toEqual(row);
});

test.each(['', '1', '1.', '.a', '-1.a', '1.5.a', '1.a b', `1.${'a'.repeat(65)}`, `${'1'.repeat(16)}.a`])(
  '%j is no cursor',
  (text) => {
    expect(listCursor.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      'This is not a cursor of this list',
    ]);
  },
);

test('a page has 1 to 100 entries, or as many as fit', () => {
  const given = ['0', '1', '100', '101', undefined];
  expect(given.map((limit) => listLimit.safeParse(limit).success)).toEqual([false, true, true, false, true]);
});
