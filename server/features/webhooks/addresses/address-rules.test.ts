import { expect, test } from 'vitest';
import { reachOf } from './address-rules.ts';

const LIVE = { loopback: false, allowedNetworks: [] };
const LOCAL = { loopback: true, allowedNetworks: [] };

test.each([
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '127.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
  ],
  ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '192.0.0.192', '198.18.0.1', '203.0.113.9', '168.63.129.16'],
  ...['::1', '::', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::1'],
  ...['2002:7f00:1::', '2001::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '2001:db8::1'],
  ...['', 'example.com', '10.0.0.1%eth0'],
])('%s is refused', (address) => {
  expect(reachOf(address, LIVE)).toBe('refused');
});

test.each(['8.8.8.8', '93.184.215.14', '2606:4700::1111'])('%s is reached by https', (address) => {
  expect(reachOf(address, LIVE)).toBe('https');
});

test.each([
  ['127.0.0.1', 'plain'],
  ['127.8.9.1', 'plain'],
  ['::1', 'plain'],
  ['10.0.0.1', 'refused'],
  ['0.0.0.0', 'refused'],
])('in local mode %s is %s', (address, reach) => {
  expect(reachOf(address, LOCAL)).toBe(reach);
});

test.each([
  ['10.1.2.3', 'plain'],
  ['10.2.0.1', 'refused'],
  ['192.168.7.20', 'plain'],
  ['192.168.7.21', 'refused'],
  ['fd12::1', 'plain'],
  ['::ffff:10.1.2.3', 'refused'],
])('with networks that the operator allows %s is %s', (address, reach) => {
  const rules = { loopback: false, allowedNetworks: ['10.1.0.0/16', '192.168.7.20', 'fd12::/16'] };
  expect(reachOf(address, rules)).toBe(reach);
});
