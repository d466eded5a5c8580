import { expect, test } from 'vitest';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createUrlSigner } from './url-signer.ts';

const clock = createTestClock();
const signer = createUrlSigner('secret', clock);
const expiresAt = clock.now().getTime() + 60_000;
const policy = { key: 'voices/a/b.mp3', contentType: 'audio/mpeg', maxBytes: 10, expiresAt };

test('a form and a link are allowed by their own signature', () => {
  const form = signer.signPolicy(policy);
  expect(signer.openPolicy(form.policy, form.signature)).toEqual(policy);
  expect(signer.allowsDownload(policy.key, expiresAt, signer.signDownload(policy.key, expiresAt))).toBe(true);
});

test('the signature of a link opens no form, even over the same text', () => {
  const { policy: text } = signer.signPolicy(policy);
  const ofLink = signer.signDownload(text, expiresAt);
  expect(signer.openPolicy(`${text}\n${String(expiresAt)}`, ofLink)).toBeUndefined();
});

test('another secret, key or time allows nothing', () => {
  const link = signer.signDownload(policy.key, expiresAt);
  const other = createUrlSigner('other', clock);
  expect(other.allowsDownload(policy.key, expiresAt, link)).toBe(false);
  expect(signer.allowsDownload('voices/a/c.mp3', expiresAt, link)).toBe(false);
  expect(signer.allowsDownload(policy.key, expiresAt + 1, link)).toBe(false);
  clock.advance(60_000);
  expect(signer.allowsDownload(policy.key, expiresAt, link)).toBe(false);
});
