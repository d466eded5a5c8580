import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import {
  appErrorOf,
  registration,
  secretOf,
  startAuth,
  PASSWORD,
} from '#server/features/auth/auth-harness.ts';

describe('registering without verification', () => {
  let running: Awaited<ReturnType<typeof startAuth>>;
  beforeAll(async () => {
    running = await startAuth();
  });
  afterAll(() => running.stop());

  test('signs the browser in and mails only the welcome', async () => {
    const { browser, call } = running.browser();
    const { user_data, user_id } = await call.register(registration('new@example.com'));
    expect(user_data).toMatchObject({ email: 'new@example.com', role: 'agent' });
    expect(user_id).toBeUndefined();
    expect(browser.user?.uid).toBe(user_data?.uid);
    expect(await running.mails()).toMatchObject([{ to: 'new@example.com', subject: 'Welcome to Hark' }]);
  });

  test('concurrent registrations of one address, in any case, create one account', async () => {
    const addresses = ['race@example.com', 'RACE@example.com', 'Race@Example.com', 'race@EXAMPLE.com'];
    const results = await Promise.allSettled(
      addresses.map((email) => running.browser().call.register(registration(email))),
    );
    const rejected = results.filter((result) => result.status === 'rejected');
    expect(rejected).toHaveLength(3);
    for (const { reason } of rejected) expect(reason).toMatchObject({ code: 'CONFLICT' });
  });

  test('every account has the role agent and its own credit stream', async () => {
    const { call, browser } = running.browser();
    await call.register({ ...registration('admin@example.com'), role: 'admin' });
    expect((await call.userInfo()).user_role).toBe('agent');
    const user = await running.auth.users.byEmail('ADMIN@example.com');
    expect(user).toMatchObject({ uid: browser.user?.uid, displayName: 'Ann Example' });
    expect(user?.streamId).not.toBe(user?.uid);
  });

  test('an empty company name is replaced by the default', async () => {
    const { call } = running.browser();
    await call.register({ ...registration('company@example.com'), company_name: ' ', phone: '' });
    expect(await call.userInfo()).toMatchObject({ company_name: 'default', user_phone: '' });
  });

  test.each([
    ['a short password', { password: '1234567' }],
    ['an address without a domain', { email: 'ann@' }],
    ['no name', { display_name: '  ' }],
    ['an operator as a name', { display_name: { $gt: '' } as unknown as string }],
  ])('refuses %s', async (_what, part) => {
    const { call } = running.browser();
    await expect(call.register({ ...registration('bad@example.com'), ...part })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await running.auth.users.byEmail('bad@example.com')).toBeUndefined();
  });
});

