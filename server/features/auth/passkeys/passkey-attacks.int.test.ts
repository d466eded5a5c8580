import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_PASSKEYS, type PasskeyUse } from '#shared/schemas/account/passkeys.ts';
import {
  appErrorOf,
  PASSWORD,
  registration,
  secretOf,
  startAuth,
} from '#server/features/auth/auth-harness.ts';
import { clearAttempts } from '#server/features/auth/limits/attempt-store.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { createAuthenticator } from '#server/testing/fakes/authenticator.ts';
import { PUBLIC_URL } from '#server/testing/system/test-features.ts';

let running: Awaited<ReturnType<typeof startAuth>>;
beforeAll(async () => {
  running = await startAuth();
});
beforeEach(() => clearAttempts(running.connection, ''));
afterAll(() => running.stop());

type Authenticator = ReturnType<typeof createAuthenticator>;
type Deviation = NonNullable<Parameters<Authenticator['use']>[1]>;

async function newOwner() {
  const email = `${newId()}@example.com`;
  const { browser, call } = running.browser();
  await call.register(registration(email));
  const authenticator = createAuthenticator(PUBLIC_URL);
  await call.addPasskey({ name: 'Phone', response: authenticator.create(await call.beginPasskey({})) });
  return { email, uid: browser.user?.uid ?? '', browser, call, authenticator };
}

/** Signs in with what a passkey returned, in a new browser; returns the uid or the code of the error. */
async function signIn(response: PasskeyUse): Promise<string> {
  const { browser, call } = running.browser();
  const error = await call.signInWithPasskey({ response }).then(() => undefined, appErrorOf);
  expect(browser.user === null).toBe(error !== undefined);
  return error?.code ?? browser.user?.uid ?? '';
}

const signInOptions = () => running.browser().call.beginPasskeySignIn({});
const REFUSED = 'INVALID_CREDENTIALS';

const deviations: Record<string, Deviation> = {
  'from a page of another site': { origin: 'https://hark.example.evil.example' },
  'from a page without https': { origin: PUBLIC_URL.replace('https:', 'http:') },
  'from another port': { origin: `${PUBLIC_URL}:8443` },
  'by a device that was asked for another site': { rpId: 'evil.example' },
  'by a device that was asked for a part of the site': { rpId: 'example' },
  'without a person at the device': { present: false },
  'without a verified owner': { verified: false },
  'for another ceremony': { type: 'webauthn.create' },
};

test.each(Object.entries(deviations))('a signature is refused: %s', async (_, deviation) => {
  const { uid, authenticator } = await newOwner();
  expect(await signIn(authenticator.use(await signInOptions(), deviation))).toBe(REFUSED);
  expect(await signIn(authenticator.use(await signInOptions()))).toBe(uid);
});

test.each(Object.entries({ ...deviations, 'for another ceremony': { type: 'webauthn.get' as const } }))(
  'a new passkey is refused: %s',
  async (_, deviation) => {
    const { call } = await newOwner();
    const response = createAuthenticator(PUBLIC_URL).create(await call.beginPasskey({}), deviation);
    const refused = await call.addPasskey({ name: 'Key', response }).catch(appErrorOf);
    expect(refused).toMatchObject({ code: 'INVALID_INPUT' });
    expect((await call.passkeys()).passkeys).toHaveLength(1);
  },
);

test('a confirmation names the passkeys of its user, and a sign-in names none', async () => {
  const [ana] = [await newOwner(), await newOwner()];
  const { allowCredentials } = await ana.call.beginPasskeyConfirmation({});
  expect(allowCredentials?.map(({ id }) => id)).toEqual([ana.authenticator.id]);
  expect((await signInOptions()).allowCredentials).toBeUndefined();
});

test('a signature counts for its own challenge, its own passkey and its own user', async () => {
  const [ana, eve] = [await newOwner(), await newOwner()];
  // Challenges for other uses, of a session of the same user.
  for (const options of [await ana.call.beginPasskeyConfirmation({}), await ana.call.beginPasskey({})])
    expect(await signIn(ana.authenticator.use(options))).toBe(REFUSED);
  // One that Hark never issued, and none.
  for (const challenge of ['bm90IG91cnM', ''])
    expect(await signIn(ana.authenticator.use({ ...(await signInOptions()), challenge }))).toBe(REFUSED);
  // The signature of one passkey under the name of another.
  const own = eve.authenticator.use(await signInOptions());
  expect(await signIn({ ...own, id: ana.authenticator.id, rawId: ana.authenticator.id })).toBe(REFUSED);
  // A passkey that says it is of another user.
  const named = eve.authenticator.use(await signInOptions());
  const userHandle = Buffer.from(ana.uid).toString('base64url');
  expect(await signIn({ ...named, response: { ...named.response, userHandle } })).toBe(REFUSED);
  expect(await signIn(eve.authenticator.use(await signInOptions()))).toBe(eve.uid);
});

