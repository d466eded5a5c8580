import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, registration, secretOf, startAuth } from '#server/auth/auth-harness.ts';

const HOUR_MS = 60 * 60 * 1000;
const NEW_PASSWORD = 'battery staple';

describe('resetting a password', () => {
  let running: Awaited<ReturnType<typeof startAuth>>;
  beforeAll(async () => {
    running = await startAuth({ requireEmailVerification: true });
  });
  afterAll(() => running.stop());

  /** Registers, asks for a reset and answers the secret that was mailed. */
  async function forgotten(email: string) {
    const { call } = running.browser();
    const { user_id = '' } = await call.register(registration(email));
    await running.mails();
    await call.requestPasswordReset({ email });
    const [mail] = (await running.mails()).filter(({ to }) => to === email);
    return { call, email, user_id, token: secretOf(mail, 'token') };
  }

  test('sets the password, ends all sessions and proves the address', async () => {
    const { call, email, token } = await forgotten('ann@example.com');
    await call.resetPassword({ token, password: NEW_PASSWORD });
    await expect(call.login({ email, password: PASSWORD })).rejects.toThrow('Invalid email or password');
    expect(await call.login({ email, password: NEW_PASSWORD })).toMatchObject({ user_data: { email } });
  });

  test('a link works once, however many use it at once', async () => {
    const { call, token } = await forgotten('bob@example.com');
    const answers = await Promise.allSettled(
      Array.from({ length: 4 }, (_, i) =>
        call.resetPassword({ token, password: `${NEW_PASSWORD} ${String(i)}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a used link changes nothing later', async () => {
    const { call, email, token } = await forgotten('again@example.com');
    await call.resetPassword({ token, password: NEW_PASSWORD });
    running.clock.advance(1_000);
    await expect(call.resetPassword({ token, password: PASSWORD })).rejects.toMatchObject({
      cause: { code: 'LINK_INVALID' },
    });
    expect(await call.login({ email, password: NEW_PASSWORD })).toMatchObject({ user_data: { email } });
  });

  test('only the newest link works', async () => {
    const { call, email, token: older } = await forgotten('newest@example.com');
    await call.requestPasswordReset({ email });
    const newest = secretOf((await running.mails())[0], 'token');
    await expect(call.resetPassword({ token: older, password: PASSWORD })).rejects.toMatchObject({
      cause: { code: 'LINK_INVALID' },
    });
    await call.resetPassword({ token: newest, password: NEW_PASSWORD });
    expect(await call.login({ email, password: NEW_PASSWORD })).toMatchObject({ user_data: { email } });
  });

  test('of links asked for at once one works', async () => {
    const { call, email } = await forgotten('at-once@example.com');
    await Promise.all([1, 2, 3].map(() => running.browser().call.requestPasswordReset({ email })));
    const mails = (await running.mails()).filter(
      ({ to, subject }) => to === email && /password/.test(subject),
    );
    expect(mails).toHaveLength(4);
    const tries = mails.map((mail) =>
      call.resetPassword({ token: secretOf(mail, 'token'), password: NEW_PASSWORD }).catch(() => 'refused'),
    );
    expect((await Promise.all(tries)).filter((answer) => answer !== 'refused')).toHaveLength(1);
  });

  test('also ends a session that began with the old password while it was changed', async () => {
    const { call, email, token } = await forgotten('begun@example.com');
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

  test('a link ends after an hour', async () => {
    const { call, token } = await forgotten('late@example.com');
    running.clock.advance(HOUR_MS);
    await expect(call.resetPassword({ token, password: NEW_PASSWORD })).rejects.toThrow('has expired');
  });

  test('a verification link resets nothing', async () => {
    const { call } = running.browser();
    await call.register(registration('mixed@example.com'));
    const uid = secretOf((await running.mails())[0], 'uid');
    await expect(call.resetPassword({ token: uid, password: NEW_PASSWORD })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test('says the same to everyone and mails nobody unknown', async () => {
    const { call, email } = await forgotten('known@example.com');
    const before = (await running.mails()).length;
    const answer = await call.requestPasswordReset({ email });
    expect(answer).toEqual({ success: true, message: 'Password reset link sent successfully.' });
    expect(await call.requestPasswordReset({ email: 'unknown@example.com' })).toEqual(answer);
    expect(await running.mails()).toHaveLength(before + 1);
  });

  test('mails greet by name only once the address is confirmed: it may be a stranger’s text', async () => {
    const { call, email } = await forgotten('greeted@example.com');
    const texts = async () =>
      (await running.mails()).filter(({ to }) => to === email).map(({ text, html }) => text + html);
    const unconfirmed = await texts();
    expect(unconfirmed).toHaveLength(2);
    for (const text of unconfirmed) expect(text).not.toContain('Ann Example');
    await running.auth.verifyAddress(email);
    await call.requestPasswordReset({ email });
    expect((await texts())[0]).toContain('Hello Ann Example,');
  });

  test('forgives failed sign-ins', async () => {
    const { call, email, token } = await forgotten('locked@example.com');
    for (let i = 0; i < 11; i++) await call.login({ email, password: 'wrong' }).catch(() => undefined);
    await call.resetPassword({ token, password: NEW_PASSWORD });
    expect(await call.login({ email, password: NEW_PASSWORD })).toMatchObject({ user_data: { email } });
  });

  test('no secret of a mail is kept', async () => {
    const { token } = await forgotten('secret@example.com');
    const links = await running.connection.collection('mailed_links').find().toArray();
    expect(links.length).toBeGreaterThan(0);
    expect(JSON.stringify(links)).not.toContain(token);
  });
});
