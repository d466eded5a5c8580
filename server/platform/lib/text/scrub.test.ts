import { expect, test } from 'vitest';
import { scrub } from './scrub.ts';

test.each([
  ['mongodb+srv://hark:hunter22@db.example/hark', 'hunter22'],
  ['POST https://x.example/webhooks/carrier/a1b2c3d4e5 failed', 'a1b2c3d4e5'],
  ['GET https://bucket.example/a.mp3?X-Amz-Signature=deadbeef01&x=1', 'deadbeef01'],
  ['/auth/email-confirmation/?uid=f00dcafe', 'f00dcafe'],
  ['key sk_test_4eC39HqLyjWDarjtT1', '4eC39HqLyjWDarjtT1'],
  ['pi_3MtwBwLkdIwHu7ix_secret_YrKJUKribcBjcG8HVhfZl', 'YrKJUKribcBjcG8HVhfZl'],
  ['hark_5f2b9c0d1e', '5f2b9c0d1e'],
  ['authorization: Bearer abcdefgh12345', 'abcdefgh12345'],
  ['E11000 dup key: { userId: "u", liveName: "Spring" }', 'Spring'],
  ['550 <ana.ortiz+x@example.com> rejected', 'ana.ortiz'],
  ['/api/x/ana%40example.com', 'example.com'],
  ['to +12025550101', '2025550101'],
  ['/api/suppressions/%2B12025550101', '2025550101'],
  ['{"phone":"12025550101"}', '2025550101'],
  ['call (202) 555-0101 now', '555-0101'],
])('removes what must not be logged from %j', (text, secret) => {
  expect(scrub(text)).not.toContain(secret);
});

test('keeps times, ids, ports and attempt ids', () => {
  const line =
    '{"time":1763886000123,"pid":4242,"requestId":"ck3g3gi94bkb9gu8w6yk3dp685","attemptId":"c8x-2025550101-1","port":27017}';
  expect(scrub(line)).toBe(line);
});
