import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appErrorOf, PASSWORD, registration, startAuth } from '#server/features/auth/auth-harness.ts';

let running: Awaited<ReturnType<typeof startAuth>>;
beforeAll(async () => {
  running = await startAuth();
});
afterAll(() => running.stop());

test('a sign-in during which the second factor is turned on starts no session', async () => {
  const email = 'race@example.com';
  const owner = running.browser();
  await owner.call.register(registration(email));
  const { browser, call } = running.browser();
  browser.beforeSignIn = async () => {
    const { secret } = await owner.call.beginSecondFactor();
    const timestamp = running.clock.now().getTime();
    await owner.call.enableSecondFactor({ code: new TOTP({ secret }).generate({ timestamp }) });
  };
  const signedIn = await call.login({ email, password: PASSWORD }).catch(appErrorOf);
  expect(signedIn).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(browser.user).toBeNull();
});
