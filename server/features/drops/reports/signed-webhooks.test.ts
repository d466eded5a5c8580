import { expect, test } from 'vitest';
import { AppError } from '#server/platform/lib/errors.ts';
import { createSignedWebhookReader } from './signed-webhooks.ts';

const REPORT = { to: '12025550143' };
const HEADERS = { 'x-signature': 's' };
const BODY = Buffer.from('{}');

/** Reads webhooks that are valid once the secrets have been renewed so often; `clock.now` is the time in milliseconds. */
function reading({
  validAfter = 1,
  code = 'UNAUTHENTICATED' as const,
  renew = () => Promise.resolve(),
} = {}) {
  const clock = { now: 0 };
  const renewals: number[] = [];
  const parsed: unknown[][] = [];
  const read = createSignedWebhookReader({
    carrier: {
      parseSignedWebhook(...args: unknown[]) {
        parsed.push(args);
        if (renewals.length < validAfter) throw new AppError(code, 'The signature is wrong');
        return REPORT as never;
      },
    },
    clock: { now: () => new Date(clock.now) },
    renewSigningSecrets() {
      renewals.push(clock.now);
      return renew();
    },
  });
  return { read: () => read(HEADERS, BODY), clock, renewals, parsed };
}
const CANNOT = 'The signature cannot be checked now. Please try again.';

test('a right signature asks for nothing; after a wrong one the secrets are fetched, and it is read again', async () => {
  const right = reading({ validAfter: 0 });
  expect([await right.read(), right.renewals]).toEqual([REPORT, []]);
  const rotated = reading();
  expect([await rotated.read(), rotated.renewals]).toEqual([REPORT, [0]]);
  expect(rotated.parsed).toEqual([
    [HEADERS, BODY],
    [HEADERS, BODY],
  ]);
});

test('a signature that stays wrong is refused, and the secrets are not fetched again within ten seconds', async () => {
  const { read, clock, renewals } = reading({ validAfter: 99 });
  await expect(read()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  clock.now = 9_999;
  await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE', message: CANNOT });
  clock.now = 10_000;
  await expect(read()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(renewals).toEqual([0, 10_000]);
});

test('webhooks that come while the secrets are fetched wait for that, and one that fails is to be repeated', async () => {
  const shared = reading();
  expect(await Promise.all([shared.read(), shared.read(), shared.read()])).toEqual(Array(3).fill(REPORT));
  expect(shared.renewals).toEqual([0]);
  const cause = new Error('down');
  const failing = reading({ validAfter: 2, renew: () => Promise.reject(cause) });
  await expect(failing.read()).rejects.toMatchObject({ code: 'UNAVAILABLE', message: CANNOT, cause });
  failing.clock.now = 10_000;
  await expect(failing.read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(failing.renewals).toHaveLength(2);
});

test('newer secrets are fetched where none are known yet, and not for a webhook that is none', async () => {
  const unknown = reading({ code: 'UNAVAILABLE' as never });
  expect(await unknown.read()).toBe(REPORT);
  const malformed = reading({ code: 'INVALID_INPUT' as never });
  await expect(malformed.read()).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(malformed.renewals).toEqual([]);
});
