import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import { createUserModel, createUserStore, type UserRecord } from '#server/features/auth/user-store.ts';
import { createAuthenticator } from '#server/testing/fakes/authenticator.ts';
import { PUBLIC_URL } from '#server/testing/system/test-features.ts';
import { BUSY } from '#server/testing/system/test-node.ts';
import { PASSWORD, registration, startAuth } from '../auth-harness.ts';

let harness: Awaited<ReturnType<typeof startAuth>>;
let owner: UserRecord;
let secret: string;
let recoveryCodes: string[];
let authenticator: ReturnType<typeof createAuthenticator>;
let accounts = 0;
beforeAll(async () => {
  harness = await startAuth();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  const email = `owner${String((accounts += 1))}@example.com`;
  const { call } = harness.browser();
  await call.register(registration(email));
  ({ secret } = await call.beginSecondFactor());
  ({ recovery_codes: recoveryCodes } = await call.enableSecondFactor({ code: codeNow() }));
  authenticator = createAuthenticator(PUBLIC_URL);
  await call.addPasskey({ name: 'Laptop', response: authenticator.create(await call.beginPasskey()) });
  owner = (await createUserStore(createUserModel(harness.connection)).byEmail(email)) as UserRecord;
});

const codeNow = () => new TOTP({ secret }).generate({ timestamp: harness.clock.now().getTime() });
const mailsTo = async () =>
  (await harness.mails()).filter(({ to }) => to === owner.email).map(({ subject }) => subject);
/** Runs what removes factors whose day is over. */
const sweep = async () => {
  const duty = harness.auth.duties.find(({ name }) => name === 'reset-second-factors');
  await duty?.run(BUSY);
};
/** Whether a sign-in asks for a code. */
const asksForCode = async () => {
  const signIn = harness.browser().call.login({ email: owner.email, password: PASSWORD });
  return signIn.then(
    () => false,
    (error: unknown) => (error as { cause: { code: string } }).cause.code === 'SECOND_FACTOR_REQUIRED',
  );
};

const REMOVAL = 'Two-step verification of your Hark account will be removed';

it('a lost factor is removed a day after the mail about it, and not before', async () => {
  const { support } = harness.auth;
  expect(await support.resetFactor(owner)).toBe(true);
  harness.clock.advance(DAY_MS);
  await Promise.all([sweep(), sweep()]);
  expect(await mailsTo()).toContain(REMOVAL);
  harness.clock.advance(DAY_MS - MINUTE_MS);
  await sweep();
  expect(await asksForCode()).toBe(true);
  harness.clock.advance(MINUTE_MS);
  await Promise.all([sweep(), sweep()]);
  expect(await asksForCode()).toBe(false);
  expect(await mailsTo()).toContain('Two-step verification is off for your Hark account');
});

it('it is asked for once: a repetition neither mails nor puts the day off', async () => {
  const { support } = harness.auth;
  await support.resetFactor(owner);
  await sweep();
  const before = await mailsTo();
  harness.clock.advance(DAY_MS / 2);
  expect(await support.resetFactor(owner)).toBe(false);
  await sweep();
  expect(await mailsTo()).toEqual(before);
  harness.clock.advance(DAY_MS / 2);
  await sweep();
  expect(await asksForCode()).toBe(false);
  expect(await support.resetFactor(owner)).toBe(false);
});

describe('it is kept', () => {
  const signInWithPasskey = async () => {
    const { call } = harness.browser();
    return call.signInWithPasskey({ response: authenticator.use(await call.beginPasskeySignIn({})) });
  };
  const signInWith = (code: string) =>
    harness.browser().call.login({ email: owner.email, password: PASSWORD, code });
  it.each([
    ['where its owner signs in with a code', () => signInWith(codeNow())],
    ['where its owner signs in with a recovery code', () => signInWith(recoveryCodes[0] ?? '')],
    ['where its owner signs in with a passkey', () => signInWithPasskey()],
    ['where support is asked to', () => harness.auth.support.keepFactor(owner)],
  ])('%s', async (_case, keep) => {
    await harness.auth.support.resetFactor(owner);
    await sweep();
    harness.clock.advance(DAY_MS - MINUTE_MS);
    expect(await keep()).toBeTruthy();
    harness.clock.advance(DAY_MS);
    await sweep();
    expect(await asksForCode()).toBe(true);
  });

  it('where that happens before its owner was told', async () => {
    await harness.auth.support.resetFactor(owner);
    harness.clock.advance(MINUTE_MS);
    await signInWith(codeNow());
    await sweep();
    expect(await mailsTo()).not.toContain(REMOVAL);
  });

  it('not where somebody guesses a code', async () => {
    await harness.auth.support.resetFactor(owner);
    await sweep();
    await expect(signInWith('000000')).rejects.toThrow();
    harness.clock.advance(DAY_MS);
    await sweep();
    expect(await asksForCode()).toBe(false);
  });
});
