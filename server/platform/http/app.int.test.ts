import type { SessionData } from 'express-session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { PAGE_PATHS } from '#shared/paths.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { BUILD_INFO } from '#server/platform/lib/build-info.ts';
import { openStream } from '#server/testing/http/live-stream.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

const post = (path: string, init: RequestInit = {}) =>
  fetch(`${hark.baseUrl}${path}`, { method: 'POST', ...init });
const json = { 'content-type': 'application/json' };

describe('health', () => {
  it('returns 200 while the process and the database are up', async () => {
    const health = await fetch(`${hark.baseUrl}/healthz`);
    expect([health.status, await health.json()]).toEqual([
      200,
      { status: 'ok', version: BUILD_INFO.version },
    ]);
    expect((await fetch(`${hark.baseUrl}/readyz`)).status).toBe(200);
  });
});

describe('documented paths', () => {
  it('return 401 without a session, with and without the trailing slash', async () => {
    for (const path of [
      '/api/campaigns/',
      '/api/campaigns',
      '/users/user-info/',
      '/dropcowboy/credits/',
      '/dropcowboy/credits',
    ]) {
      const response = await fetch(`${hark.baseUrl}${path}`);
      expect([path, response.status]).toEqual([path, 401]);
      expect(await response.json()).toMatchObject({
        error: 'Please sign in.',
        message: 'Please sign in.',
        code: 'UNAUTHENTICATED',
      });
    }
  });

  it('are all described, and every described path returns JSON', async () => {
    const document = (await (await fetch(`${hark.baseUrl}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [path, method] as const),
    );
    expect(operations.length).toBeGreaterThan(40);
    for (const [path, method] of operations) {
      const url = `${hark.baseUrl}${path.replace('{provider}', 'dropcowboy').replace(/\{\w+\}/g, 'unknown')}`;
      const response = await fetch(url, { method: method.toUpperCase() });
      expect([path, response.headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8']);
      expect([path, response.status < 500]).toEqual([path, true]);
    }
  });

  it('return 404 for another provider', async () => {
    const { client } = await hark.newUser();
    expect((await client.get('/dropcowboy/credits/')).body).toEqual({ balance: 0, held: 0 });
    expect((await client.get('/telnyx/credits/')).status).toBe(404);
  });
});

describe('an invalid body', () => {
  it.each([
    ['{"email":', 400, 'INVALID_INPUT'],
    ['[1,2]', 400, 'INVALID_INPUT'],
    ['{"email":{"$gt":""},"password":"x"}', 400, 'INVALID_INPUT'],
    [JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(1_100_000) }), 413, 'PAYLOAD_TOO_LARGE'],
  ])('%.20s… returns %i', async (sent, status, code) => {
    const response = await post('/login/', { headers: json, body: sent });
    expect(response.status).toBe(status);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ code });
    expect(JSON.stringify(body)).not.toMatch(/\bat .*:\d+|node_modules|ZodError/);
  });
});

describe('the caller', () => {
  it('is identified by the session, and a bare uid is never a credential', async () => {
    const { client, uid } = await hark.newUser();
    const otherUser = await hark.newUser();
    const withBearer = (bearer: string, cookie = '') =>
      fetch(`${hark.baseUrl}/users/user-info/`, { headers: { authorization: `Bearer ${bearer}`, cookie } });
    expect((await client.get('/users/user-info/')).status).toBe(200);
    expect((await withBearer(uid)).status).toBe(401);
    expect((await withBearer(uid, client.cookie())).status).toBe(200);
    expect((await withBearer(otherUser.uid, client.cookie())).status).toBe(403);
    expect((await withBearer('hark_unknown', client.cookie())).status).toBe(401);
  });

  // "Client-side session expiry is 1 hour after login, registration or verification."
  it.each(['registration', 'login'])('is signed out one hour after %s, used or not', async (began) => {
    const { client, email } = await hark.newUser();
    const status = async () => (await client.get('/users/user-info/')).status;
    if (began === 'login') {
      hark.clock.shift(50 * MINUTE_MS);
      await client.post('/login/', { email, password: 'correct horse' });
    }
    const start = began === 'login' ? 50 : 0;
    hark.clock.shift((start + 59) * MINUTE_MS);
    expect(await status()).toBe(200);
    hark.clock.shift((start + 60) * MINUTE_MS);
    expect(await status()).toBe(401);
    hark.clock.shift(0);
  });

  it('is signed out after an hour, however often the session is used', async () => {
    const { client } = await hark.newUser();
    const use = async () => {
      const headers = { cookie: client.cookie() };
      const response = await fetch(`${hark.baseUrl}/users/user-info/`, { headers });
      return [response.status, response.headers.getSetCookie()];
    };
    for (const minutes of [1, 20, 40, 58, 59]) {
      hark.clock.shift(minutes * MINUTE_MS);
      expect(await use()).toEqual([200, []]);
    }
    hark.clock.shift(60 * MINUTE_MS);
    expect((await use())[0]).toBe(401);
    hark.clock.shift(0);
  });

  it('is last seen with its last request, of which live updates are none', async () => {
    const { client, uid } = await hark.newUser();
    const connection = await connectDatabase(hark.mongodbUri);
    const lastSeenAt = async () => {
      const stored = await connection
        .collection<{ session: SessionData }>('sessions')
        .findOne({ 'session.user.uid': uid });
      return stored?.session.device.lastSeenAt ?? 0;
    };
    const began = await lastSeenAt();
    hark.clock.shift(20 * MINUTE_MS);
    const stream = await openStream(hark.baseUrl, client.cookie());
    await expect.poll(() => stream.events).toContain('connected');
    stream.close();
    expect(await lastSeenAt()).toBe(began);
    expect((await client.get('/users/user-info/')).status).toBe(200);
    await expect.poll(lastSeenAt).toBeGreaterThanOrEqual(began + 20 * MINUTE_MS);
    await connection.close();
    hark.clock.shift(0);
  });

  it('is refused if the request comes from another site', async () => {
    const { client } = await hark.newUser();
    const crossOrigin = { ...json, origin: 'https://evil.example', cookie: client.cookie() };
    expect((await post('/logout/', { headers: crossOrigin })).status).toBe(403);
    expect((await post('/login/', { headers: crossOrigin, body: '{}' })).status).toBe(403);
    expect(
      (
        await post('/logout/', {
          headers: { ...json, 'sec-fetch-site': 'cross-site', cookie: client.cookie() },
        })
      ).status,
    ).toBe(403);
    expect((await client.get('/users/user-info/')).status).toBe(200);
    expect(
      (await post('/logout/', { headers: { ...json, origin: hark.baseUrl, cookie: client.cookie() } }))
        .status,
    ).toBe(200);
    expect((await client.get('/users/user-info/')).status).toBe(401);
  });
});

describe('local pages', () => {
  it('are served only to direct requests from this machine', async () => {
    expect((await fetch(`${hark.baseUrl}/local/outbox`)).status).toBe(200);
    expect(
      (await fetch(`${hark.baseUrl}/local/outbox`, { headers: { 'x-forwarded-for': '10.0.0.1' } })).status,
    ).toBe(404);
    expect((await fetch(`${hark.baseUrl}/local/nothing`)).status).toBe(404);
  });
});

describe('pages', () => {
  it('return 200, and other paths return the application with 404', async () => {
    const known = await fetch(`${hark.baseUrl}/analytics/details/Any%20name`);
    const unknown = await fetch(`${hark.baseUrl}/nowhere/at/all`);
    expect([known.status, unknown.status]).toEqual([200, 404]);
    expect(await unknown.text()).toContain('<div id="root">');
  });

  it('are not routed as REST paths of another provider', async () => {
    for (const path of PAGE_PATHS) {
      const { headers } = await fetch(`${hark.baseUrl}${path.replace(/:\w+/, 'name')}`);
      expect([path, headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8']);
    }
  });

  it('carry the security headers', async () => {
    const { headers } = await fetch(`${hark.baseUrl}/dashboard`);
    expect(headers.get('content-security-policy')).toContain("object-src 'none'");
    expect(headers.get('x-powered-by')).toBeNull();
  });
});
