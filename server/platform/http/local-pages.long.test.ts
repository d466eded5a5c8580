import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

/** Production with all emulators allowed, accessed directly. */
const PRODUCTION = {
  NODE_ENV: 'production',
  SESSION_SECRET: '0123456789abcdef',
  HARK_ALLOW_LOCAL: '1',
};

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

describe('a sign-out sent by a page under another name of this machine', () => {
  const statusFrom = async (origin: string, { to = hark, headers = {} } = {}) =>
    (await send(to, '/logout/', { method: 'POST', headers: { origin, ...headers } })).status;
  const port = () => new URL(hark.baseUrl).port;

  it('is accepted on the same port', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect([host, await statusFrom(`http://${host}:${port()}`)]).toEqual([host, 200]);
  });

  it('is refused from any other origin', async () => {
    const others = ['http://localhost', 'http://localhost:1', `https://localhost:${port()}`];
    const names = ['app.localhost', '127.0.0.2', 'localhost.evil.example', 'localhost@evil.example'];
    for (const origin of [...others, ...names.map((name) => `http://${name}:${port()}`), 'null', ''])
      expect([origin, await statusFrom(origin)]).toEqual([origin, 403]);
  });

  it('is refused if a proxy forwarded it, and where Hark is not local', async () => {
    const forwarded = { headers: { 'x-forwarded-for': '127.0.0.1' } };
    expect(await statusFrom(`http://localhost:${port()}`, forwarded)).toBe(403);
    const to = await startHark({ PUBLIC_URL: 'http://hark.example' });
    try {
      expect(await statusFrom(`http://localhost:${new URL(to.baseUrl).port}`, { to })).toBe(403);
    } finally {
      await to.stop();
    }
  });
});

describe('local pages', () => {
  /** Returns the status of a request with the header `Host: host`, which `fetch` cannot send. */
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(hark.baseUrl);
      request({ port, path: '/local/outbox', headers: { host } }, (res) => {
        res.resume();
        resolve(res.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it('are served only under local host names', async () => {
    for (const host of ['127.0.0.1:3000', 'localhost', 'localhost:3000', 'hark.localhost', '[::1]:3000'])
      expect([host, await statusFor(host)]).toEqual([host, 200]);
    for (const host of ['evil.example:3000', '127.0.0.1.evil.example', 'localhost.evil.example'])
      expect([host, await statusFor(host)]).toEqual([host, 404]);
  });

  it('are not served to forwarded requests', async () => {
    for (const name of [
      'x-forwarded-for',
      'x-forwarded-proto',
      'forwarded',
      'via',
      'x-real-ip',
      'cf-connecting-ip',
    ]) {
      const { status } = await send(hark, '/local/outbox', { headers: { [name]: '127.0.0.1' } });
      expect([name, status]).toEqual([name, 404]);
    }
  });

  it.each([
    ['TRUST_PROXY', { TRUST_PROXY: 'loopback' }],
    ['a PUBLIC_URL elsewhere', { PUBLIC_URL: 'http://hark.example' }],
    ['NODE_ENV=production', PRODUCTION],
  ])('are not served to any request with %s', async (_what, env) => {
    const other = await startHark(env);
    try {
      for (const path of ['/local/outbox', '/local/carrier/drops', '/local/stripe/invoices/in_1'])
        expect([path, await send(other, path)]).toMatchObject([path, { status: 404 }]);
      const advance = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      expect((await send(other, '/local/stripe/advance', advance)).status).toBe(404);
    } finally {
      await other.stop();
    }
  });
});
