import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CAMPAIGN_SORTS } from '#shared/campaign-order.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { cursorOf, readCursor } from './overview-cursor.ts';
import { counterOf } from './overview-filter.ts';

const SEGMENTED = ['running', 'recent', 'status'];
const names = fc.string({ minLength: 1, unit: 'grapheme' });
const numbers = fc.integer({ min: -1, max: 999_999_999_999_999 });

test.each(CAMPAIGN_SORTS)('the cursor of a list by %s leads to the row that it was made of', (sort) => {
  const values = sort === 'name' ? names : numbers;
  fc.assert(
    fc.property(values, fc.nat(3), fc.boolean(), (value, wanted, backwards) => {
      const segment = SEGMENTED.includes(sort) ? wanted : 0;
      const position = { segment, value, key: newId() };
      const cursor = cursorOf(sort, position);
      const read = readCursor({ sort, ...(backwards ? { before: cursor } : { cursor }) }, 4);
      expect(read).toEqual({ position, backwards });
      if (segment === 3)
        expect(() => readCursor({ sort, cursor }, 3)).toThrow('This is not a cursor of this list');
    }),
  );
});

test('without a cursor a list begins at its first row', () => {
  for (const none of [undefined, null])
    expect(readCursor({ sort: 'name', cursor: none, before: none }, 1)).toEqual({
      position: undefined,
      backwards: false,
    });
});

test.each([
  '',
  '.',
  'a',
  'a.b.c.d',
  '1.k',
  '-2.k',
  '1e3.k',
  '1.',
  '1.k!',
  `1.${'k'.repeat(65)}`,
  '0.1.k',
  'x.1.k',
])('%j is no cursor of a list by time that has no parts, or of one that has', (text) => {
  const refused = (sort: 'running' | 'time', of: object) => {
    try {
      readCursor({ sort, ...of }, 1);
      return undefined;
    } catch (error) {
      return error;
    }
  };
  const isDate = text === '1.k';
  const isRunning = text === '0.1.k';
  const error = (field: string) => ({
    code: 'INVALID_INPUT',
    details: { fields: { [field]: 'This is not a cursor of this list' } },
  });
  if (!isDate) expect(refused('time', { cursor: text })).toMatchObject(error('cursor'));
  if (!isRunning) expect(refused('running', { before: text })).toMatchObject(error('before'));
  expect(refused('time', { cursor: '1.k', before: '1.k' })).toMatchObject({
    details: { fields: { before: 'must not be sent together with cursor' } },
  });
});

test('campaigns are ranked by the calls that were made, failed, or were delivered of those made', () => {
  const calls = { delivered: 2, failed: 1 };
  expect(['made', 'failed', 'rate'].map((by) => counterOf(by as 'made', calls))).toEqual([3, 1, 666_666]);
  expect(counterOf('rate', { delivered: 0, failed: 0 })).toBe(-1);
});
