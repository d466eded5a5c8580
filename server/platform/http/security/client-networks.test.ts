import { expect, test } from 'vitest';
import { networksOf } from './client-networks.ts';

test.each([
  ['203.0.113.7', '203.0.113.7', undefined],
  ['::ffff:203.0.113.7', '203.0.113.7', undefined],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0db8:0001:0003::1', '2001:db8:1:3::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['', '', undefined],
  ['unknown', 'unknown', undefined],
])('address %j belongs to network %j and site %j', (address, network, site) => {
  expect(networksOf(address)).toEqual({ network, site });
});
