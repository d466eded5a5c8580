import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { ATTEMPTS_COLLECTION } from './limits/attempt-store.ts';
import { appErrorOf, PASSWORD, registration, secretOf, startAuth } from './auth-harness.ts';

describe('signing in', () => {
  let running: Awaited<ReturnType<typeof startAuth>>;
  beforeAll(async () => {
    running = await startAuth();
  });
  afterAll(() => running.stop());

  async function registered(email: string) {
    const { call } = running.browser();
    await call.register(registration(email));
    return { email, password: PASSWORD };
  }

  test('a sign-in starts a session and ignores the case of the address', async () => {
    const { password } = await registered('case@example.com');
    const { browser, call } = running.browser();
    const { user_data } = await call.login({ email: ' CASE@Example.com ', password });
    expect(user_data).toMatchObject({
      email: 'case@example.com',
      display_name: 'Ann Example',
      role: 'agent',
      subscribed: false,
    });
    expect(browser.user?.uid).toBe(user_data.uid);
    expect(await call.session()).toMatchObject({ user: user_data, support_email: 's@hark.example' });
  });

  test('signing out ends the session', async () => {
    const account = await registered('out@example.com');
    const { browser, call } = running.browser();
    await call.login(account);
    await call.logout();
    expect(browser.user).toBeNull();
    expect(await call.session()).toMatchObject({ user: null, expires_at: null });
  });

  test('a sign-in starts no session if the password changes meanwhile', async () => {
    const account = await registered('meanwhile@example.com');
    const { browser, call } = running.browser();
    await call.requestPasswordReset({ email: account.email });
    // Both mails may be of one millisecond.
    const mail = (await running.mails()).find(({ text }) => text.includes('/auth/reset-password'));
    const token = secretOf(mail, 'token');
    browser.beforeSignIn = () => call.resetPassword({ token, password: 'battery staple' });
    await expect(call.login(account)).rejects.toThrow('Invalid email or password');
    expect(browser.user).toBeNull();
  });

  test('a wrong password and an unknown address return the same error', async () => {
    const { email } = await registered('wrong@example.com');
    const { call } = running.browser();
    const wrong = await call.login({ email, password: 'not this one' }).catch(appErrorOf);
    const unknown = await call.login({ email: 'unknown@example.com', password: PASSWORD }).catch(appErrorOf);
    expect(wrong).toEqual({ code: 'INVALID_CREDENTIALS', message: 'Invalid email or password', details: {} });
    expect(unknown).toEqual(wrong);
  });

  test('exactly ten concurrent failures are allowed, then even the correct password is refused', async () => {
    const account = await registered('guessed@example.com');
    const guesses = Array.from({ length: 30 }, (_, i) =>
      running
        .browser()
        .call.login({ ...account, password: `guess ${String(i)}` })
        .catch(appErrorOf),
    );
    const codes = (await Promise.all(guesses)).map((result) =>
      'code' in result ? result.code : 'signed in',
    );
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(20);

    const refused = await running.browser().call.login(account).catch(appErrorOf);
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const retryAfter = 'details' in refused ? refused.details.retry_after : undefined;
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
  });

  test('sign-in works again after fifteen minutes', async () => {
    const account = await registered('patient@example.com');
    const wrong = { ...account, password: 'wrong' };
    for (let i = 0; i < 10; i++) await running.browser().call.login(wrong).catch(appErrorOf);
    expect(await running.browser().call.login(account).catch(appErrorOf)).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await running.connection
      .collection(ATTEMPTS_COLLECTION)
      .updateMany({}, { $set: { expire: new Date(Date.now() - 1) } });
    running.clock.advance(15 * MINUTE_MS);
    expect(await running.browser().call.login(account)).toHaveProperty('user_data');
  });

  test('concurrent correct passwords all succeed and clear earlier failures', async () => {
    const account = await registered('busy@example.com');
    for (let i = 0; i < 9; i++)
      await running
        .browser()
        .call.login({ ...account, password: 'wrong' })
        .catch(appErrorOf);
    const attempts = Array.from({ length: 15 }, () => running.browser().call.login(account));
    expect(await Promise.all(attempts)).toHaveLength(15);
    expect(
      await running
        .browser()
        .call.login({ ...account, password: 'wrong' })
        .catch(appErrorOf),
    ).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
  });
});
