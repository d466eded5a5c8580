import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { PASSWORD, registration, secretOf, startAuth } from '#server/features/auth/auth-harness.ts';

const NEW_PASSWORD = 'battery staple';

describe('resetting a password', () => {
  let running: Awaited<ReturnType<typeof startAuth>>;
  beforeAll(async () => {
    running = await startAuth({ requireEmailVerification: true });
  });
  afterAll(() => running.stop());

  /** Registers, requests a reset and returns the mailed secret. */
  async function requestedReset(email: string) {
    const { call } = running.browser();
    const { user_id = '' } = await call.register(registration(email));
    await running.mails();
    await call.requestPasswordReset({ email });
    const [mail] = (await running.mails()).filter(({ to }) => to === email);
    return { call, email, user_id, token: secretOf(mail, 'token') };
  }

  test('a reset sets the password and verifies the address', async () => {
    const { call, email, token } = await requestedReset('ann@example.com');
    await call.resetPassword({ token, password: NEW_PASSWORD });
    await expect(call.login({ email, password: PASSWORD })).rejects.toThrow('Invalid email or password');
    expect(await call.login({ email, password: NEW_PASSWORD })).toMatchObject({ user_data: { email } });
  });

  test('of concurrent uses of one link exactly one succeeds', async () => {
    const { call, token } = await requestedReset('bob@example.com');
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, (_, i) =>
        call.resetPassword({ token, password: `${NEW_PASSWORD} ${String(i)}` }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a used link has no effect', async () => {
    const { call, email, token } = await requestedReset('again@example.com');
    await call.resetPassword({ token, password: NEW_PASSWORD });
    running.clock.advance(1_000);
    await expect(call.resetPassword({ token, password: PASSWORD })).rejects.toMatchObject({
      cause: { code: 'LINK_INVALID' },
    });
    expect(await call.login({ email, password: NEW_PASSWORD })).toMatchObject({ user_data: { email } });
  });

  test('only the newest link works', async () => {
    const { call, email, token: older } = await requestedReset('newest@example.com');
    await call.requestPasswordReset({ email });
    const newest = secretOf((await running.mails())[0], 'token');
    await expect(call.resetPassword({ token: older, password: PASSWORD })).rejects.toMatchObject({
      cause: { code: 'LINK_INVALID' },
    });
    await call.resetPassword({ token: newest, password: NEW_PASSWORD });
    expect(await call.login({ email, password: NEW_PASSWORD })).toMatchObject({ user_data: { email } });
  });

  test('of links requested concurrently exactly one works', async () => {
    const { call, email } = await requestedReset('at-once@example.com');
    await Promise.all([1, 2, 3].map(() => running.browser().call.requestPasswordReset({ email })));
    const mails = (await running.mails()).filter(
      ({ to, subject }) => to === email && /password/.test(subject),
    );
    expect(mails).toHaveLength(4);
    const attempts = mails.map((mail) =>
      call.resetPassword({ token: secretOf(mail, 'token'), password: NEW_PASSWORD }).catch(() => 'refused'),
    );
    expect((await Promise.all(attempts)).filter((result) => result !== 'refused')).toHaveLength(1);
  });

  test('a reset also ends a session started with the old password during the change', async () => {
    const { call, email, token } = await requestedReset('begun@example.com');
    await running.auth.verifyAddress(email);
    const old = running.browser();
    let endings = 0;
    running.hooks.sessionsEnded = async () => {
      if (endings++ === 0) await old.call.login({ email, password: PASSWORD });
    };
    await call.resetPassword({ token, password: NEW_PASSWORD });
    running.hooks.sessionsEnded = () => Promise.resolve();
    expect(endings).toBeGreaterThan(0);
    expect(old.browser.user).toBeNull();
  });

  test('a link expires after an hour', async () => {
    const { call, token } = await requestedReset('late@example.com');
    running.clock.advance(HOUR_MS);
    await expect(call.resetPassword({ token, password: NEW_PASSWORD })).rejects.toThrow('has expired');
  });

  test('a verification link cannot reset a password', async () => {
    const { call } = running.browser();
    await call.register(registration('mixed@example.com'));
    const uid = secretOf((await running.mails())[0], 'uid');
    await expect(call.resetPassword({ token: uid, password: NEW_PASSWORD })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test('a request always returns the same response and sends no mail to an unknown address', async () => {
    const { call, email } = await requestedReset('known@example.com');
    const before = (await running.mails()).length;
    const response = await call.requestPasswordReset({ email });
    expect(response).toEqual({ success: true, message: 'Password reset link sent successfully.' });
    expect(await call.requestPasswordReset({ email: 'unknown@example.com' })).toEqual(response);
    expect(await running.mails()).toHaveLength(before + 1);
  });

  test('mails include the name, which another person may have chosen, only after verification', async () => {
    const { call, email } = await requestedReset('greeted@example.com');
    const texts = async () =>
      (await running.mails()).filter(({ to }) => to === email).map(({ text, html }) => text + html);
    const unconfirmed = await texts();
    expect(unconfirmed).toHaveLength(2);
    for (const text of unconfirmed) expect(text).not.toContain('Ann Example');
    await running.auth.verifyAddress(email);
    await call.requestPasswordReset({ email });
    expect((await texts())[0]).toContain('Hello Ann Example,');
  });

  test('a reset clears failed sign-ins', async () => {
    const { call, email, token } = await requestedReset('locked@example.com');
    for (let i = 0; i < 11; i++) await call.login({ email, password: 'wrong' }).catch(() => undefined);
    await call.resetPassword({ token, password: NEW_PASSWORD });
    expect(await call.login({ email, password: NEW_PASSWORD })).toMatchObject({ user_data: { email } });
  });

  test('the database does not contain the secret of a link', async () => {
    const { token } = await requestedReset('secret@example.com');
    const links = await running.connection.collection('mailed_links').find().toArray();
    expect(links.length).toBeGreaterThan(0);
    expect(JSON.stringify(links)).not.toContain(token);
  });
});
