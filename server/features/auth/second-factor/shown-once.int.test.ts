import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { appErrorOf, PASSWORD, registration, startAuth } from '#server/features/auth/auth-harness.ts';

let running: Awaited<ReturnType<typeof startAuth>>;
beforeAll(async () => {
  running = await startAuth();
});
afterAll(() => running.stop());

const codeOf = (secret: string) =>
  new TOTP({ secret }).generate({ timestamp: running.clock.now().getTime() });

async function newOwner(name: string) {
  const email = `${name}@example.com`;
  const { call } = running.browser();
  await call.register(registration(email));
  return { email, call };
}

test('of recovery codes that are renewed at once, one set is shown and works', async () => {
  const { email, call } = await newOwner('renewed');
  const { secret } = await call.beginSecondFactor();
  await call.enableSecondFactor({ code: codeOf(secret) });
  let allShown = 0;
  for (let round = 0; round < 3; round += 1) {
    const renewals = await Promise.all(
      Array.from({ length: 4 }, () => call.renewRecoveryCodes().catch(appErrorOf)),
    );
    const shown = renewals.flatMap((one) => ('recovery_codes' in one ? [one.recovery_codes] : []));
    allShown += shown.length;
    const signIns = await Promise.allSettled(
      shown.map(([code]) => running.browser().call.login({ email, password: PASSWORD, code })),
    );
    expect(signIns.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of renewals.filter((other) => !('recovery_codes' in other)))
      expect(one).toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('in the meantime') as string,
      });
  }
  // Those that were renewed one after the other are all shown.
  expect(allShown).toBeLessThan(3 * 4);
});

test('a setup that is begun again in its browser keeps its secret, also at once', async () => {
  const { call } = await newOwner('twice');
  const begun = await Promise.all(Array.from({ length: 4 }, () => call.beginSecondFactor()));
  running.clock.advance(29 * MINUTE_MS);
  begun.push(await call.beginSecondFactor());
  expect(new Set(begun.map(({ secret }) => secret)).size).toBe(1);
  running.clock.advance(29 * MINUTE_MS);
  const { secret = '' } = begun[0] ?? {};
  expect((await call.enableSecondFactor({ code: codeOf(secret) })).recovery_codes).toHaveLength(10);
});

test('a setup ends after half an hour, or when another browser begins one of its own', async () => {
  const { email, call } = await newOwner('overtaken');
  const first = await call.beginSecondFactor();
  running.clock.advance(31 * MINUTE_MS);
  const second = await call.beginSecondFactor();
  expect(second.secret).not.toBe(first.secret);
  const other = running.browser().call;
  await other.login({ email, password: PASSWORD });
  const third = await other.beginSecondFactor();
  expect(third.secret).not.toBe(second.secret);
  for (const { secret } of [second, third])
    expect(await call.enableSecondFactor({ code: codeOf(secret) }).catch(appErrorOf)).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('start again') as string,
    });
  expect((await other.enableSecondFactor({ code: codeOf(third.secret) })).recovery_codes).toHaveLength(10);
});
