import { request, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { AnyProcedure } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  documentedPaths,
  filledPath,
  JSON_TYPE,
  PUBLIC_CALLS,
  send,
} from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import type { HarkClient } from '#server/app/seed/hark-client.ts';

const KB = 1024;
const MB = 1024 * KB;

let hark: TestHark;
let free: { client: HarkClient; uid: string };
beforeAll(async () => {
  hark = await startHark();
  free = await hark.newUser();
});
afterAll(() => hark.stop());

/** Returns a JSON object nested `levels` deep. */
const nested = (levels: number, innermost = '{}') =>
  `${'{"a":'.repeat(levels - 1)}${innermost}${'}'.repeat(levels - 1)}`;

const post = async (path: string, body: string, cookie = '') => {
  const { status, text } = await send(hark, path, { method: 'POST', headers: JSON_TYPE, body, cookie });
  return { status, body: JSON.parse(text) as Record<string, unknown> };
};

/** Returns the status of a request that sends its headers and never its body. */
function statusOfHeaders(
  path: string,
  headers: Record<string, string | number>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, hark.baseUrl), { method: 'POST', headers }, (res: IncomingMessage) => {
      resolve(res.statusCode);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });
}

describe('a nested body', () => {
  it.each([33, 1_000, 2_500])('of %i levels is refused without a session', async (levels) => {
    const message = 'The body is nested deeper than 32 levels.';
    const refused = { status: 400, body: { code: 'INVALID_INPUT', message } };
    expect(await post('/login/', nested(levels))).toMatchObject(refused);
    expect(await post('/trpc/auth.login', nested(levels))).toMatchObject({
      status: 400,
      body: { error: { message, data: { appCode: 'INVALID_INPUT' } } },
    });
  });

  it.each([12_000, 150_000])('of %i levels is refused with a session', async (levels) => {
    const response = await send(hark, `/users/${free.uid}/`, {
      method: 'PUT',
      headers: JSON_TYPE,
      cookie: free.client.cookie(),
      body: nested(levels, '{"$a":1}'),
    });
    expect([response.status, JSON.parse(response.text)]).toMatchObject([400, { code: 'INVALID_INPUT' }]);
  });

  it('of 32 levels is accepted', async () => {
    expect(await post('/login/', nested(32))).toMatchObject({
      body: { fields: { email: 'is missing', password: 'is missing' } },
    });
  });

  it('does not count brackets in strings', async () => {
    const body = JSON.stringify({ email: '[{'.repeat(50), password: '\\"{{[['.repeat(20) });
    expect((await post('/login/', body)).status).toBe(401);
  });
});

describe('a body with too many values', () => {
  const many = JSON.stringify({ phones: Array(100_000).fill(1) });

  it('is refused before it is parsed', async () => {
    const message = 'The body has more than 20,000 values.';
    const path = `/contacts/add-new-contact/`;
    expect(await post(path, many, free.client.cookie())).toMatchObject({ status: 400, body: { message } });
    expect(await post('/trpc/suppressions.importBatch', many, free.client.cookie())).toMatchObject({
      status: 400,
      body: { error: { message } },
    });
  });
});

describe('a long list in a tRPC call', () => {
  it.each(['campaigns.create', 'campaigns.addContacts'])(
    'is not parsed for an account without a plan: %s',
    async (call) => {
      const contacts = Array(15_000).fill(1);
      const refused = { error: { data: { httpStatus: 403, appCode: 'SUBSCRIPTION_REQUIRED' } } };
      const body = JSON.stringify({ campaign: 'none', contacts });
      expect(await post(`/trpc/${call}`, body, free.client.cookie())).toMatchObject({ body: refused });
      // The same call in a batch.
      const response = await post(`/trpc/${call}?batch=1`, `{"0":${body}}`, free.client.cookie());
      expect(response.body).toMatchObject([refused]);
    },
  );
});

describe('the idempotency key of a refused request', () => {
  it('does not let an account without a plan send a long list', async () => {
    const cookie = free.client.cookie();
    const headers = { ...JSON_TYPE, 'idempotency-key': 'used-at-once' };
    const create = (body: BodyInit) =>
      fetch(`${hark.baseUrl}/api/campaigns/create/`, {
        method: 'POST',
        headers: { ...headers, cookie },
        body,
        duplex: 'half',
      } as RequestInit);
    const draft = { campaign_name: 'Spring', message: 'Hello', voice_id: 'none', contacts: [{}] };
    let running = true;
    const small = Array.from({ length: 4 }, async () => {
      while (running) await (await create(JSON.stringify(draft))).text();
    });
    const statuses = new Set<number>();
    for (let tries = 0; tries < 25; tries++) {
      // A chunked body may be long; if this one were read, the status would be 400.
      const response = await create(new Blob(['{"contacts":1']).stream());
      await response.text();
      statuses.add(response.status);
    }
    running = false;
    await Promise.all(small);
    expect([...statuses]).toEqual([403]);
  });
});

