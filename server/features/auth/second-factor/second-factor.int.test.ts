import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { RESEAL_DUTY } from '#server/features/auth/auth-feature.ts';
import type { HarkClient } from '#server/app/seed/hark-client.ts';
import { createSecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import { deriveSecrets } from '#server/platform/lib/secrets/secrets.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { createSecondFactorModel, createSecondFactorStore } from './second-factor-store.ts';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

const PASSWORD = 'correct horse';
const STEP_MS = 30_000;
let steps = 0;

const boxOf = (...secrets: [string, ...string[]]) => createSecretBox(deriveSecrets(secrets, 'second factor'));

interface Owner {
  email: string;
  uid: string;
  client: HarkClient;
  secret: string;
  recoveryCodes: string[];
}

/** Calls a procedure; returns its output or its error. */
async function call(client: HarkClient, procedure: string, input: object = {}) {
  const { body } = await client.post(`/trpc/auth.${procedure}`, input);
  const { result, error } = body as {
    result?: { data: Record<string, unknown> };
    error?: { data: { appCode: string; details: { fields?: Record<string, string> } } };
  };
  return { data: result?.data ?? {}, code: error?.data.appCode ?? 'ok', fields: error?.data.details.fields };
}

/** Returns a code that no test has used: the clock goes on by one time step for each. */
function freshCode(secret: string): string {
  steps += 1;
  hark.clock.shift(steps * STEP_MS);
  return new TOTP({ secret }).generate({ timestamp: hark.clock.now().getTime() });
}

/** Creates a user whose second factor is on. */
async function protectedUser(): Promise<Owner> {
  const user = await hark.newUser();
  const { secret } = (await call(user.client, 'beginSecondFactor')).data as { secret: string };
  const { data } = await call(user.client, 'enableSecondFactor', { code: freshCode(secret) });
  return { ...user, secret, recoveryCodes: data['recovery_codes'] as string[] };
}

const isSignedIn = async (client: HarkClient) => (await client.get('/users/user-info/')).status === 200;

/** Gives the right password in a new browser. */
async function afterPassword({ email }: Pick<Owner, 'email'>): Promise<HarkClient> {
  const client = hark.newClient();
  expect((await call(client, 'login', { email, password: PASSWORD })).code).toBe('SECOND_FACTOR_REQUIRED');
  expect(await isSignedIn(client)).toBe(false);
  return client;
}

const restSignIn = (owner: Owner, code?: string) =>
  hark
    .newClient()
    .post('/login/', { email: owner.email, password: PASSWORD, ...(code !== undefined && { code }) });

async function mailsTo(email: string): Promise<string[]> {
  const response = await fetch(`${hark.baseUrl}/local/outbox`, { headers: { accept: 'application/json' } });
  const mails = (await response.json()) as { to: string; subject: string }[];
  return mails.filter(({ to }) => to === email).map(({ subject }) => subject);
}

it('turning it on needs a code of the new secret, signs out other browsers and mails the user', async () => {
  const user = await hark.newUser();
  const other = hark.newClient();
  await other.post('/login/', { email: user.email, password: PASSWORD });
  const { secret, uri } = (await call(user.client, 'beginSecondFactor')).data as {
    secret: string;
    uri: string;
  };
  expect(uri).toContain(`secret=${secret}`);
  expect(await call(user.client, 'enableSecondFactor', { code: '000000' })).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { code: expect.stringContaining('not correct') as string },
  });
  expect((await restSignIn({ ...user, secret, recoveryCodes: [] })).status).toBe(200);

  const code = freshCode(secret);
  const { data } = await call(user.client, 'enableSecondFactor', { code });
  expect((await restSignIn({ ...user, secret, recoveryCodes: [] }, code)).status).toBe(400);
  expect(new Set(data['recovery_codes'] as string[]).size).toBe(10);
  expect([await isSignedIn(user.client), await isSignedIn(other)]).toEqual([true, false]);
  expect((await call(user.client, 'beginSecondFactor')).code).toBe('CONFLICT');
  await expect
    .poll(() => mailsTo(user.email), { timeout: 10_000 })
    .toContain('Two-step verification is on for your Hark account');
});

it('the secret is stored encrypted and the recovery codes hashed', async () => {
  const owner = await protectedUser();
  const connection = await connectDatabase(hark.mongodbUri);
  const stored = JSON.stringify(await connection.collection('second_factors').find().toArray());
  await connection.close();
  expect(stored).not.toContain(owner.secret);
  for (const code of owner.recoveryCodes) expect(stored).not.toContain(code);
});

