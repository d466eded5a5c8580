import { expect, test } from 'vitest';
import { signatureOf, signedDigest } from './check-signature.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const BODY = Buffer.from('{"phone":"+12025550143"}');

test.each([
  ['of this moment', SECONDS, true],
  ['five minutes old', SECONDS - 300, true],
  ['five minutes ahead', SECONDS + 300, true],
  ['older', SECONDS - 301, false],
  ['further ahead', SECONDS + 301, false],
])('a signature %s', (_age, seconds, isValid) => {
  const header = signatureOf('secret', seconds, BODY);
  expect(signedDigest('secret', header, BODY, NOW)).toBe(isValid ? header.split('v1=')[1] : undefined);
});

test('any of several signatures may match', () => {
  const [, digest = ''] = signatureOf('secret', SECONDS, BODY).split('v1=');
  const header = `t=${String(SECONDS)}, v1=00, v1=${digest}`;
  expect(signedDigest('secret', header, BODY, NOW)).toBe(digest);
});

test.each([
  ['', BODY, 'secret'],
  ['t=1', BODY, 'secret'],
  [signatureOf('secret', SECONDS, BODY), Buffer.from('{"phone":"+12025550144"}'), 'secret'],
  [signatureOf('secret', SECONDS, BODY), BODY, 'another'],
  [signatureOf('secret', SECONDS, BODY).replace(String(SECONDS), String(SECONDS + 1)), BODY, 'secret'],
  [signatureOf('secret', SECONDS, BODY).replace('v1=', 'v0='), BODY, 'secret'],
  [signatureOf('secret', Number.NaN, BODY), BODY, 'secret'],
  [
    signatureOf('secret', SECONDS, BODY).toUpperCase().replace('T=', 't=').replace('V1=', 'v1='),
    BODY,
    'secret',
  ],
  [signatureOf('secret', SECONDS, BODY).replace('t=', 't=0'), BODY, 'secret'],
  [signatureOf('secret', SECONDS, BODY).replace('t=', 't=+'), BODY, 'secret'],
  [signatureOf('secret', SECONDS, BODY).replace('v1=', 'v1= '), BODY, 'secret'],
  [`t=${String(SECONDS - 1)}, ${signatureOf('secret', SECONDS, BODY)}`, BODY, 'secret'],
  [signatureOf('secret', SECONDS, Buffer.from(`${String(BODY)}\n`)), BODY, 'secret'],
  [signatureOf('secret', -SECONDS, BODY), BODY, 'secret'],
  [signatureOf('secret', 999_999_999_999, BODY), BODY, 'secret'],
])('refuses %j', (header, body, secret) => {
  expect(signedDigest(secret, header, body, NOW)).toBeUndefined();
});
