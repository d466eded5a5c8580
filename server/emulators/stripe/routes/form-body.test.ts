import { expect, test } from 'vitest';
import { parseForm } from './form-body.ts';

test('parses bracketed names as objects and numbered ones as arrays', () => {
  expect(
    parseForm('customer=cus_1&items[0][price]=price_1&expand[0]=a.b&expand[1]=c&metadata[uid]=u%201'),
  ).toEqual({
    customer: 'cus_1',
    items: [{ price: 'price_1' }],
    expand: ['a.b', 'c'],
    metadata: { uid: 'u 1' },
  });
});

test('parses empty brackets, empty values and an empty body', () => {
  expect(parseForm('lookup_keys[]=a&lookup_keys[]=b')).toEqual({ lookup_keys: ['a', 'b'] });
  expect(parseForm('name=')).toEqual({ name: '' });
  expect(parseForm('')).toEqual({});
});

test('__proto__ is parsed as an ordinary name', () => {
  expect(Object.keys(parseForm('__proto__[polluted]=1'))).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
