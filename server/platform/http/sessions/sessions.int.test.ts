import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { JSON_TYPE, send } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

/** The first mail opens an SMTP connection, which may be slow on a busy machine. */
const MAIL_WAIT = { timeout: 10_000 };
const email = 'ann@example.com';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark({ REQUIRE_EMAIL_VERIFICATION: 'true' });
});
afterAll(() => hark.stop());

/** Waits for a mail to `address` and returns the secret in the given query parameter of its link. */
function mailedSecret(address: string, parameter: string): Promise<string> {
  return vi.waitFor(async () => {
    const mails = JSON.parse((await send(hark, '/local/outbox')).text) as { to: string; links: string[] }[];
    const links = mails.filter(({ to }) => to === address).flatMap((mail) => mail.links);
    const secrets = links.map((link) => new URL(link).searchParams.get(parameter));
    return secrets.find((secret) => secret !== null) ?? expect.fail(`no mail with ${parameter} yet`);
  }, MAIL_WAIT);
}

it('a password reset voids a pending registration in another browser', async () => {
  // The other person registered the owner's address and knows the first password.
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

it('a verification link works only from the same site and by GET', async () => {
  const client = hark.newClient();
  await client.post('/register/', {
    email: 'bob@example.com',
    password: 'correct horse',
    display_name: 'Bob',
  });
  const cookie = client.cookie();
  const path = `/auth/email-confirmation/?uid=${await mailedSecret('bob@example.com', 'uid')}`;
  expect((await send(hark, path, { cookie, headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  expect((await send(hark, path, { cookie, method: 'HEAD' })).status).toBe(405);
  expect((await send(hark, path, { cookie, headers: JSON_TYPE })).status).toBe(200);
  expect((await send(hark, path, { cookie })).status).toBe(400);
});

/** Signs Eve in and ends her session by a password reset while the request of `begin` is still being sent. */
async function endedWhileSending(name: string, begin: (cookie: string, uid: string) => SlowRequest) {
  const owner = hark.newClient();
  const account = { email: `${name}@example.com`, password: 'correct horse', display_name: 'Eve' };
  const { body } = await owner.post('/register/', account);
  await owner.get(`/auth/email-confirmation/?uid=${await mailedSecret(account.email, 'uid')}`);
  const cookie = owner.cookie();
  expect(await sessionUser(cookie)).toMatchObject({ email: account.email });
  const slow = begin(cookie, String(body['user_id']));
  // Once this request has read the session, the slow one has read it too.
  await sessionUser(cookie);
  await owner.post('/password-reset/', { email: account.email });
  const reset = { token: await mailedSecret(account.email, 'token'), password: 'battery staple' };
  expect((await owner.post('/password-reset/confirm/', reset)).status).toBe(200);
  expect(await sessionUser(cookie)).toBeNull();
  return slow.finish();
}

interface SlowRequest {
  finish(): Promise<IncomingMessage>;
}

/** Starts a request and sends the end of its body on `finish`. */
function beginRequest(method: string, path: string, headers: Record<string, string>, body: string) {
  const length = String(Buffer.byteLength(body));
  const slow = request(`${hark.baseUrl}${path}`, {
    method,
    headers: { ...headers, 'content-length': length },
  });
  slow.write(body.slice(0, 10));
  return {
    async finish() {
      const responded = once(slow, 'response') as Promise<[IncomingMessage]>;
      slow.end(body.slice(10));
      const [response] = await responded;
      response.resume();
      return response;
    },
  };
}

it('a registration whose body arrives after all sessions ended does not restore the session', async () => {
  const body = JSON.stringify({
    email: 'second@example.com',
    password: 'correct horse',
    display_name: 'Eve',
  });
  const response = await endedWhileSending('eve', (cookie) =>
    beginRequest('POST', '/register/', { ...JSON_TYPE, cookie }, body),
  );
  expect(response.statusCode).toBe(201);
  const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  expect(cookie).not.toBe('');
  expect(await sessionUser(cookie)).toBeNull();
});

const NAME = { display_name: 'Mallory' };
const FORM =
  '--x\r\ncontent-disposition: form-data; name="csv_file"; filename="a.csv"\r\n\r\na,b\r\n--x--\r\n';

it.each([
  ['rest', (uid: string) => ['PUT', `/users/${uid}/`, JSON_TYPE, JSON.stringify(NAME)]],
  ['trpc', (id: string) => ['POST', '/trpc/auth.updateProfile', JSON_TYPE, JSON.stringify({ id, ...NAME })]],
  [
    'upload',
    () => ['POST', '/api/campaigns/create/', { 'content-type': 'multipart/form-data; boundary=x' }, FORM],
  ],
] as const)('a request whose body arrives after its session ended returns 401: %s', async (name, sent) => {
  const response = await endedWhileSending(name, (cookie, uid) => {
    const [method, path, type, body] = sent(uid) as [string, string, typeof JSON_TYPE, string];
    return beginRequest(method, path, { ...type, cookie }, body);
  });
  expect(response.statusCode).toBe(401);
});

/** Returns the user of a session cookie. */
async function sessionUser(cookie: string): Promise<unknown> {
  const { text } = await send(hark, '/trpc/auth.session', { cookie });
  return (JSON.parse(text) as { result: { data: { user: unknown } } }).result.data.user;
}