test('what a new passkey returned signs nobody in, and adds it once and in its session', async () => {
  const [ana, eve] = [await newOwner(), await newOwner()];
  const authenticator = createAuthenticator(PUBLIC_URL);
  const response = authenticator.create(await ana.call.beginPasskey({}));
  const { attestationObject, clientDataJSON } = response.response;
  const posed = { clientDataJSON, authenticatorData: attestationObject, signature: attestationObject };
  expect(await signIn({ ...response, response: posed })).toBe(REFUSED);
  const added = (call: typeof ana.call) =>
    call.addPasskey({ name: 'Key', response }).then(
      () => 'ok',
      (error: unknown) => appErrorOf(error).code,
    );
  expect(await added(eve.call)).toBe('INVALID_INPUT');
  const results = await Promise.all(Array.from({ length: 5 }, () => added(ana.call)));
  expect(results.sort()).toEqual([...Array<string>(4).fill('INVALID_INPUT'), 'ok']);
});

test('no changed byte of a signature is accepted', async () => {
  const { uid, authenticator } = await newOwner();
  const field = fc.constantFrom('clientDataJSON', 'authenticatorData', 'signature' as const);
  await fc.assert(
    fc.asyncProperty(field, fc.nat(), fc.integer({ min: 1, max: 255 }), async (name, at, mask) => {
      const use = authenticator.use(await signInOptions());
      const bytes = Buffer.from(use.response[name], 'base64url');
      // The header of DER around a signature says nothing that is signed, and is read leniently.
      const from = name === 'signature' ? 2 : 0;
      const index = from + (at % (bytes.length - from));
      bytes.writeUInt8(bytes.readUInt8(index) ^ mask, index);
      const response = { ...use.response, [name]: bytes.toString('base64url') };
      expect(await signIn({ ...use, response })).toBe(REFUSED);
    }),
    { numRuns: 80 },
  );
  expect(await signIn(authenticator.use(await signInOptions()))).toBe(uid);
});

test('a passkey that is removed after the options were issued signs in and confirms no more', async () => {
  const { browser, call, authenticator } = await newOwner();
  const use = authenticator.use(await signInOptions());
  const confirmation = authenticator.use(await call.beginPasskeyConfirmation({}));
  await call.removePasskey({ id: authenticator.id });
  browser.recentlyAuthenticated = false;
  expect(await signIn(use)).toBe(REFUSED);
  const confirmed = await call.confirmWithPasskey({ response: confirmation }).catch(appErrorOf);
  expect(confirmed).toMatchObject({ code: 'INVALID_INPUT' });
  expect(browser.recentlyAuthenticated).toBe(false);
});

test('a passkey of a closed account signs in no more, and its challenges end with the session', async () => {
  const { email, uid, browser, call, authenticator } = await newOwner();
  const [use, options] = [authenticator.use(await signInOptions()), await call.beginPasskey({})];
  const confirmation = authenticator.use(await call.beginPasskeyConfirmation({}));
  const added = createAuthenticator(PUBLIC_URL).create(options);
  const admitted = running.admitted(browser);
  const { session } = browser.context();
  await running.auth.closing.close(uid, { email, password: PASSWORD, session }, () => Promise.resolve());
  await running.auth.closing.eraseAccess({ uid, email });
  expect(await signIn(use)).toBe(REFUSED);
  for (const late of [
    admitted.auth.addPasskey({ name: 'Late', response: added }),
    admitted.auth.confirmWithPasskey({ response: confirmation }),
  ])
    await expect(late).rejects.toThrow();
  expect(await running.connection.collection('passkeys').countDocuments({ uid })).toBe(0);
});

test('a password reset ends the challenges of the sessions that it ends', async () => {
  const { email, browser, call, authenticator } = await newOwner();
  const confirmation = authenticator.use(await call.beginPasskeyConfirmation({}));
  const admitted = running.admitted(browser);
  const signedOut = running.browser().call;
  await signedOut.requestPasswordReset({ email });
  const mail = (await running.mails()).find(({ to, subject }) => to === email && /reset/i.test(subject));
  await signedOut.resetPassword({ token: secretOf(mail, 'token'), password: 'battery staple' });
  await expect(admitted.auth.confirmWithPasskey({ response: confirmation })).rejects.toThrow();
  await expect(call.beginPasskey({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('several passkeys added at once do not exceed the limit', async () => {
  const { call } = await newOwner();
  const add = async () => {
    const response = createAuthenticator(PUBLIC_URL).create(await call.beginPasskey({}));
    return () =>
      call.addPasskey({ name: 'Key', response }).then(
        () => 'added',
        (error: unknown) => appErrorOf(error).code,
      );
  };
  for (let left = MAX_PASSKEYS - 2; left > 0; left--) expect(await (await add())()).toBe('added');
  const ready = [await add(), await add(), await add(), await add()];
  const results = await Promise.all(ready.map((run) => run()));
  expect(results.filter((result) => result !== 'added' && result !== 'LIMIT_REACHED')).toEqual([]);
  expect((await call.passkeys()).passkeys.length).toBeLessThanOrEqual(MAX_PASSKEYS);
});
