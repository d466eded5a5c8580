import { expect, test } from 'vitest';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createUrlSigner } from './url-signer.ts';

const clock = createTestClock();
const signer = createUrlSigner('secret', clock);
const expiresAt = clock.now().getTime() + 60_000;
const policy = { key: 'voices/a/b.mp3', contentType: 'audio/mpeg', maxBytes: 10, expiresAt };

test('forms and links are valid with their own signature', () => {
  const form = signer.signPolicy(policy);
  expect(signer.verifyPolicy(form.policy, form.signature)).toEqual(policy);
  expect(signer.verifyDownload(policy.key, expiresAt, signer.signDownload(policy.key, expiresAt))).toBe(true);
});

test('the signature of a link is not valid for a form, even over the same text', () => {
  const { policy: text } = signer.signPolicy(policy);
  const ofLink = signer.signDownload(text, expiresAt);
  expect(signer.verifyPolicy(`${text}\n${String(expiresAt)}`, ofLink)).toBeUndefined();
});

test('a link is not valid with another secret, key or expiry', () => {
  const link = signer.signDownload(policy.key, expiresAt);
  const other = createUrlSigner('other', clock);
  expect(other.verifyDownload(policy.key, expiresAt, link)).toBe(false);
  expect(signer.verifyDownload('voices/a/c.mp3', expiresAt, link)).toBe(false);
  expect(signer.verifyDownload(policy.key, expiresAt + 1, link)).toBe(false);
  clock.advance(60_000);
  expect(signer.verifyDownload(policy.key, expiresAt, link)).toBe(false);
});
