import { expect, test } from 'vitest';
import { isProxyException, proxyFor, type Target } from './proxy-rules.ts';

const PROXY = new URL('http://proxy.example:3128');
const both = (...except: string[]) => ({ http: PROXY, https: PROXY, except });
const target = (host: string, port = 443): Target => ({ scheme: 'https', host, port });

test('a request uses the proxy of its own scheme', () => {
  const settings = { https: PROXY, except: [] };
  expect(proxyFor(settings, target('api.stripe.com'))).toBe(PROXY);
  expect(proxyFor(settings, { scheme: 'http', host: 'api.stripe.com', port: 80 })).toBeUndefined();
});

test.each([
  'localhost',
  'objects.localhost',
  'LOCALHOST.',
  '127.0.0.1',
  '127.8.9.1',
  '::1',
  '::ffff:127.0.0.1',
])('loopback is never reached through a proxy: %s', (host) => {
  expect(proxyFor(both(), target(host))).toBeUndefined();
});

test.each([
  ['*', target('api.stripe.com')],
  ['example.com', target('example.com')],
  ['example.com', target('api.example.com')],
  ['.example.com', target('API.Example.com.')],
  ['*.example.com', target('api.example.com')],
  ['example.com:8443', target('example.com', 8443)],
  ['10.0.0.0/8', target('10.9.8.7')],
  ['10.9.8.7', target('10.9.8.7', 9000)],
  ['10.9.8.7:9000', target('10.9.8.7', 9000)],
  ['fd00::/8', target('fd00::7')],
  ['fd00::7', target('fd00:0::7')],
  ['[fd00::7]:9000', target('fd00::7', 9000)],
])('NO_PROXY %s covers %j', (entry, covered) => {
  expect(isProxyException(entry)).toBe(true);
  expect(proxyFor(both('other.example', entry), covered)).toBeUndefined();
});

test.each([
  ['example.com', target('notexample.com')],
  ['example.com', target('example.com.evil.example')],
  ['example.com:8443', target('example.com')],
  ['10.0.0.0/8', target('11.0.0.1')],
  ['10.0.0.0/8', target('10.example.com')],
  ['10.9.8.7', target('10.9.8.70')],
  ['fd00::/8', target('10.9.8.7')],
  ['[fd00::7]:9000', target('fd00::7')],
])('NO_PROXY %s does not cover %j', (entry, other) => {
  expect(proxyFor(both(entry), other)).toBe(PROXY);
});

test.each([
  'http://example.com',
  '10.0.0.0/33',
  'example.com/8',
  'a b',
  'example.com:99999',
  '-',
  ':80',
  '..',
])('NO_PROXY %j is no entry', (entry) => {
  expect(isProxyException(entry)).toBe(false);
});
