import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registration, secretOf, startAuth, PASSWORD } from './auth-harness.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('registering without verification', () => {
  let running: Awaited<ReturnType<typeof startAuth>>;
  beforeAll(async () => {
    running = await startAuth();
  });
  afterAll(() => running.stop());

  test('signs the browser in and mails nobody', async () => {
    const { browser, call } = running.browser();
    const { user_data, user_id } = await call.register(registration('new@example.com'));
    expect(user_data).toMatchObject({ email: 'new@example.com', role: 'agent' });
    expect(user_id).toBeUndefined();
    expect(browser.user?.uid).toBe(user_data?.uid);
    expect(await running.mails()).toEqual([]);
  });

  test('one address makes one account, whatever its case and however many try at once', async () => {
    const addresses = ['race@example.com', 'RACE@example.com', 'Race@Example.com', 'race@EXAMPLE.com'];
    const answers = await Promise.allSettled(
      addresses.map((email) => running.browser().call.register(registration(email))),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'CONFLICT' });
  });

  test('every account is an agent with a credit stream of its own', async () => {
    const { call, browser } = running.browser();
    await call.register({ ...registration('admin@example.com'), role: 'admin' });
    expect((await call.userInfo()).user_role).toBe('agent');
    const user = await running.auth.users.byEmail('ADMIN@example.com');
    expect(user).toMatchObject({ uid: browser.user?.uid, displayName: 'Ann Example' });
    expect(user?.streamId).not.toBe(user?.uid);
  });

  test('an empty company name is none', async () => {
    const { call } = running.browser();
    await call.register({ ...registration('company@example.com'), company_name: ' ', phone: '' });
    expect(await call.userInfo()).toMatchObject({ company_name: 'default', user_phone: '' });
  });

  test.each([
    ['a short password', { password: '1234567' }],
    ['an address without a domain', { email: 'ann@' }],
    ['no name', { display_name: '  ' }],
    ['an operator for a name', { display_name: { $gt: '' } as unknown as string }],
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

  test('answers only a user id, which by itself confirms nothing', async () => {
    const { browser, call, user_id } = await registered('ann@example.com');
    expect(user_id).not.toBe('');
    expect(browser.user).toBeNull();
    await expect(call.confirmEmail({ uid: user_id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(call.completeRegistration({ user_id })).rejects.toThrow('Email not verified');
    await expect(call.login({ email: 'ann@example.com', password: PASSWORD })).rejects.toMatchObject({
      cause: { code: 'EMAIL_NOT_VERIFIED', details: { user_id } },
    });
  });

  test('the mailed link signs in, once', async () => {
    const { browser, call, email, user_id } = await registered('bob@example.com');
    const uid = secretOf((await mailsTo(email))[0], 'uid');
    expect(await call.confirmEmail({ uid })).toMatchObject({ success: true, user_data: { uid: user_id } });
    expect(browser.user?.uid).toBe(user_id);
    await expect(running.browser().call.confirmEmail({ uid })).rejects.toThrow('Email already verified');
  });

  test('of a link followed many times at once one wins', async () => {
    const { call, email } = await registered('twice@example.com');
    const uid = secretOf((await mailsTo(email))[0], 'uid');
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => call.confirmEmail({ uid })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a link ends after a day; a fresh one works', async () => {
    const { call, email, user_id } = await registered('late@example.com');
    const old = secretOf((await mailsTo(email))[0], 'uid');
    running.clock.advance(DAY_MS);
    await expect(call.confirmEmail({ uid: old })).rejects.toThrow('expired');
    await call.resendVerification({ user_id });
    expect(await call.confirmEmail({ uid: secretOf((await mailsTo(email))[0], 'uid') })).toMatchObject({
      success: true,
    });
  });

  test('only the browser that registered learns of the verification and may go on from it', async () => {
    const { browser, call, email, user_id } = await registered('support@example.com');
    const stranger = running.browser();
    expect(await call.checkEmailVerification({ email })).toEqual({ verified: false });
    expect(await running.auth.users.byEmail(email)).toMatchObject({ emailConfirmed: false });
    await running.auth.verifyAddress(email);
    expect(await running.auth.users.byEmail(email)).toMatchObject({ emailConfirmed: true });

    expect(await stranger.call.checkEmailVerification({ email })).toEqual({ verified: false });
    await expect(stranger.call.completeRegistration({ user_id })).rejects.toThrow('Email not verified');
    expect(await call.checkEmailVerification({ email })).toEqual({ verified: true });
    const answers = await Promise.allSettled([1, 2, 3].map(() => call.completeRegistration({ user_id })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(browser.user?.uid).toBe(user_id);
  });

  test('a registration is used up before the session begins that it leads to', async () => {
    const { browser, call, email, user_id } = await registered('meanwhile@example.com');
    await running.auth.verifyAddress(email);
    const meanwhile: unknown[] = [];
    browser.beforeSignIn = async () => {
      browser.beforeSignIn = () => Promise.resolve();
      meanwhile.push(await call.completeRegistration({ user_id }).catch((error: unknown) => error));
    };
    expect(await call.completeRegistration({ user_id })).toMatchObject({ user_data: { uid: user_id } });
    expect(meanwhile).toMatchObject([{ message: 'Email not verified' }]);
  });

  test('a resend says the same to everyone and mails only who waits for it, five times an hour', async () => {
    const { call, email, user_id } = await registered('resend@example.com');
    const known = await call.resendVerificationEmail({ email });
    expect(await call.resendVerificationEmail({ email: 'stranger@example.com' })).toEqual(known);
    expect(await call.resendVerification({ user_id: 'unknown' })).toEqual(known);
    for (let i = 0; i < 6; i++) await call.resendVerification({ user_id });
    expect(await mailsTo(email)).toHaveLength(5);
    expect(await mailsTo('stranger@example.com')).toHaveLength(0);

    await call.confirmEmail({ uid: secretOf((await mailsTo(email))[0], 'uid') });
    expect(await call.resendVerificationEmail({ email })).toEqual(known);
    expect(await mailsTo(email)).toHaveLength(5);
  });
});
