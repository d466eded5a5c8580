import { expect, test } from 'vitest';
import { isSigned, signatureOf } from './check-signature.ts';

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
  expect(isSigned('secret', signatureOf('secret', seconds, BODY), BODY, NOW)).toBe(isValid);
});

test('any of several signatures may match', () => {
  const [, digest = ''] = signatureOf('secret', SECONDS, BODY).split(',');
  expect(isSigned('secret', `t=${String(SECONDS)}, v1=00, ${digest}`, BODY, NOW)).toBe(true);
});

test.each([
  ['', BODY, 'secret'],
  ['t=1', BODY, 'secret'],
  [signatureOf('secret', SECONDS, BODY), Buffer.from('{"phone":"+12025550144"}'), 'secret'],
  [signatureOf('secret', SECONDS, BODY), BODY, 'another'],
  [signatureOf('secret', SECONDS, BODY).replace(String(SECONDS), String(SECONDS + 1)), BODY, 'secret'],
  [signatureOf('secret', SECONDS, BODY).replace('v1=', 'v0='), BODY, 'secret'],
  [signatureOf('secret', Number.NaN, BODY), BODY, 'secret'],
])('refuses %j', (header, body, secret) => {
  expect(isSigned(secret, header, body, NOW)).toBe(false);
});