it('a sign-in asks for a code after the password, in this browser only', async () => {
  const owner = await protectedUser();
  const client = await afterPassword(owner);
  const code = freshCode(owner.secret);
  // A right code in a browser that gave no password.
  expect((await call(hark.newClient(), 'completeSignIn', { code })).code).toBe('SIGN_IN_EXPIRED');
  expect((await call(client, 'completeSignIn', { code: '12345' })).fields).toHaveProperty('code');
  expect((await call(client, 'completeSignIn', { code })).data).toMatchObject({
    user_data: { uid: owner.uid },
  });
  expect(await isSignedIn(client)).toBe(true);
});

it('a pending sign-in ends after five minutes, and with a change of password', async () => {
  const [owner, slow] = [await protectedUser(), await protectedUser()];
  const [late, changed] = [await afterPassword(slow), await afterPassword(owner)];
  await call(owner.client, 'changePassword', {
    current_password: PASSWORD,
    password: 'another good password',
  });
  expect((await call(changed, 'completeSignIn', { code: freshCode(owner.secret) })).code).toBe(
    'SIGN_IN_EXPIRED',
  );
  steps += 11;
  expect((await call(late, 'completeSignIn', { code: freshCode(slow.secret) })).code).toBe('SIGN_IN_EXPIRED');
});

it('a pending sign-in is completed once, whatever codes are given for it at once', async () => {
  const owner = await protectedUser();
  for (const recoveryCode of owner.recoveryCodes.slice(0, 4)) {
    const client = await afterPassword(owner);
    const codes = [freshCode(owner.secret), recoveryCode];
    const results = await Promise.all(
      codes.map((code) => call(hark.newClient(client.cookie()), 'completeSignIn', { code })),
    );
    expect(results.map(({ code }) => code).sort()).toEqual(['SIGN_IN_EXPIRED', 'ok']);
  }
});

it('a code counts once, also for parallel uses', async () => {
  const owner = await protectedUser();
  const code = freshCode(owner.secret);
  const results = await Promise.all(Array.from({ length: 5 }, () => restSignIn(owner, code)));
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  const replay = await restSignIn(owner, code);
  expect(replay).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', fields: expect.anything() as object },
  });
  expect((await restSignIn(owner, freshCode(owner.secret))).status).toBe(200);
});

it('a recovery code counts once, also for parallel uses, however it is typed', async () => {
  const owner = await protectedUser();
  const [first = '', second = ''] = owner.recoveryCodes;
  const results = await Promise.all(Array.from({ length: 5 }, () => restSignIn(owner, first)));
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await restSignIn(owner, ` ${second.replaceAll('-', ' ').toUpperCase()}`)).status).toBe(200);
  await expect
    .poll(() => mailsTo(owner.email), { timeout: 10_000 })
    .toContain('A recovery code of your Hark account was used');
});

it('renewed recovery codes replace the earlier ones', async () => {
  const owner = await protectedUser();
  const { data } = await call(owner.client, 'renewRecoveryCodes');
  const [renewed = ''] = data['recovery_codes'] as string[];
  expect((await restSignIn(owner, owner.recoveryCodes[0])).status).toBe(400);
  expect((await restSignIn(owner, renewed)).status).toBe(200);
});

it('of many guesses ten are checked in an hour, then even the right code is refused', async () => {
  const owner = await protectedUser();
  const client = await afterPassword(owner);
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, i) => call(client, 'completeSignIn', { code: String(100_000 + i) })),
  );
  expect(guesses.filter(({ code }) => code === 'INVALID_INPUT')).toHaveLength(10);
  expect((await call(client, 'completeSignIn', { code: freshCode(owner.secret) })).code).toBe(
    'TOO_MANY_REQUESTS',
  );
  expect((await restSignIn(owner, owner.recoveryCodes[0])).status).toBe(429);
});

it('an attacker who has the password uses up no attempts of a browser that the account knows', async () => {
  const owner = await protectedUser();
  const signIn = async (code: string, cookie = '') => {
    const headers = { 'content-type': 'application/json', cookie };
    const body = JSON.stringify({ email: owner.email, password: PASSWORD, code });
    const { status, headers: sent } = await fetch(`${hark.baseUrl}/login/`, {
      method: 'POST',
      headers,
      body,
    });
    const known = sent.getSetCookie().find((set) => set.startsWith('hark.browser='));
    return { status, cookie: known?.split(';')[0] ?? '' };
  };
  const { cookie } = await signIn(freshCode(owner.secret));
  for (let guess = 0; guess < 11; guess += 1) await signIn(String(100_000 + guess));
  expect((await signIn(freshCode(owner.secret))).status).toBe(429);
  expect((await signIn(freshCode(owner.secret), cookie)).status).toBe(200);
  for (let guess = 0; guess < 11; guess += 1) await signIn(String(100_000 + guess), cookie);
  expect((await signIn(freshCode(owner.secret), cookie)).status).toBe(429);
});