describe('a compressed body', () => {
  const compressed = new Uint8Array(gzipSync(JSON.stringify({ email: 'a@example.com', password: 'x' })));
  const sendCompressed = (path: string, method: string, encoding: string, cookie = '') =>
    fetch(`${hark.baseUrl}${path}`, {
      method,
      headers: { ...JSON_TYPE, 'content-encoding': encoding, cookie },
      body: compressed,
    });

  it('is refused on every documented path', async () => {
    for (const { procedure, route } of documentedPaths(hark)) {
      if (route.method === 'GET') continue;
      const path = filledPath(route.path, 'any');
      const isPublic = PUBLIC_CALLS.has(procedure);
      if (procedure === 'auth.logout') continue;
      const cookie = isPublic ? '' : free.client.cookie();
      const { status } = await sendCompressed(path, route.method, 'gzip', cookie);
      expect([path, status]).toEqual([path, 415]);
      if (!isPublic)
        expect([path, (await sendCompressed(path, route.method, 'gzip')).status]).toEqual([path, 401]);
    }
  });

  it.each(['gzip', 'deflate', 'br', 'identity, gzip', 'zstd'])('in %s is refused', async (encoding) => {
    for (const path of [
      '/login/',
      '/trpc/auth.login',
      '/webhooks/stripe',
      '/webhooks/carrier',
      '/webhooks/carrier/x',
      '/local/stripe/advance',
    ]) {
      const { status } = await sendCompressed(path, 'POST', encoding);
      expect([path, status]).toEqual([path, 415]);
    }
  });

  it('is refused in the format of the REST or tRPC call', async () => {
    const rest = (await (await sendCompressed('/login/', 'POST', 'gzip')).json()) as object;
    expect(rest).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'Send the body without compression.',
    });
    const called = (await (await sendCompressed('/trpc/auth.login', 'POST', 'gzip')).json()) as object;
    expect(called).toMatchObject({ error: { data: { appCode: 'UNSUPPORTED_MEDIA_TYPE', httpStatus: 415 } } });
  });

  it('with the identity encoding is accepted', async () => {
    const headers = { ...JSON_TYPE, 'content-encoding': 'identity' };
    expect((await send(hark, '/login/', { method: 'POST', headers, body: '{}' })).status).toBe(400);
  });
});

describe('a large body', () => {
  it('is refused by every public call', async () => {
    const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(16 * KB) });
    for (const { procedure, route } of documentedPaths(hark)) {
      if (route.method === 'GET' || !PUBLIC_CALLS.has(procedure)) continue;
      expect([route.path, await post(route.path, body)]).toMatchObject([
        route.path,
        { status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } },
      ]);
    }
    const procedures = hark.composition.appRouter._def.procedures as unknown as Record<string, AnyProcedure>;
    for (const [name, { _def }] of Object.entries(procedures)) {
      if (_def.type !== 'mutation') continue;
      expect([name, await post(`/trpc/${name}`, body)]).toMatchObject([
        name,
        { status: 413, body: { error: { data: { appCode: 'PAYLOAD_TOO_LARGE' } } } },
      ]);
    }
  });

  it('is refused by its Content-Length', async () => {
    const headers = { ...JSON_TYPE, cookie: free.client.cookie() };
    for (const [path, length] of [
      ['/login/', 16 * KB + 1],
      ['/trpc/auth.login', MB + 1],
      ['/contacts/add-new-contact/', MB + 1],
      ['/trpc/campaigns.create', MB + 1],
      ['/api/campaigns/create/', 64 * MB + 1],
    ] as const) {
      const status = await statusOfHeaders(path, { ...headers, 'content-length': length });
      expect([path, status]).toEqual([path, 413]);
    }
  });

  it('of the documented size is accepted', async () => {
    const padding = 'x'.repeat(15 * KB);
    expect((await post('/login/', JSON.stringify({ padding }))).status).toBe(400);
    const larger = JSON.stringify({ padding: 'x'.repeat(MB - KB) });
    expect((await post('/contacts/add-new-contact/', larger, free.client.cookie())).status).toBe(400);
    expect((await post('/trpc/voices.remove', larger, free.client.cookie())).status).toBe(400);
  });
});

describe('a call of a procedure', () => {
  const calls: [string, Parameters<typeof send>[2]][] = [
    ['without content', {}],
    ['without content, of JSON', { headers: JSON_TYPE }],
    ['with empty text', { body: '', headers: { 'content-type': 'text/plain' } }],
    ['with blank JSON', { body: ' \n', headers: JSON_TYPE }],
    ['with no fields', { body: '{}', headers: JSON_TYPE }],
  ];
  it.each(calls)('%s is one without fields', async (_, init) => {
    const { client } = await hark.newUser();
    const cookie = client.cookie();
    const missing = await send(hark, '/trpc/voices.remove', { method: 'POST', cookie, ...init });
    expect([missing.status, missing.text]).toEqual([
      400,
      expect.stringContaining('"appCode":"INVALID_INPUT"'),
    ]);
    expect(missing.text).toContain('"fields":{');
    const out = await send(hark, '/trpc/auth.logout', { method: 'POST', cookie, ...init });
    expect([out.status, out.text]).toEqual([200, expect.stringContaining('"success":true')]);
    expect((await client.get('/users/user-info/')).status).toBe(401);
  });
});
