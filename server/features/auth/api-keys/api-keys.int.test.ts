import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiKeyView } from '#shared/schemas/account/api-keys.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

type User = Awaited<ReturnType<TestHark['newUser']>>;
/** The first mail opens an SMTP connection, which may be slow on a busy machine. */
const MAIL_WAIT = { timeout: 10_000 };
const JSON_ONLY = { headers: { accept: 'application/json' } };
interface Mail {
  to: string;
  subject: string;
  text: string;
  links: string[];
}

/** Calls a tRPC procedure with the user's session. */
async function trpc(user: User, procedure: string, input?: unknown) {
  const { status, body } =
    input === undefined
      ? await user.client.get(`/trpc/${procedure}`)
      : await user.client.post(`/trpc/${procedure}`, input);
  const { result, error } = body as {
    result?: { data: unknown };
    error?: { message: string; data: { appCode: string; details: object } };
  };
  return { status, data: result?.data, error };
}

const KEY = { name: 'Zapier', scope: 'full', expires_in_days: null };

async function createKey(user: User, change: object = {}) {
  const { status, data } = await trpc(user, 'apiKeys.create', { ...KEY, ...change });
  expect(status).toBe(200);
  return data as { key: string; api_key: ApiKeyView };
}

async function listKeys(user: User): Promise<ApiKeyView[]> {
  return ((await trpc(user, 'apiKeys.list')).data as { api_keys: ApiKeyView[] }).api_keys;
}

type Request = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };
const withKey = (key: string, path: string, init: Request = {}) =>
  fetch(`${hark.baseUrl}${path}`, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });

it('a key is returned once, identifies its user, and records when and from where it was used', async () => {
  const user = await hark.newUser();
  const { key, api_key } = await createKey(user, { expires_in_days: 30 });
  expect(key).toMatch(/^hark_[\w-]{43}$/);
  expect(api_key).toMatchObject({ name: 'Zapier', scope: 'full', last_used_at: null, last_used_from: null });
  expect(key.startsWith(api_key.prefix)).toBe(true);
  expect(Date.parse(api_key.expires_at ?? '') - Date.parse(api_key.created_at)).toBe(30 * DAY_MS);

  const response = await withKey(key, '/users/user-info/');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ user_email: user.email });
  const [listed] = await listKeys(user);
  expect(listed).toMatchObject({ id: api_key.id, last_used_from: '127.0.0.1' });
  expect(Date.parse(listed?.last_used_at ?? '')).toBeGreaterThanOrEqual(Date.parse(api_key.created_at));
});

it('only the hash of a key is stored', async () => {
  const { key } = await createKey(await hark.newUser());
  const connection = await connectDatabase(hark.mongodbUri);
  const stored = JSON.stringify(await connection.collection('api_keys').find().toArray());
  await connection.close();
  expect(stored).toContain(key.slice(0, 12));
  expect(stored).not.toContain(key.slice(12));
});

it('the key decides, and the cookies of a request with a key are ignored', async () => {
  const [ann, bob] = [await hark.newUser('Ann'), await hark.newUser('Bob')];
  const { key } = await createKey(ann);
  const asBob = { headers: { cookie: bob.client.cookie() } };
  expect(await (await withKey(key, '/users/user-info/', asBob)).json()).toMatchObject({ user_name: 'Ann' });
  expect((await withKey(`${key}x`, '/users/user-info/', asBob)).status).toBe(401);
});

it('a revoked key and an expired one get 401, and other users cannot revoke it', async () => {
  const [user, other] = [await hark.newUser(), await hark.newUser()];
  const kept = await createKey(user, { expires_in_days: 30 });
  const revoked = await createKey(user);
  expect((await trpc(other, 'apiKeys.revoke', { id: revoked.api_key.id })).status).toBe(404);
  expect((await withKey(revoked.key, '/dropcowboy/credits/')).status).toBe(200);
  expect((await trpc(user, 'apiKeys.revoke', { id: revoked.api_key.id })).status).toBe(200);
  expect((await withKey(revoked.key, '/dropcowboy/credits/')).status).toBe(401);
  expect((await trpc(user, 'apiKeys.revoke', { id: revoked.api_key.id })).status).toBe(404);

  hark.clock.shift(30 * DAY_MS - 60_000);
  expect((await withKey(kept.key, '/dropcowboy/credits/')).status).toBe(200);
  hark.clock.shift(30 * DAY_MS + 60_000);
  expect((await withKey(kept.key, '/dropcowboy/credits/')).status).toBe(401);
  hark.clock.shift(0);
});

describe('a key reaches', () => {
  it('no tRPC procedure, however it is spelled', async () => {
    const { key } = await createKey(await hark.newUser());
    for (const path of [
      '/trpc/auth.userInfo',
      '/TRPC/auth.userInfo',
      '/trpc/auth.session,auth.userInfo?batch=1',
    ])
      for (const method of ['GET', 'POST'])
        expect([method, path, (await withKey(key, path, { method })).status]).toEqual([method, path, 403]);
  });

  it('file uploads and downloads, but with a read scope no uploads', async () => {
    const user = await hark.newUser();
    const [full, read] = [await createKey(user), await createKey(user, { scope: 'read' })];
    const upload = () => {
      const body = new FormData();
      body.set('csv_file', new Blob(['FirstName,PhoneNumber\nAnn,2025550101\n']), 'a.csv');
      return { method: 'POST', body };
    };
    expect((await withKey(full.key, '/contacts/csv-upload/unknown/', upload())).status).toBe(404);
    expect((await withKey(read.key, '/contacts/csv-upload/unknown/', upload())).status).toBe(403);
    expect((await withKey(read.key, '/dropcowboy/credits/history.csv')).status).toBe(200);
  });
});

