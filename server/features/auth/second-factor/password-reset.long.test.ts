import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HarkClient } from '#server/app/seed/hark-client.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

const NEW_PASSWORD = 'another good password';
const STEP_MS = 30_000;

async function call(client: HarkClient, procedure: string, input: object = {}) {
  const { body } = await client.post(`/trpc/auth.${procedure}`, input);
  return (body['result'] as { data: Record<string, unknown> } | undefined)?.data;
}

const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: hark.clock.now().getTime() });

/** Turns the second factor on; returns its secret. */
async function protect(client: HarkClient): Promise<string> {
  const { secret } = (await call(client, 'beginSecondFactor')) as { secret: string };
  expect(await call(client, 'enableSecondFactor', { code: codeOf(secret) })).toBeDefined();
  return secret;
}

/** Waits for the mail with a link; returns the secret in it. */
async function mailedSecret(email: string, parameter: 'uid' | 'token'): Promise<string> {
  const find = async () => {
    const headers = { accept: 'application/json' };
    const response = await fetch(`${hark.baseUrl}/local/outbox`, { headers });
    const mails = (await response.json()) as { to: string; links: string[] }[];
    const links = mails.filter(({ to }) => to === email).flatMap((mail) => mail.links);
    return links.map((link) => new URL(link).searchParams.get(parameter) ?? '').find(Boolean) ?? '';
  };
  await expect.poll(find, { timeout: 10_000 }).not.toBe('');
  return find();
}

/** Chooses a new password with a mailed link, in a browser of the owner. */
async function resetPassword(email: string): Promise<HarkClient> {
  const owner = hark.newClient();
  await owner.post('/password-reset/', { email });
  const token = await mailedSecret(email, 'token');
  const reset = await owner.post('/password-reset/confirm/', { token, password: NEW_PASSWORD });
  expect(reset.status).toBe(200);
  return owner;
}

it('a password reset keeps the second factor of a verified address', async () => {
  const { client, email } = await hark.newUser();
  await client.post('/resend-verification-email/', { email });
  const uid = await mailedSecret(email, 'uid');
  expect((await client.get(`/auth/email-confirmation/?uid=${uid}`)).status).toBe(200);
  const secret = await protect(client);
  const owner = await resetPassword(email);
  const signIn = { email, password: NEW_PASSWORD };
  expect((await owner.post('/login/', signIn)).status).toBe(403);
  hark.clock.shift(STEP_MS);
  expect((await owner.post('/login/', { ...signIn, code: codeOf(secret) })).status).toBe(200);
});

it('it ends the second factor of an address that was never verified: somebody else may have set it up', async () => {
  const { client: attacker, email } = await hark.newUser();
  await protect(attacker);
  const owner = await resetPassword(email);
  expect((await owner.post('/login/', { email, password: NEW_PASSWORD })).status).toBe(200);
});
