import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CALLS_IN_BATCH } from '#shared/limits.ts';
import { documentedPaths, filledPath, JSON_TYPE, send } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark({ TRUST_PROXY: '1' });
});
afterAll(() => hark.stop());

const TEXT = { 'content-type': 'text/plain' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('invalid requests', () => {
  it.each([
    ['GET', '/assets/gone-since-the-last-release.js', 404],
    ['GET', '/assets', 404],
    ['GET', '/assets/..%2f..%2fpackage.json', 404],
    ['GET', '/assets/%00', 400],
    ['DELETE', '/login/', 405],
    ['POST', '/nowhere', 404],
    ['POST', '/webhooks/nothing', 404],
    ['POST', '/webhooks/stripe', 400],
    ['POST', '/webhooks/carrier/guess', 404],
    ['GET', '/webhooks/stripe', 404],
    ['GET', '/telnyx/analytics/details/download/Autumn/', 404],
    ['GET', '/api/campaigns/%E0%A4%A/', 401],
    ['POST', '/contacts/csv-upload/%zz/', 401],
    ['GET', '/trpc/%E0%A4%A', 400],
    ['GET', '/local/objects/..%2f.secret?expires=9999999999999&signature=x', 403],
  ])('%s %s returns %i in the common format', async (method, path, status) => {
    const response = await send(hark, path, { method });
    expect([response.status, response.type]).toEqual([status, 'application/json; charset=utf-8']);
    const { error, message, code } = JSON.parse(response.text) as Record<string, unknown>;
    expect([typeof error, typeof code]).toEqual(['string', 'string']);
    expect(message).toBe(error);
  });

  it('with an undecodable path return 400 to a signed-in caller', async () => {
    const { client } = await hark.newUser();
    for (const path of ['/api/campaigns/%E0%A4%A/', '/api/campaigns/%zz/status'])
      expect([path, (await send(hark, path, { cookie: client.cookie() })).status]).toEqual([path, 400]);
  });

  it('name what is wrong with an id or a time frame, and not the rules of its field', async () => {
    const { client } = await hark.newUser();
    const long = 'x'.repeat(1_000);
    for (const [path, status, text] of [
      [`/users/stream-audio/${long}/`, 404, 'Voice not found'],
      [`/users/get-voice-metadata/${long}/`, 404, 'Voice not found'],
      [`/api/campaigns/${long}/`, 404, 'Campaign not found'],
      [`/dropcowboy/analytics/details/${long}/`, 404, 'Campaign not found'],
      ['/dropcowboy/aggregates/?timeframe=30d', 400, 'timeframe: must be 7d or 14d'],
      ['/dropcowboy/aggregates/?timeframe=7d&timeframe=7d', 400, 'timeframe: must be 7d or 14d'],
    ] as const)
      expect([path, await client.get(path)]).toMatchObject([path, { status, body: { error: text } }]);
    const draft = { campaign_name: 'Autumn', message: 'Hi', contacts: [], voice_id: long };
    expect((await client.post('/api/campaigns/create/', draft)).body).toMatchObject({
      fields: { voice_id: 'Voice not found' },
    });
  });

  it('for a file return no headers of the file', async () => {
    for (const headers of [{ range: 'bytes=99999999-' }, { 'if-match': '"another"' }]) {
      const response = await fetch(`${hark.baseUrl}/favicon.svg`, { headers });
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      for (const name of ['last-modified', 'content-range'])
        expect([name, response.headers.get(name)]).toEqual([name, null]);
    }
  });
});

describe('a body', () => {
  it('that is not JSON is refused and not ignored', async () => {
    const { client } = await hark.newUser();
    for (const headers of [TEXT, FORM]) {
      const response = await send(hark, '/logout/', {
        method: 'POST',
        headers,
        cookie: client.cookie(),
        body: 'force=false',
      });
      expect([response.status, JSON.parse(response.text)]).toMatchObject([
        415,
        { code: 'UNSUPPORTED_MEDIA_TYPE', error: 'Send the body as application/json.' },
      ]);
    }
    expect((await client.get('/users/user-info/')).status).toBe(200);
    expect((await send(hark, '/logout/', { method: 'POST', cookie: client.cookie() })).status).toBe(200);
    expect((await client.get('/users/user-info/')).status).toBe(401);
  });

  it('without required fields is refused with the fields named, and so is a missing body', async () => {
    const { client } = await hark.newUser();
    const form = new FormData();
    form.set('campaign_name', 'Autumn');
    form.set('csv_file', new Blob(['x']), 'contacts.csv');
    for (const [init, ...missing] of [
      [{}, 'campaign_name', 'message', 'voice_id', 'contacts'],
      [{ headers: JSON_TYPE, body: '{}' }, 'campaign_name', 'message', 'voice_id', 'contacts'],
      [{ body: form }, 'message', 'voice_id'],
    ] as const) {
      const response = await send(hark, '/api/campaigns/create/', {
        ...init,
        method: 'POST',
        cookie: client.cookie(),
      });
      const { code, success, fields } = JSON.parse(response.text) as Record<string, object>;
      expect([response.status, code, success]).toEqual([400, 'INVALID_INPUT', false]);
      expect(Object.keys(fields ?? {})).toEqual(missing);
    }
  });

  it('with keys such as __proto__ is handled safely', async () => {
    const body =
      '{"__proto__":{"email":"a@example.com","password":"12345678"},"constructor":{"prototype":{"x":1}}}';
    const response = await send(hark, '/login/', { method: 'POST', headers: JSON_TYPE, body });
    expect(response.status).toBe(400);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('with a path in place of a payment id is refused', async () => {
    const { client } = await hark.newUser();
    for (const paymentIntentId of ['.', '..', '../customers', 'pi_1/confirm', 'a b', '\ud800', 'pi_\u0000']) {
      const body = { paymentIntentId, paymentMethodId: 'pm_1' };
      const response = await client.post('/payments/customers/confirm-payment', body);
      expect([paymentIntentId, response.status]).toEqual([paymentIntentId, 400]);
      expect(response.body).toMatchObject({ fields: { paymentIntentId: 'This is no id' } });
    }
  });
});

describe('a HEAD request', () => {
  it('changes no state', async () => {
    const { client } = await hark.newUser();
    const path = '/users/upload-audio/?file_name=a.mp3&file_type=audio/mpeg';
    const remaining = async () =>
      JSON.parse((await send(hark, '/trpc/voices.list', { cookie: client.cookie() })).text) as unknown;
    expect((await send(hark, path, { method: 'HEAD', cookie: client.cookie() })).status).toBe(405);
    expect(await remaining()).toMatchObject({ result: { data: { remaining: 4 } } });
    expect((await send(hark, path, { cookie: client.cookie() })).status).toBe(200);
    expect(await remaining()).toMatchObject({ result: { data: { remaining: 3 } } });
  });
});

describe('a method that a documented path does not have', () => {
  it('is refused, naming those that it has, on each of them', async () => {
    const { client } = await hark.newUser();
    const documented = documentedPaths(hark);
    const patterns = [...new Set(documented.map(({ route }) => route.path))];
    expect(patterns.length).toBeGreaterThan(50);
    for (const pattern of patterns) {
      const path = filledPath(pattern, 'x');
      const response = await send(hark, path, { method: 'PATCH', cookie: client.cookie() });
      expect([path, response.status]).toEqual([path, 405]);
      expect(JSON.parse(response.text)).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
      const own = documented.filter(({ route }) => route.path === pattern).map(({ route }) => route.method);
      expect(response.allow?.split(', ')).toEqual(expect.arrayContaining(own));
    }
  });

  it('opens the page of a browser, and is unknown below another provider', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const page = await send(hark, '/login/', { headers: { accept } });
    expect([page.status, page.type]).toEqual([404, 'text/html; charset=utf-8']);
    expect((await send(hark, '/login/', {})).status).toBe(405);
    for (const path of ['/elsewhere/credits/', '/dropcowboy/credits/historyXcsv', '/dropcowboy/credits/a/b'])
      expect([path, (await send(hark, path, { method: 'POST' })).status]).toEqual([path, 404]);
  });
});

describe('a response with account data', () => {
  it('is not cached', async () => {
    const { client } = await hark.newUser();
    const headers = { cookie: client.cookie() };
    for (const path of ['/users/user-info/', '/trpc/auth.session', '/dropcowboy/credits/history.csv']) {
      const response = await fetch(`${hark.baseUrl}${path}`, { headers });
      expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
  });
});

describe('tRPC calls', () => {
  it('return 403 for a Bearer header of another user', async () => {
    const { client } = await hark.newUser();
    const headers = { authorization: 'Bearer of-another-user' };
    const response = await send(hark, '/trpc/auth.session', { headers, cookie: client.cookie() });
    expect([response.status, JSON.parse(response.text)]).toMatchObject([
      403,
      { error: { data: { appCode: 'FORBIDDEN' } } },
    ]);
  });

  it('are limited to twenty per batch', async () => {
    const calls = (count: number) =>
      send(hark, `/trpc/${Array(count).fill('auth.session').join(',')}?batch=1&input={}`);
    expect((await calls(MAX_CALLS_IN_BATCH)).status).toBe(200);
    expect((await calls(MAX_CALLS_IN_BATCH + 1)).status).toBe(400);
  });

  it('can end and start a session in one batch', async () => {
    const { client, email } = await hark.newUser();
    const batch = { 0: {}, 1: {}, 2: { email, password: 'correct horse' } };
    const response = await fetch(`${hark.baseUrl}/trpc/auth.logout,auth.logout,auth.login?batch=1`, {
      method: 'POST',
      headers: { ...JSON_TYPE, cookie: client.cookie() },
      body: JSON.stringify(batch),
    });
    expect(response.status).toBe(200);
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await send(hark, '/users/user-info/', { cookie })).status).toBe(200);
    expect((await client.get('/users/user-info/')).status).toBe(401);
  });
});

describe('an API key', () => {
  it('takes precedence over a cookie in any notation', async () => {
    const { client } = await hark.newUser();
    for (const authorization of ['Bearer hark_x', 'bearer  hark_x', 'Bearer hark_x y']) {
      const response = await send(hark, '/users/user-info/', {
        headers: { authorization },
        cookie: client.cookie(),
      });
      expect([authorization, response.status]).toEqual([authorization, 401]);
    }
  });
});

describe('a session', () => {
  const login = (headers: Record<string, string>, body: object) =>
    fetch(`${hark.baseUrl}/login/`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify(body),
    });

  it('has a SameSite cookie, which is Secure only if the session began over https', async () => {
    const { email } = await hark.newUser();
    const credentials = { email, password: 'correct horse' };
    const plain = (await login({}, credentials)).headers.getSetCookie()[0] ?? '';
    const secure =
      (await login({ 'x-forwarded-proto': 'https' }, credentials)).headers.getSetCookie()[0] ?? '';
    for (const cookie of [plain, secure]) expect(cookie).toMatch(/; HttpOnly.*; SameSite=Lax/);
    expect(plain).not.toContain('Secure');
    expect(secure).toContain('; Secure');
  });

  it('gets a new id at sign-in, and the previous id becomes invalid', async () => {
    const { client, email } = await hark.newUser();
    const planted = client.cookie();
    const response = await login({ cookie: planted }, { email, password: 'correct horse' });
    const fresh = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(fresh).not.toBe(planted);
    expect((await send(hark, '/users/user-info/', { cookie: fresh })).status).toBe(200);
    expect((await send(hark, '/users/user-info/', { cookie: planted })).status).toBe(401);
  });

  it('can begin behind a proxy that forwards the public host', async () => {
    const { email } = await hark.newUser();
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'hark.example' };
    const credentials = { email, password: 'correct horse' };
    expect((await login({ ...headers, origin: 'https://hark.example' }, credentials)).status).toBe(200);
    expect((await login({ ...headers, origin: 'https://evil.example' }, credentials)).status).toBe(403);
  });
});