it('a program that sends no code is told so', async () => {
  expect(await restSignIn(await protectedUser())).toMatchObject({
    status: 403,
    body: { code: 'SECOND_FACTOR_REQUIRED', error: expect.stringContaining('"code"') as string },
  });
});

it('confirming who one is takes a code, and not the password alone', async () => {
  const owner = await protectedUser();
  steps += 20;
  const code = freshCode(owner.secret);
  expect((await call(owner.client, 'disableSecondFactor')).code).toBe('REAUTHENTICATION_REQUIRED');
  expect((await call(owner.client, 'reauthenticate', { password: PASSWORD })).fields).toHaveProperty('code');
  const change = { current_password: PASSWORD, password: PASSWORD };
  expect((await call(owner.client, 'changePassword', change)).code).toBe('ok');
  expect((await call(owner.client, 'disableSecondFactor')).code).toBe('REAUTHENTICATION_REQUIRED');
  expect((await call(owner.client, 'reauthenticate', { code })).code).toBe('ok');
  expect((await call(owner.client, 'disableSecondFactor')).code).toBe('ok');
  expect((await restSignIn(owner)).status).toBe(200);
});

it('an owner whose key is lost signs in with a recovery code, and is told so for a code of the app', async () => {
  const owner = await protectedUser();
  const connection = await connectDatabase(hark.mongodbUri);
  const secret = boxOf('a lost secret').seal(owner.secret, owner.uid);
  await connection
    .collection<{ _id: string }>('second_factors')
    .updateOne({ _id: owner.uid }, { $set: { secret } });
  await connection.close();
  const client = await afterPassword(owner);
  for (let tried = 0; tried < 12; tried += 1)
    expect(await call(client, 'completeSignIn', { code: '123456' })).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { code: expect.stringContaining('recovery code') as string },
    });
  expect((await restSignIn(owner, freshCode(owner.secret))).status).toBe(400);
  const [code = ''] = owner.recoveryCodes;
  expect((await call(client, 'completeSignIn', { code })).code).toBe('ok');
  expect(await isSignedIn(client)).toBe(true);
  expect(
    (await call(client, 'reauthenticate', { password: PASSWORD, code: '123456' })).fields,
  ).toHaveProperty('code');
  const [, next = ''] = owner.recoveryCodes;
  expect((await call(client, 'reauthenticate', { password: PASSWORD, code: next })).code).toBe('ok');
  expect((await call(client, 'disableSecondFactor')).code).toBe('ok');
});

it('after a rotation the secrets are encrypted again, and codes work with the new secret alone', async () => {
  const database = await testDatabase();
  const control = { signal: new AbortController().signal, heartbeat: () => Promise.resolve() };
  const reseal = async (...secrets: [string, ...string[]]) => {
    const { auth } = composeTestFeatures(database.connection, {
      secrets,
      providers: { mailer: { send: () => Promise.resolve() } },
    });
    await auth.duties.find(({ name }) => name === RESEAL_DUTY)?.run(control);
  };
  const secretOf = async () =>
    (await database.connection.collection<{ _id: string; secret: string }>('second_factors').findOne())
      ?.secret;
  const store = createSecondFactorStore(createSecondFactorModel(database.connection));
  const sealed = boxOf('the old secret').seal('JBSWY3DPEHPK3PXP', 'ann');
  await store.beginSetup('ann', { secret: sealed, session: 'here', at: new Date() }, new Date());
  await store.enable('ann', { secret: sealed, enabledAt: new Date(), lastStep: 0, recoveryCodes: [] });

  await reseal('the old secret');
  expect(await secretOf()).toBe(sealed);
  await reseal('the new secret', 'the old secret');
  expect(boxOf('the new secret').open((await secretOf()) ?? '', 'ann')).toBe('JBSWY3DPEHPK3PXP');
  const countOf = (...secrets: [string, ...string[]]) =>
    store.countSealedOtherwise(boxOf(...secrets).prefixes);
  expect(await countOf('the new secret', 'the old secret')).toBe(0);
  expect(await countOf('the old secret', 'another', 'a third')).toBe(1);
  await database.stop();
});
