import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentedPaths, filledPath, PUBLIC_CALLS } from '#server/testing/http/documented-calls.ts';
import { createIntegrator, type Integrator } from '#server/testing/system/integrator.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
let integrator: Integrator;
beforeAll(async () => {
  hark = await startHark();
  integrator = await createIntegrator(hark);
});
afterAll(() => hark.stop());

/** Sends a body to a documented call and returns its response. */
function send(method: string, path: string, body: string | Buffer, headers: Record<string, string>) {
  const url = `${hark.baseUrl}${filledPath(path, integrator.campaignId)}`;
  return fetch(url, { method, body: new Uint8Array(Buffer.from(body)), headers });
}

/** Every call that may have a body. */
const calls = () => documentedPaths(hark).filter(({ route }) => route.method !== 'GET');

it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/jsonp'])(
  'a body of the type %s is answered 415 by every call that changes something',
  async (type) => {
    for (const { route } of calls()) {
      const headers = { 'content-type': type, authorization: `Bearer ${integrator.key}` };
      const response = await send(route.method, route.path, 'a=1', headers);
      const { code } = (await response.json()) as { code: string };
      expect([route.path, response.status, code]).toEqual([route.path, 415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  },
);

it('a compressed body is answered 415 by every call that changes something', async () => {
  for (const { route } of calls()) {
    const type = route.bodyType ?? 'application/json';
    const headers = {
      'content-type': type === 'multipart/form-data' ? `${type}; boundary=b` : type,
      'content-encoding': 'gzip',
      authorization: `Bearer ${integrator.key}`,
    };
    const response = await send(route.method, route.path, gzipSync('{}'), headers);
    expect([route.path, type, response.status]).toEqual([route.path, type, 415]);
  }
});

it('every 401 names the scheme of its credentials', async () => {
  const closed = documentedPaths(hark).filter(({ procedure }) => !PUBLIC_CALLS.has(procedure));
  for (const { route } of closed) {
    const response = await fetch(`${hark.baseUrl}${filledPath(route.path, 'x')}`, { method: route.method });
    expect([route.path, response.status, response.headers.get('www-authenticate')]).toEqual([
      route.path,
      401,
      'Bearer realm="Hark"',
    ]);
  }
  const wrong = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
  const signIn = await send('POST', '/login/', wrong, { 'content-type': 'application/json' });
  expect([signIn.status, signIn.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Hark"']);
  const key = await fetch(`${hark.baseUrl}/users/user-info/`, {
    headers: { authorization: 'Bearer hark_no' },
  });
  expect(key.headers.get('www-authenticate')).toBe('Bearer realm="Hark"');
});
