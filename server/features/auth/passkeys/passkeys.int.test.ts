import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { HarkClient } from '#server/app/seed/hark-client.ts';
import { createAuthenticator } from '#server/testing/fakes/authenticator.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
let origin: string;
beforeAll(async () => {
  hark = await startHark();
  origin = hark.baseUrl.replace('127.0.0.1', 'localhost');
});
afterEach(() => {
  hark.clock.shift(0);
});
afterAll(() => hark.stop());

const PASSWORD = 'correct horse';
type Authenticator = ReturnType<typeof createAuthenticator>;
type Options = Parameters<Authenticator['use']>[0];

/** Calls a procedure; returns its output and the code of its error. */
async function call(client: HarkClient, procedure: string, input: object = {}) {
  const { body } = await client.post(`/trpc/auth.${procedure}`, input);
  const { result, error } = body as {
    result?: { data: Record<string, unknown> };
    error?: { data: { appCode: string } };
  };
  return { data: result?.data ?? {}, code: error?.data.appCode ?? 'ok' };
}

const optionsOf = async (client: HarkClient, procedure: string): Promise<Options> =>
  (await call(client, procedure)).data as unknown as Options;

/** Adds a passkey to the account of a client; returns the code of the error, if any. */
async function addPasskey(
  client: HarkClient,
  authenticator: Authenticator,
  name = 'Laptop',
): Promise<string> {
  const response = authenticator.create(await optionsOf(client, 'beginPasskey'));
  return (await call(client, 'addPasskey', { name, response })).code;
}

async function withPasskey() {
  const user = await hark.newUser();
  const authenticator = createAuthenticator(origin);
  expect(await addPasskey(user.client, authenticator)).toBe('ok');
  return { ...user, authenticator };
}

/** Signs in with a passkey in a new browser; returns the uid or the code of the error. */
async function signIn(authenticator: Authenticator, deviation: Parameters<Authenticator['use']>[1] = {}) {
  const client = hark.newClient();
  const response = authenticator.use(await optionsOf(client, 'beginPasskeySignIn'), deviation);
  const { data, code } = await call(client, 'signInWithPasskey', { response });
  return code === 'ok' ? (data['user_data'] as { uid: string }).uid : code;
}

const REFUSED = 'INVALID_CREDENTIALS';

it('a passkey signs in without a password, and counts as the second factor too', async () => {
  const { client, uid, authenticator } = await withPasskey();
  expect(await signIn(authenticator)).toBe(uid);
  const { secret } = (await call(client, 'beginSecondFactor')).data as { secret: string };
  expect((await call(client, 'enableSecondFactor', { code: new TOTP({ secret }).generate() })).code).toBe(
    'ok',
  );
  expect(await signIn(authenticator)).toBe(uid);
  const { body } = await client.get('/trpc/auth.passkeys');
  expect(body).toMatchObject({
    result: { data: { origin, passkeys: [{ name: 'Laptop', last_used_at: expect.any(String) as string }] } },
  });
});

it('a new passkey has an algorithm that each version of Node can verify', async () => {
  const { client } = await hark.newUser();
  const { data } = await call(client, 'beginPasskey');
  const algorithms = (data['pubKeyCredParams'] as { alg: number }[]).map(({ alg }) => alg);
  const [EDDSA, ES256, RS256] = [-8, -7, -257];
  expect(algorithms).toEqual([EDDSA, ES256, RS256]);
});

it('a signature works once, also in parallel, and for five minutes', async () => {
  const { uid, authenticator } = await withPasskey();
  const client = hark.newClient();
  const response = authenticator.use(await optionsOf(client, 'beginPasskeySignIn'));
  const results = await Promise.all(
    Array.from({ length: 5 }, () => call(hark.newClient(), 'signInWithPasskey', { response })),
  );
  expect(results.filter(({ code }) => code === 'ok')).toHaveLength(1);
  expect((await call(client, 'signInWithPasskey', { response })).code).toBe(REFUSED);

  const late = authenticator.use(await optionsOf(client, 'beginPasskeySignIn'));
  hark.clock.shift(5 * MINUTE_MS + 1_000);
  expect((await call(client, 'signInWithPasskey', { response: late })).code).toBe(REFUSED);
  expect(await signIn(authenticator)).toBe(uid);
});

