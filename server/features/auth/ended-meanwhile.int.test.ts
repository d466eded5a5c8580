import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticator } from '#server/testing/fakes/authenticator.ts';
import { PUBLIC_URL } from '#server/testing/system/test-features.ts';
import { appErrorOf, PASSWORD, registration, secretOf, startAuth } from './auth-harness.ts';

let running: Awaited<ReturnType<typeof startAuth>>;
beforeAll(async () => {
  running = await startAuth();
});
afterAll(() => running.stop());

type Admitted = ReturnType<typeof running.admitted>;

/** Resets the password of an account by mail, as its owner does who was robbed of a session. */
async function resetPassword(email: string): Promise<void> {
  const { call } = running.browser();
  await call.requestPasswordReset({ email });
  const mail = (await running.mails()).find(({ to, subject }) => to === email && /reset/i.test(subject));
  await call.resetPassword({ token: secretOf(mail, 'token'), password: 'battery staple' });
}

const KEY = { name: 'Zapier', scope: 'full', expires_in_days: null } as const;

/** What somebody does with a stolen session: a first step, if there is one, and the step that gives access. */
const steps: Record<string, (request: Admitted) => Promise<(late: Admitted) => Promise<unknown>>> = {
  'an API key': () => Promise.resolve((late) => late.apiKeys.create(KEY)),
  'a passkey': async ({ auth }) => {
    const response = createAuthenticator(PUBLIC_URL).create(await auth.beginPasskey({}));
    return (late) => late.auth.addPasskey({ name: 'Phone', response });
  },
  'a second factor': () =>
    Promise.resolve(async ({ auth }) => {
      const { secret } = await auth.beginSecondFactor();
      const code = new TOTP({ secret }).generate({ timestamp: running.clock.now().getTime() });
      return auth.enableSecondFactor({ code });
    }),
  'a change of address': () =>
    Promise.resolve((late) => late.auth.requestEmailChange({ email: 'thief@example.com' })),
};

test.each(Object.keys(steps))(
  '%s that is created while the password is reset gives no access',
  async (name) => {
    const email = `${name.replaceAll(' ', '-').toLowerCase()}@example.com`;
    const { browser, call } = running.browser();
    await call.register(registration(email));
    const [uid, request] = [browser.user?.uid ?? '', running.admitted(browser)];
    const create = (await steps[name]?.(request)) ?? expect.fail();
    await resetPassword(email);
    expect(await create(request).catch(appErrorOf)).toMatchObject({ code: 'UNAUTHENTICATED' });

    const owner = running.browser();
    // No second factor is asked for.
    await owner.call.login({ email, password: 'battery staple' });
    expect((await owner.call.passkeys()).passkeys).toEqual([]);
    expect((await running.admitted(owner.browser).apiKeys.list()).api_keys).toEqual([]);
    const links = await running.connection
      .collection('mailed_links')
      .find({ uid, kind: 'change-email' })
      .toArray();
    expect(links).toEqual([]);
    expect((await running.mails()).filter(({ to }) => to === 'thief@example.com')).toEqual([]);
  },
);

test('what is created in a session that goes on stays', async () => {
  const email = 'goes-on@example.com';
  const { browser, call } = running.browser();
  await call.register(registration(email));
  const request = running.admitted(browser);
  for (const step of Object.values(steps)) await (await step(request))(request);
  expect((await call.passkeys()).passkeys).toHaveLength(1);
  expect((await request.apiKeys.list()).api_keys).toHaveLength(1);
  const signedIn = await running.browser().call.login({ email, password: PASSWORD }).catch(appErrorOf);
  expect(signedIn).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
});
