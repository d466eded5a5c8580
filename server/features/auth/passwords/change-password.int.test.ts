import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  appErrorOf,
  PASSWORD,
  registration,
  secretOf,
  startAuth,
} from '#server/features/auth/auth-harness.ts';
import { createUserStore, type UserRecord } from '#server/features/auth/user-store.ts';

const NEXT = 'another good password';

describe('a change of password', () => {
  let running: Awaited<ReturnType<typeof startAuth>>;
  beforeAll(async () => {
    running = await startAuth();
  });
  afterAll(() => running.stop());

  /** Registers a user and signs in with a second browser. */
  async function twoBrowsers(email: string) {
    const [first, second] = [running.browser(), running.browser()];
    await first.call.register(registration(email));
    await second.call.login({ email, password: PASSWORD });
    return { first, second };
  }
  const change = { current_password: PASSWORD, password: NEXT };
  const changeMails = async (email: string) =>
    (await running.mails()).filter(
      ({ to, subject }) => to === email && subject === 'Your Hark password was changed',
    );
  const signIn = (email: string, password: string) => running.browser().call.login({ email, password });

  test('keeps this browser signed in, signs out all others and mails the user', async () => {
    const email = 'change@example.com';
    const { first, second } = await twoBrowsers(email);
    expect(await first.call.changePassword(change)).toMatchObject({ success: true });
    expect(first.browser.user).not.toBeNull();
    expect(second.browser.user).toBeNull();
    expect(await signIn(email, PASSWORD).catch(codeOf)).toBe('INVALID_CREDENTIALS');
    expect(await signIn(email, NEXT)).toHaveProperty('user_data');
    expect(await changeMails(email)).toHaveLength(1);
  });

  test('needs the current password, and a wrong one changes nothing', async () => {
    const email = 'wrong@example.com';
    const { first, second } = await twoBrowsers(email);
    const guess = { ...change, current_password: 'a guess' };
    expect(await first.call.changePassword(guess).catch(appErrorOf)).toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: { current_password: 'Your current password is not correct' } },
    });
    expect([first.browser.user, second.browser.user]).not.toContain(null);
    expect(await signIn(email, PASSWORD)).toHaveProperty('user_data');
    expect(await changeMails(email)).toEqual([]);
  });

  test('allows ten attempts an hour, apart from failed sign-ins', async () => {
    const email = 'guess@example.com';
    const { first } = await twoBrowsers(email);
    const other = running.browser();
    for (let i = 0; i < 11; i++) await other.call.login({ email, password: 'a guess' }).catch(codeOf);
    const guesses = Array.from({ length: 20 }, (_, i) =>
      first.call.changePassword({ ...change, current_password: `guess ${String(i)}` }).catch(codeOf),
    );
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === 'INVALID_INPUT')).toHaveLength(10);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(10);
    expect(await first.call.changePassword(change).catch(codeOf)).toBe('TOO_MANY_REQUESTS');
  });

  test('of two concurrent changes exactly one succeeds', async () => {
    const email = 'twice@example.com';
    const { first } = await twoBrowsers(email);
    const passwords = ['first new password', 'second new password'];
    const results = await Promise.all(
      passwords.map((password) => first.call.changePassword({ ...change, password }).catch(codeOf)),
    );
    const valid = passwords.filter((_, i) => typeof results[i] !== 'string');
    expect(valid).toHaveLength(1);
    for (const password of passwords) {
      const signedIn = await signIn(email, password).then(
        () => true,
        () => false,
      );
      expect([password, signedIn]).toEqual([password, valid.includes(password)]);
    }
  });

  test('ends a session that is started with the old password meanwhile', async () => {
    const email = 'meanwhile@example.com';
    const { first } = await twoBrowsers(email);
    const late = running.browser();
    late.browser.beforeSignIn = () => first.call.changePassword(change);
    expect(await late.call.login({ email, password: PASSWORD }).catch(codeOf)).toBe('INVALID_CREDENTIALS');
    expect(late.browser.user).toBeNull();
  });

  test('voids a password reset link that was mailed before', async () => {
    const email = 'link@example.com';
    const { first } = await twoBrowsers(email);
    await first.call.requestPasswordReset({ email });
    const token = secretOf((await running.mails())[0], 'token');
    await first.call.changePassword(change);
    const reset = { token, password: 'the third password' };
    expect(await running.browser().call.resetPassword(reset).catch(codeOf)).toBe('LINK_INVALID');
    expect(await signIn(email, NEXT)).toHaveProperty('user_data');
  });

  test('voids a mailed link even if the process dies right after it', async () => {
    const email = 'died@example.com';
    const { first } = await twoBrowsers(email);
    await first.call.requestPasswordReset({ email });
    const token = secretOf((await running.mails())[0], 'token');
    const users = createUserStore(running.connection.model<UserRecord>('User'));
    const user = (await users.byEmail(email)) ?? expect.fail();
    await users.replacePassword(user._id, user.passwordHash, 'another hash');
    const reset = { token, password: 'the third password' };
    expect(await running.browser().call.resetPassword(reset).catch(codeOf)).toBe('LINK_INVALID');
  });

  test('is not undone by a reset that has begun before', async () => {
    const email = 'begun@example.com';
    const { first } = await twoBrowsers(email);
    await first.call.requestPasswordReset({ email });
    const token = secretOf((await running.mails())[0], 'token');
    const { auth: admitted } = running.admitted(first.browser);
    running.hooks.sessionsEnded = () => {
      running.hooks.sessionsEnded = () => Promise.resolve();
      return admitted.changePassword(change);
    };
    const reset = { token, password: 'the third password' };
    expect(await running.browser().call.resetPassword(reset).catch(codeOf)).toBe('LINK_INVALID');
    expect(await signIn(email, NEXT)).toHaveProperty('user_data');
  });

  test('refuses a short password with the field named', async () => {
    const { first } = await twoBrowsers('short@example.com');
    await expect(first.call.changePassword({ ...change, password: 'short' })).rejects.toThrow(
      'The password needs at least 8 characters',
    );
  });
});

/** Returns the code of an expected error. */
function codeOf(error: unknown): string {
  return appErrorOf(error).code;
}
