import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appErrorOf, PASSWORD, registration, startAuth } from '#server/features/auth/auth-harness.ts';
import { createAuthenticator } from '#server/testing/fakes/authenticator.ts';
import { PUBLIC_URL } from '#server/testing/system/test-features.ts';

let running: Awaited<ReturnType<typeof startAuth>>;
beforeAll(async () => {
  running = await startAuth();
});
afterAll(() => running.stop());

type Api = ReturnType<typeof running.browser>['call'];

const codeOf = (secret: string) =>
  new TOTP({ secret }).generate({ timestamp: running.clock.now().getTime() });

/** Turns the second factor on; returns its secret and recovery codes. */
async function turnOn(call: Api) {
  const { secret } = await call.beginSecondFactor();
  const { recovery_codes: recoveryCodes } = await call.enableSecondFactor({ code: codeOf(secret) });
  running.clock.advance(30_000);
  return { secret, recoveryCodes };
}

async function newOwner(name: string) {
  const email = `${name}@example.com`;
  const { call } = running.browser();
  await call.register(registration(email));
  return { email, call };
}

/** Gives the right password in a new browser. */
async function afterPassword(email: string) {
  const opened = running.browser();
  const refused = await opened.call.login({ email, password: PASSWORD }).catch(appErrorOf);
  expect(refused).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
  return opened;
}

test('a sign-in during which the second factor is turned on starts no session', async () => {
  const owner = await newOwner('turned-on');
  const { browser, call } = running.browser();
  browser.beforeSignIn = () => turnOn(owner.call);
  const signedIn = await call.login({ email: owner.email, password: PASSWORD }).catch(appErrorOf);
  expect(signedIn).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(browser.user).toBeNull();
});

// The sessions of this harness outlive the end of pending sign-ins, as a request does that read its own before.
test('a pending sign-in ends with the second factor that it awaited', async () => {
  const owner = await newOwner('replaced');
  await turnOn(owner.call);
  const { browser, call } = await afterPassword(owner.email);
  await owner.call.disableSecondFactor({});
  const { secret } = await turnOn(owner.call);
  const completed = await call.completeSignIn({ code: codeOf(secret) }).catch(appErrorOf);
  expect(completed).toMatchObject({ code: 'SIGN_IN_EXPIRED' });
  expect(browser.user).toBeNull();
});

test.each(['in two steps', 'in one'])(
  'a sign-in during which the second factor is replaced starts no session: %s',
  async (way) => {
    const owner = await newOwner(`meanwhile-${way.replaceAll(' ', '-')}`);
    const { secret } = await turnOn(owner.call);
    const { browser, call } = way === 'in one' ? running.browser() : await afterPassword(owner.email);
    browser.beforeSignIn = async () => {
      await owner.call.disableSecondFactor({});
      await turnOn(owner.call);
    };
    const code = codeOf(secret);
    const signedIn =
      way === 'in one'
        ? call.login({ email: owner.email, password: PASSWORD, code })
        : call.completeSignIn({ code });
    expect(await signedIn.catch(appErrorOf)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(browser.user).toBeNull();
  },
);

test('a sign-in with a passkey that is removed meanwhile starts no session', async () => {
  const owner = await newOwner('passkey-removed');
  const authenticator = createAuthenticator(PUBLIC_URL);
  const created = authenticator.create(await owner.call.beginPasskey({}));
  await owner.call.addPasskey({ name: 'Phone', response: created });
  const { browser, call } = running.browser();
  browser.beforeSignIn = () => owner.call.removePasskey({ id: authenticator.id });
  const response = authenticator.use(await call.beginPasskeySignIn({}));
  const signedIn = await call.signInWithPasskey({ response }).catch(appErrorOf);
  expect(signedIn).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(browser.user).toBeNull();
});

test('a pending sign-in is completed once, whatever codes are given for it at once', async () => {
  const owner = await newOwner('once');
  const { secret, recoveryCodes } = await turnOn(owner.call);
  const { call } = await afterPassword(owner.email);
  const codes = [codeOf(secret), ...recoveryCodes.slice(0, 3)];
  const results = await Promise.allSettled(codes.map((code) => call.completeSignIn({ code })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