it('a signature without verification of the owner, for another site, or of a copied device is refused', async () => {
  const { uid, authenticator } = await withPasskey();
  expect(await signIn(authenticator, { verified: false })).toBe(REFUSED);
  expect(await signIn(authenticator, { origin: 'http://hark.evil.example' })).toBe(REFUSED);
  expect(await signIn(createAuthenticator(origin))).toBe(REFUSED);
  expect(await signIn(authenticator, { counter: 20 })).toBe(uid);
  expect(await signIn(authenticator, { counter: 20 })).toBe(REFUSED);
  expect(await signIn(authenticator, { counter: 21 })).toBe(uid);
});

it('a device that does not verify its owner cannot become a passkey', async () => {
  const { client } = await hark.newUser();
  const options = await optionsOf(client, 'beginPasskey');
  const response = createAuthenticator(origin).create(options, { verified: false });
  expect((await call(client, 'addPasskey', { name: 'Key', response })).code).toBe('INVALID_INPUT');
});

it('adding and removing need a recent proof of identity, which a passkey of the user gives', async () => {
  const { client, authenticator } = await withPasskey();
  const other = await withPasskey();
  hark.clock.shift(11 * MINUTE_MS);
  expect((await call(client, 'beginPasskey')).code).toBe('REAUTHENTICATION_REQUIRED');
  const removal = { id: authenticator.id };
  expect((await call(client, 'removePasskey', removal)).code).toBe('REAUTHENTICATION_REQUIRED');

  const confirm = async (device: Authenticator, from = client) => {
    const response = device.use(await optionsOf(from, 'beginPasskeyConfirmation'));
    return (await call(client, 'confirmWithPasskey', { response })).code;
  };
  expect(await confirm(other.authenticator)).toBe('INVALID_INPUT');
  // A challenge that another session asked for, and one for a sign-in.
  expect(await confirm(authenticator, other.client)).toBe('INVALID_INPUT');
  const signInResponse = authenticator.use(await optionsOf(client, 'beginPasskeySignIn'));
  expect((await call(client, 'confirmWithPasskey', { response: signInResponse })).code).toBe('INVALID_INPUT');
  expect((await call(client, 'removePasskey', removal)).code).toBe('REAUTHENTICATION_REQUIRED');
  expect(await confirm(authenticator)).toBe('ok');
  expect((await call(client, 'removePasskey', { id: other.authenticator.id })).code).toBe('NOT_FOUND');
  expect((await call(client, 'removePasskey', removal)).code).toBe('ok');
  expect(await signIn(authenticator)).toBe(REFUSED);
});

it('one passkey belongs to one account', async () => {
  const { uid, authenticator } = await withPasskey();
  const thief = await hark.newUser();
  expect(await addPasskey(thief.client, authenticator)).toBe('INVALID_INPUT');
  expect(await signIn(authenticator)).toBe(uid);
});

it('a password reset keeps passkeys, but not those of an address that was never verified', async () => {
  const { email, uid, authenticator } = await withPasskey();
  await reset(email);
  expect(await signIn(authenticator)).toBe(REFUSED);

  const client = hark.newClient();
  await client.post('/login/', { email, password: PASSWORD });
  const second = createAuthenticator(origin);
  expect(await addPasskey(client, second)).toBe('ok');
  await reset(email);
  expect(await signIn(second)).toBe(uid);
});

interface Mail {
  to: string;
  subject: string;
  links: string[];
}

async function mailsTo(email: string): Promise<Mail[]> {
  const response = await fetch(`${hark.baseUrl}/local/outbox`, { headers: { accept: 'application/json' } });
  return ((await response.json()) as Mail[]).filter(({ to }) => to === email);
}

const tokensOf = async (email: string) =>
  (await mailsTo(email))
    .flatMap(({ links }) => links)
    .flatMap((link) => new URL(link).searchParams.get('token') ?? []);

/** Resets the password of an account to what it was, by the mailed link. */
async function reset(email: string): Promise<void> {
  const before = (await tokensOf(email)).length;
  await hark.newClient().post('/password-reset/', { email });
  await expect.poll(async () => (await tokensOf(email)).length, { timeout: 10_000 }).toBeGreaterThan(before);
  const [token] = await tokensOf(email);
  const done = await hark.newClient().post('/password-reset/confirm/', { token, password: PASSWORD });
  expect(done.status).toBe(200);
}

it('the user is mailed about passkeys that were added and removed', async () => {
  const { client, email, authenticator } = await withPasskey();
  await call(client, 'removePasskey', { id: authenticator.id });
  await expect
    .poll(async () => (await mailsTo(email)).map(({ subject }) => subject), { timeout: 10_000 })
    .toEqual(
      expect.arrayContaining([
        'A passkey was added to your Hark account',
        'A passkey was removed from your Hark account',
      ]),
    );
});
