import { expect, test } from 'vitest';
import { lazy } from './lazy.ts';

test('a property is made once, when it is first read', () => {
  const made: string[] = [];
  const parts: { a: string; b: string; c: string } = lazy({
    a: () => {
      made.push('a');
      return `${parts.b}!`;
    },
    b: () => {
      made.push('b');
      return 'b';
    },
    c: () => expect.fail(),
  });
  expect(made).toEqual([]);
  expect([parts.a, parts.a, parts.b]).toEqual(['b!', 'b!', 'b']);
  expect(made).toEqual(['a', 'b']);
});