it('a key says how many requests are left', async () => {
  const { key } = await createKey(await hark.newUser());
  const { headers } = await withKey(key, '/dropcowboy/credits/');
  expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['600', '599']);
  expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
});

it('a user has at most 20 keys, also with parallel calls', async () => {
  const user = await hark.newUser();
  const results = await Promise.all(Array.from({ length: 30 }, () => trpc(user, 'apiKeys.create', KEY)));
  expect(results.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(results.filter(({ status }) => status === 409)).toHaveLength(10);
  const [first] = await listKeys(user);
  await trpc(user, 'apiKeys.revoke', { id: first?.id });
  expect((await trpc(user, 'apiKeys.create', KEY)).status).toBe(200);
});

it.each([
  [{ name: ' ' }, 'name', 'A name is required'],
  [{ name: 'x'.repeat(61) }, 'name', 'The name may have at most 60 characters'],
  [{ name: 'a\nb' }, 'name', 'The name may not contain line breaks or control characters'],
  [{ name: { $gt: '' } }, 'name', undefined],
  [{ scope: 'admin' }, 'scope', 'Choose what the key may do'],
  [{ expires_in_days: 31 }, 'expires_in_days', 'Choose when the key expires'],
  [{ expires_in_days: undefined }, 'expires_in_days', 'Choose when the key expires'],
])('%j is refused with the field named', async (change, field, message) => {
  const user = await hark.newUser();
  const { status, error } = await trpc(user, 'apiKeys.create', { ...KEY, ...change });
  expect(status).toBe(400);
  expect(error?.data.details).toMatchObject({
    fields: { [field]: message ?? (expect.any(String) as string) },
  });
  expect(await listKeys(user)).toEqual([]);
});

it('the API documentation names a key of the caller in its first call, and never a secret', async () => {
  const docs = async (cookie?: string) =>
    (await fetch(`${hark.baseUrl}/docs`, cookie === undefined ? {} : { headers: { cookie } })).text();
  const user = await hark.newUser();
  expect(await docs(user.client.cookie())).toContain('Create an API key');
  await createKey(user, { name: 'Expired', expires_in_days: 30 });
  const { key, api_key } = await createKey(user, { name: 'Zapier <"&>' });
  const page = await docs(user.client.cookie());
  expect(page).toContain('your key <b>Zapier &lt;&quot;&amp;&gt;</b>');
  expect(page.slice(page.indexOf('<pre>'))).not.toContain('Zapier');
  expect(page).toContain(`export HARK_API_KEY=${api_key.prefix}…`);
  expect(page).toContain(`$HARK_API_KEY&quot; ${hark.baseUrl}/dropcowboy/credits/`);
  expect(page).not.toContain(key);
  expect(await (await withKey(key, '/docs')).text()).not.toContain('Zapier');
  const signedOut = await docs();
  expect(signedOut).toContain('Sign in and create an API key');
  expect(signedOut).not.toContain('Zapier');
});

it('a key starts no session, and a request with any key does not touch the session of its cookie', async () => {
  const user = await hark.newUser();
  const { key } = await createKey(user);
  const login = JSON.stringify({ email: user.email, password: 'correct horse' });
  const response = await withKey(key, '/login/', {
    method: 'POST',
    body: login,
    headers: { 'content-type': 'application/json' },
  });
  expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null]);
  for (const bearer of [key, 'hark_x']) {
    const headers = { cookie: user.client.cookie(), origin: 'https://evil.example' };
    await withKey(bearer, '/logout/', { method: 'POST', headers });
    expect((await user.client.get('/users/user-info/')).status).toBe(200);
  }
});

it('a password reset revokes all keys, and every new key is mailed to the user', async () => {
  const user = await hark.newUser();
  const { key } = await createKey(user);
  const outbox = async () =>
    (await (await fetch(`${hark.baseUrl}/local/outbox`, JSON_ONLY)).json()) as Mail[];
  const mailed = (subject: string) =>
    vi.waitFor(
      async () =>
        (await outbox()).find((mail) => mail.to === user.email && mail.subject === subject) ?? expect.fail(),
      MAIL_WAIT,
    );
  expect((await mailed('A new API key for your Hark account')).text).toContain('“Zapier”');

  await user.client.post('/password-reset/', { email: user.email });
  const link = (await mailed('Reset your Hark password')).links[0] ?? '';
  const token = new URL(link).searchParams.get('token');
  const reset = { token, password: 'another good password' };
  expect((await user.client.post('/password-reset/confirm/', reset)).status).toBe(200);
  expect((await withKey(key, '/dropcowboy/credits/')).status).toBe(401);
});