describe('registering with verification', () => {
  let running: Awaited<ReturnType<typeof startAuth>>;
  beforeAll(async () => {
    running = await startAuth({ requireEmailVerification: true });
  });
  afterAll(() => running.stop());

  async function registered(email: string) {
    const { browser, call } = running.browser();
    const { user_id = '' } = await call.register(registration(email));
    return { browser, call, email, user_id };
  }

  async function mailsTo(email: string) {
    return (await running.mails()).filter(({ to }) => to === email);
  }

  test('registering returns only a user id, which confirms nothing by itself', async () => {
    const { browser, call, user_id } = await registered('ann@example.com');
    expect(user_id).not.toBe('');
    expect(browser.user).toBeNull();
    await expect(call.confirmEmail({ uid: user_id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(call.completeRegistration({ user_id })).rejects.toThrow('Email not verified');
    await expect(call.login({ email: 'ann@example.com', password: PASSWORD })).rejects.toMatchObject({
      cause: { code: 'EMAIL_NOT_VERIFIED', details: { user_id } },
    });
  });

  test('the mailed link signs in once', async () => {
    const { browser, call, email, user_id } = await registered('bob@example.com');
    const uid = secretOf((await mailsTo(email))[0], 'uid');
    expect(await call.confirmEmail({ uid })).toMatchObject({ success: true, user_data: { uid: user_id } });
    expect(browser.user?.uid).toBe(user_id);
    await expect(running.browser().call.confirmEmail({ uid })).rejects.toThrow('Email already verified');
  });

  test.each<[string, (user: Awaited<ReturnType<typeof registered>>, uid: string) => Promise<unknown>]>([
    ['by its link', ({ call }, uid) => call.confirmEmail({ uid })],
    [
      'by its link and a password in another browser',
      (_, uid) => running.browser().call.confirmEmailWithPassword({ uid, password: 'of the owner 7' }),
    ],
    [
      'by a reset of the password',
      async ({ call, email }) => {
        await call.requestPasswordReset({ email });
        const mail = (await mailsTo(email)).find(({ subject }) => subject === 'Reset your Hark password');
        await call.resetPassword({ token: secretOf(mail, 'token'), password: 'of the owner 7' });
      },
    ],
  ])('a user whose address is verified %s is welcomed by name', async (way, verify) => {
    const user = await registered(`${way.replaceAll(' ', '-')}@example.com`);
    await verify(user, secretOf((await mailsTo(user.email))[0], 'uid'));
    const welcome = (await mailsTo(user.email)).find(({ subject }) => subject === 'Welcome to Hark');
    expect(welcome?.text).toContain('Hello Ann Example,');
  });

  test('of concurrent uses of one link exactly one succeeds', async () => {
    const { call, email } = await registered('twice@example.com');
    const uid = secretOf((await mailsTo(email))[0], 'uid');
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => call.confirmEmail({ uid })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Welcome to Hark',
      'Verify your email for Hark',
    ]);
  });

  test('a link expires after a day and a new one works', async () => {
    const { call, email, user_id } = await registered('late@example.com');
    const old = secretOf((await mailsTo(email))[0], 'uid');
    running.clock.advance(DAY_MS);
    await expect(call.confirmEmail({ uid: old })).rejects.toThrow('expired');
    await call.resendVerification({ user_id });
    expect(await call.confirmEmail({ uid: secretOf((await mailsTo(email))[0], 'uid') })).toMatchObject({
      success: true,
    });
  });

  test('only the browser that registered sees the verification and can complete the registration', async () => {
    const { browser, call, email, user_id } = await registered('support@example.com');
    const otherBrowser = running.browser();
    expect(await call.checkEmailVerification({ email })).toEqual({ verified: false, pending: true });
    expect(await running.auth.users.byEmail(email)).toMatchObject({ emailConfirmed: false });
    await running.auth.verifyAddress(email);
    expect(await running.auth.users.byEmail(email)).toMatchObject({ emailConfirmed: true });

    expect(await otherBrowser.call.checkEmailVerification({ email })).toMatchObject({ verified: false });
    await expect(otherBrowser.call.completeRegistration({ user_id })).rejects.toThrow('Email not verified');
    expect(await call.checkEmailVerification({ email })).toMatchObject({ verified: true });
    const results = await Promise.allSettled([1, 2, 3].map(() => call.completeRegistration({ user_id })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(browser.user?.uid).toBe(user_id);
  });

  test('a registration is redeemed before its session starts', async () => {
    const { browser, call, email, user_id } = await registered('meanwhile@example.com');
    await running.auth.verifyAddress(email);
    const concurrent: unknown[] = [];
    browser.beforeSignIn = async () => {
      browser.beforeSignIn = () => Promise.resolve();
      concurrent.push(await call.completeRegistration({ user_id }).catch((error: unknown) => error));
    };
    expect(await call.completeRegistration({ user_id })).toMatchObject({ user_data: { uid: user_id } });
    expect(concurrent).toMatchObject([{ message: 'Email not verified' }]);
  });

  test('a resend returns the same for any address, and mails only unverified users', async () => {
    const { call, email, user_id } = await registered('resend@example.com');
    const known = await call.resendVerificationEmail({ email });
    expect(await call.resendVerificationEmail({ email: 'unknown@example.com' })).toEqual(known);
    expect(await call.resendVerification({ user_id: 'unknown' })).toEqual(known);
    expect(await mailsTo(email)).toHaveLength(2);
    expect(await mailsTo('unknown@example.com')).toHaveLength(0);

    await call.confirmEmail({ uid: secretOf((await mailsTo(email))[0], 'uid') });
    expect(await call.resendVerification({ user_id })).toEqual(known);
    expect((await mailsTo(email)).filter(({ subject }) => subject.startsWith('Verify'))).toHaveLength(2);
  });

  test('the sixth mail in an hour says when the next can be sent, for unknown addresses too', async () => {
    const { call, email, user_id } = await registered('limited@example.com');
    /** Returns what each of seven requests returns, with the minutes left out. */
    const outcomes = async (request: () => Promise<unknown>) => {
      const results: unknown[] = [];
      for (let i = 0; i < 7; i++) {
        const result = await request().catch((error: unknown) => appErrorOf(error).message);
        results.push(typeof result === 'string' ? result.replace(/ \d+ /, ' n ') : 'sent');
      }
      return results;
    };
    const refused = 'Several of these emails were sent already. The next one can be sent in n minutes.';
    const fiveSent = [...Array.from({ length: 5 }, () => 'sent'), refused, refused];
    for (const address of [email, 'nobody@example.com']) {
      expect(await outcomes(() => call.resendVerificationEmail({ email: address }))).toEqual(fiveSent);
      expect(await outcomes(() => call.requestPasswordReset({ email: address }))).toEqual(fiveSent);
    }
    // The mail of the registration was the first of five.
    expect(await outcomes(() => call.resendVerification({ user_id }))).toEqual([
      ...fiveSent.slice(1),
      refused,
    ]);
    expect((await mailsTo(email)).filter(({ subject }) => subject.startsWith('Verify'))).toHaveLength(10);
  });
});
