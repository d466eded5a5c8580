import { expect, it } from 'vitest';
import { placeOf } from './places.ts';

it.each([
  ['8.8.8.8', 'United States'],
  ['::ffff:8.8.8.8', 'United States'],
  ['193.99.144.80', 'Germany'],
  ['2a02:2e0:3fe:1001::/64', 'Germany'],
  ['127.0.0.1', 'This network'],
  ['::1', 'This network'],
  ['10.1.2.3', 'This network'],
  ['192.168.0.7', 'This network'],
  ['100.64.0.1', 'This network'],
  ['fd12:3456:789a:1::/64', 'This network'],
  ['unknown', null],
  ['', null],
])('the place of %s is %s', (network, place) => {
  expect(placeOf(network)).toBe(place);
});
