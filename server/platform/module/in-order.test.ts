import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

const [a, b] = [{ name: 'a' }, { name: 'b' }];

test('items are returned in the order of the names', () => {
  expect(inOrder(['b', 'a'], [a, b])).toEqual([b, a]);
});

test.each([
  ['an item without a place', ['a'], [a, b]],
  ['a place without an item', ['a', 'b', 'c'], [a, b]],
  ['two items of one name', ['a', 'b'], [a, b, a]],
])('%s is refused with the names', (_, names, items) => {
  expect(() => inOrder(names, items)).toThrow('The order names a');
});
