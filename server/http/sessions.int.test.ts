import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { JSON_TYPE, send } from '#server/testing/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/hark.ts';

const email = 'ann@example.com';

/** The first mail opens a connection, which a busy machine takes its time for. */
const MAIL_WAIT = { timeout: 10_000 };

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark({ REQUIRE_EMAIL_VERIFICATION: 'true' });
});
afterAll(() => hark.stop());

/** The secret of a link that was mailed to an address, which is its parameter of that name. */
function mailedSecret(address: string, parameter: string): Promise<string> {
  return vi.waitFor(async () => {
    const mails = JSON.parse((await send(hark, '/local/outbox')).text) as { to: string; links: string[] }[];
    const links = mails.filter(({ to }) => to === address).flatMap((mail) => mail.links);
    const secrets = links.map((link) => new URL(link).searchParams.get(parameter));
    return secrets.find((secret) => secret !== null) ?? expect.fail(`no mail with ${parameter} yet`);
  }, MAIL_WAIT);
}

it('a password reset also ends what a registration in another browser could still become', async () => {
  // Whoever registered somebody else's address knows its first password and waits for the owner to prove the address.
  const other = hark.newClient();
  const { body } = await other.post('/register/', { email, password: 'known to both', display_name: 'Ann' });
  const registered = { user_id: body['user_id'] };
  expect((await other.post('/complete-registration/', registered)).status).toBe(400);

  const owner = hark.newClient();
  await owner.post('/password-reset/', { email });
  const reset = { token: await mailedSecret(email, 'token'), password: 'known to one' };
  expect((await owner.post('/password-reset/confirm/', reset)).status).toBe(200);
  expect((await owner.post('/login/', { email, password: reset.password })).status).toBe(200);

  expect(await other.post('/complete-registration/', registered)).toMatchObject({
    status: 400,
    body: { code: 'EMAIL_NOT_VERIFIED_YET' },
  });
  expect((await other.post('/check-email-verification/', { email })).body).toEqual({ verified: false });
  expect((await other.post('/login/', { email, password: 'known to both' })).status).toBe(401);
});

it('a verification link is followed from Hark’s own page alone, and by a GET', async () => {
  const client = hark.newClient();
  await client.post('/register/', {
    email: 'bob@example.com',
    password: 'correct horse',
    display_name: 'Bob',
  });
  const cookie = client.cookie();
  const path = `/auth/email-confirmation/?uid=${await mailedSecret('bob@example.com', 'uid')}`;
  expect((await send(hark, path, { cookie, headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  expect((await send(hark, path, { cookie, method: 'HEAD' })).status).toBe(404);
  expect((await send(hark, path, { cookie, headers: JSON_TYPE })).status).toBe(200);
  expect((await send(hark, path, { cookie })).status).toBe(400);
});

it('a registration whose body arrives after a sign-out everywhere brings no session back', async () => {
  const owner = hark.newClient();
  const account = { email: 'eve@example.com', password: 'correct horse', display_name: 'Eve' };
  await owner.post('/register/', account);
  await owner.get(`/auth/email-confirmation/?uid=${await mailedSecret(account.email, 'uid')}`);
  const thief = { cookie: owner.cookie() };
  expect(await sessionUser(thief.cookie)).toMatchObject({ email: account.email });

  const body = JSON.stringify({ ...account, email: 'second@example.com' });
  const headers = { ...JSON_TYPE, ...thief, 'content-length': String(Buffer.byteLength(body)) };
  const slow = request(`${hark.baseUrl}/register/`, { method: 'POST', headers });
  slow.write(body.slice(0, 10));
  // The same session is read for a later request: by then it was read for the slow one too.
  await sessionUser(thief.cookie);
  await owner.post('/password-reset/', { email: account.email });
  const reset = { token: await mailedSecret(account.email, 'token'), password: 'battery staple' };
  expect((await owner.post('/password-reset/confirm/', reset)).status).toBe(200);
  expect(await sessionUser(thief.cookie)).toBeNull();

  const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
  slow.end(body.slice(10));
  const [answer] = await answered;
  answer.resume();
  expect(answer.statusCode).toBe(201);
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  expect(cookie).not.toBe('');
  expect(await sessionUser(cookie)).toBeNull();
});

/** Who a session cookie is signed in as. */
async function sessionUser(cookie: string): Promise<unknown> {
  const { text } = await send(hark, '/trpc/auth.session', { cookie });
  return (JSON.parse(text) as { result: { data: { user: unknown } } }).result.data.user;
}
