import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { createAdditionLimiter } from './stop-page/stop-limits.ts';
import { signatureOf } from './webhook/check-signature.ts';

let hark: TestHark;
let database: Awaited<ReturnType<typeof connectDatabase>>;
type User = Awaited<ReturnType<TestHark['newUser']>>;

beforeAll(async () => {
  hark = await startHark({ TRUST_PROXY: '1' });
  database = await connectDatabase(hark.mongodbUri);
});
afterAll(async () => {
  await database.close();
  await hark.stop();
});

async function trpc({ client }: User, path: string): Promise<Record<string, unknown>> {
  const { body } = await client.post(`/trpc/${path}`);
  return (body['result'] as { data: Record<string, unknown> }).data;
}

/** Returns the numbers of a user's list with their sources. */
async function listOf({ client }: User): Promise<Record<string, string>> {
  const { body } = await client.get('/api/suppressions/');
  const rows = body['suppressions'] as { phone: string; source: string }[];
  return Object.fromEntries(rows.map(({ phone, source }) => [phone, source]));
}

const now = () => Math.floor(hark.clock.now().getTime() / 1000);

describe('the webhook of the number called back', () => {
  interface Webhook {
    url: string;
    secret: string;
  }
  const newWebhook = async (user: User) =>
    (await trpc(user, 'optOuts.renewWebhookSecret')) as unknown as Webhook;

  async function post(
    { url, secret }: Webhook,
    body: string,
    { seconds = now(), headers = {} }: { seconds?: number; headers?: Record<string, string> } = {},
  ) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Hark-Signature': signatureOf(secret, seconds, Buffer.from(body)), ...headers },
      body,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test('of secrets that are renewed at once, one is shown and works, and the others are refused', async () => {
    const user = await hark.newUser();
    const statuses = new Set<number>();
    for (let round = 0; round < 3; round += 1) {
      const renewals = await Promise.all(
        Array.from({ length: 4 }, () => user.client.post('/trpc/optOuts.renewWebhookSecret')),
      );
      const shown = renewals.flatMap(({ status, body }) =>
        status === 200 ? [(body['result'] as { data: Webhook }).data] : [],
      );
      const answers = await Promise.all(shown.map((webhook) => post(webhook, '{"phone":"2025550143"}')));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status } of renewals) statuses.add(status);
    }
    expect([...statuses].sort()).toEqual([200, 409]);
  });

  test('stores the number of a signed request at once, and again for a repeated one', async () => {
    const user = await hark.newUser();
    const webhook = await newWebhook(user);
    expect(webhook.url).toMatch(/^http.*\/webhooks\/opt-out\/\w+$/);
    const body = JSON.stringify({ phone: '(202) 555-0143' });
    for (let times = 0; times < 2; times++) {
      expect(await post(webhook, body)).toEqual({
        status: 200,
        body: { success: true, phone: '12025550143' },
      });
      expect(await listOf(user)).toEqual({ '12025550143': 'inbound call' });
    }
    expect((await post(webhook, '{"phone":"Ana"}')).status).toBe(400);
    expect((await post(webhook, 'phone')).status).toBe(400);
    expect((await post(webhook, `{"phone":"${'2'.repeat(20_000)}"}`)).status).toBe(413);
  });

  test('puts a number back that was removed meanwhile for a new request, not for a repeated one', async () => {
    const user = await hark.newUser();
    const webhook = await newWebhook(user);
    const body = JSON.stringify({ phone: '2025550143' });
    const seconds = now();
    const signed = signatureOf(webhook.secret, seconds, Buffer.from(body));
    const [time = '', digest = ''] = signed.split(',');
    const spellings = [signed, `${digest}, ${time}`, `${time},v1=00,${digest}`, ` ${time} , ${digest} ,x=1`];
    expect((await post(webhook, body, { seconds })).status).toBe(200);
    const removed = await user.client.post('/trpc/suppressions.remove', {
      phone: '2025550143',
      reason: 'Asked',
    });
    expect(removed.status).toBe(200);
    for (const spelling of spellings)
      expect(await post(webhook, body, { headers: { 'Hark-Signature': spelling } })).toEqual({
        status: 200,
        body: { success: true, phone: '12025550143' },
      });
    expect(await listOf(user)).toEqual({});
    expect((await post(webhook, body, { seconds: seconds + 1 })).status).toBe(200);
    expect(await listOf(user)).toEqual({ '12025550143': 'inbound call' });
  });

  test('a request that is sent many times at once is stored once, and each copy may be sent again', async () => {
    const user = await hark.newUser();
    const webhook = await newWebhook(user);
    const body = JSON.stringify({ phone: '2025550143' });
    const seconds = now();
    const copies = await Promise.all(Array.from({ length: 8 }, () => post(webhook, body, { seconds })));
    const statuses = new Set(copies.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(statuses).toContain(200);
    expect((await post(webhook, body, { seconds })).status).toBe(200);
    expect(await listOf(user)).toEqual({ '12025550143': 'inbound call' });
  });

  test('refuses a wrong signature, an old request and a secret that was replaced or removed', async () => {
    const user = await hark.newUser();
    const webhook = await newWebhook(user);
    const body = JSON.stringify({ phone: '2025550143' });
    const headers = { 'Hark-Signature': 't=1,v1=00' };
    expect(await post(webhook, body, { headers })).toMatchObject({ status: 401 });
    expect(await post(webhook, body, { seconds: now() - 301 })).toMatchObject({ status: 401 });
    const unknown = { ...webhook, url: `${webhook.url}x` };
    expect(await post(unknown, body)).toEqual(await post(webhook, body, { headers }));
    const renewed = await newWebhook(user);
    expect(renewed.url).toBe(webhook.url);
    expect((await post(webhook, body)).status).toBe(401);
    expect(await listOf(user)).toEqual({});
    expect((await post(renewed, body)).status).toBe(200);
    await trpc(user, 'optOuts.removeWebhook');
    expect((await post(renewed, body)).status).toBe(401);
    const { body: read } = await user.client.get('/trpc/optOuts.webhook');
    expect(read).toMatchObject({ result: { data: { url: null, renewed_at: null } } });
  });

  test('adds a limited number of numbers a minute, of which copies of a request are none', async () => {
    const user = await hark.newUser();
    const webhook = await newWebhook(user);
    const additions = createAdditionLimiter(database);
    for (let taken = 0; taken < 599; taken += 1) expect(await additions.take(user.uid)).toBe(0);
    const [body, seconds] = ['{"phone":"2025550143"}', now()];
    expect((await post(webhook, body, { seconds })).status).toBe(200);
    const error = expect.stringContaining('Too many numbers a minute.') as string;
    expect(await post(webhook, '{"phone":"2025550144"}')).toMatchObject({ status: 429, body: { error } });
    expect((await post(webhook, body, { seconds })).status).toBe(200);
    expect(await listOf(user)).toEqual({ '12025550143': 'inbound call' });
    await additions.clear(user.uid);
    expect((await post(webhook, '{"phone":"2025550144"}', { seconds: seconds - 1 })).status).toBe(200);
  });

  test('is shown with its address and the time of its secret, and each change is in the history', async () => {
    const user = await hark.newUser();
    const shown = async () => {
      const { body } = await user.client.get('/trpc/optOuts.webhook');
      return (body['result'] as { data: object }).data;
    };
    expect(await shown()).toEqual({ url: null, renewed_at: null });
    const none = await user.client.post('/trpc/optOuts.removeWebhook');
    expect(none).toMatchObject({ status: 404, body: { error: { message: 'Webhook not found' } } });
    const { url } = await newWebhook(user);
    expect(await shown()).toEqual({ url, renewed_at: expect.stringMatching(/^\d{4}-.*Z$/) as string });
    expect(url.startsWith(`${hark.baseUrl}/webhooks/opt-out/`)).toBe(true);
    expect(await trpc(user, 'optOuts.removeWebhook')).toEqual({ success: true });
    expect(await shown()).toEqual({ url: null, renewed_at: null });
    const { body } = await user.client.get('/trpc/accountEvents.list?input={}');
    const { events } = (body['result'] as { data: { events: { detail: string }[] } }).data;
    expect(events.filter(({ detail }) => detail === 'Opt-out webhook')).toHaveLength(2);
  });

  test('is for the list of its user alone, and its secret is stored encrypted', async () => {
    const [user, other] = [await hark.newUser(), await hark.newUser()];
    const [webhook, theirs] = [await newWebhook(user), await newWebhook(other)];
    const body = JSON.stringify({ phone: '2025550143' });
    expect((await post({ url: theirs.url, secret: webhook.secret }, body)).status).toBe(401);
    await post(webhook, body);
    expect(await listOf(other)).toEqual({});
    const shown = await user.client.get('/trpc/optOuts.webhook');
    expect(JSON.stringify(shown.body)).not.toContain(webhook.secret);
  });

  test('limits refused requests of a network, and never signed ones, and words why', async () => {
    const user = await hark.newUser();
    const webhook = await newWebhook(user);
    const body = JSON.stringify({ phone: '2025550143' });
    const refusedFrom = async (network: string, url: string) => {
      const headers = { 'Hark-Signature': 'v1=', 'x-forwarded-for': network };
      return (await post({ ...webhook, url }, body, { headers })).status;
    };
    const statuses = [];
    // Also with a token of its own in each.
    for (let times = 0; times < 21; times++)
      statuses.push(await refusedFrom('192.0.2.1', `${webhook.url}${String(times)}`));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
    expect(await refusedFrom('192.0.2.2', webhook.url)).toBe(401);
    const answerOf = async (sent: string, headers: Record<string, string>) =>
      (await post(webhook, sent, { headers: { 'x-forwarded-for': '192.0.2.1', ...headers } })).body;
    expect(await answerOf(body, { 'Hark-Signature': 'v1=' })).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many requests with a wrong signature.',
      retry_after: expect.any(Number) as number,
    });
    expect(await answerOf(body, { 'Hark-Signature': '', 'x-forwarded-for': '192.0.2.2' })).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'The signature is wrong, or the request is older than 5 minutes.',
    });
    expect(await answerOf('phone', {})).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'The body is not valid JSON.',
      fields: { body: 'is not valid JSON' },
    });
    expect(await answerOf('{"phone":"911"}', {})).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { phone: expect.stringContaining('it has too few digits') as string },
    });
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    expect((await post(webhook, body, { headers })).status).toBe(200);
  });
});

describe('the stop page of a business', () => {
  async function newBusiness(company_name = 'Acme & Sons') {
    const user = await hark.newUser();
    await user.client.put(`/users/${user.uid}/`, { company_name });
    const { body } = await user.client.get('/api/calling-profile/');
    return { user, url: `${hark.baseUrl}${String(body['stop_path'])}` };
  }

  async function enter(url: string, phone: string, headers: Record<string, string> = {}) {
    const body = new URLSearchParams({ phone });
    const response = await fetch(url, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  test('stores a number at once, and says the same for a known one', async () => {
    const { user, url } = await newBusiness();
    const form = await fetch(url);
    expect(form.status).toBe(200);
    expect(form.headers.get('set-cookie')).toBeNull();
    expect(await form.text()).toContain('Stop voicemails from Acme &amp; Sons');
    const kept = ['cache-control', 'referrer-policy', 'content-type'].map((name) => form.headers.get(name));
    expect(kept).toEqual(['no-store', 'same-origin', 'text/html; charset=utf-8']);
    const first = await enter(url, '202-555-0143');
    expect(first).toMatchObject({ status: 200 });
    expect(first.text).toContain('+1 (202) 555-0143 is now on the do-not-call list of Acme &amp; Sons.');
    expect(await listOf(user)).toEqual({ '12025550143': 'stop page' });
    expect((await enter(url, '202-555-0143')).text).toBe(first.text);
  });

  test('replaces the source of a number that the user added, which then needs a reason to be removed', async () => {
    const { user, url } = await newBusiness();
    await user.client.post('/api/suppressions/', { phone: '2025550143' });
    await enter(url, '2025550143');
    expect(await listOf(user)).toEqual({ '12025550143': 'stop page' });
    const refused = await user.client.post('/trpc/suppressions.remove', { phone: '2025550143' });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { data: { details: { fields: { reason: expect.any(String) as string } } } } },
    });
  });

  test('shows what is wrong about a number, and shows no markup that was entered', async () => {
    const { user, url } = await newBusiness('<b>Bold</b>');
    const refused = await enter(url, '"><script>alert(1)</script>');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('This is not a US or Canadian phone number');
    expect(refused.text).not.toMatch(/<script|<b>/);
    expect((await fetch(url, { method: 'POST' })).status).toBe(400);
    expect((await enter(url, '7'.repeat(45))).text).toContain(`value="${'7'.repeat(40)}"`);
    expect(await listOf(user)).toEqual({});
    await user.client.put(`/users/${user.uid}/`, { company_name: '' });
    expect(await (await fetch(url)).text()).toContain('<title>Stop voicemails from this business</title>');
    expect((await enter(url, '2025550143')).text).toContain('the do-not-call list of this business.');
  });

  test('takes a limited number of requests of a network, and says when to try again', async () => {
    const { url } = await newBusiness();
    const enterFrom = (network: string) => enter(url, '2025550143', { 'x-forwarded-for': network });
    for (let times = 0; times < 10; times++) expect((await enterFrom('192.0.2.3')).status).toBe(200);
    const refused = await enterFrom('192.0.2.3');
    expect([refused.status, refused.text.includes('Too many requests.')]).toEqual([429, true]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await enterFrom('192.0.2.4')).status).toBe(200);
  });

  test('counts each attempt of a network, also those that store nothing, on any page', async () => {
    const { user, url } = await newBusiness();
    const form = 'application/x-www-form-urlencoded';
    const from = { 'x-forwarded-for': '192.0.2.5' };
    const attempt = async (page: string, body: string, type = form) =>
      (await fetch(page, { method: 'POST', headers: { ...from, 'content-type': type }, body })).status;
    const attempts = [
      [url, 'phone=911', 400],
      [url, '', 400],
      [url, 'phone=2025550143&phone=2025550144', 400],
      [url, 'phone[$ne]=1', 400],
      [url, `phone=${'2'.repeat(3_000)}`, 413],
      [url, 'phone=2025550143', 400, 'text/plain'],
      [url, '{"phone":"2025550143"}', 400, 'application/json'],
      [`${url}x`, 'phone=2025550143', 404],
      [`${hark.baseUrl}/stop/acme`, 'phone=911', 404],
      [url, 'phone=2025550143', 200],
      [url, 'phone=911', 429],
      [url, `phone=${'2'.repeat(3_000)}`, 429],
      [`${url}x`, 'phone=911', 429],
    ] as const;
    for (const [page, body, status, type] of attempts)
      expect([body.slice(0, 40), await attempt(page, body, type)]).toEqual([body.slice(0, 40), status]);
    expect(await listOf(user)).toEqual({ '12025550143': 'stop page' });
  });

  test('stores nothing for a request that only looks', async () => {
    const { user, url } = await newBusiness();
    const form = await (await fetch(url)).text();
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])
      for (const headers of [{}, { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' }]) {
        const response = await fetch(`${url}?phone=2025550143`, { method, headers });
        const text = await response.text();
        if (method === 'GET') expect(text).toBe(form);
        expect(text).not.toContain('2025550143');
      }
    expect(await listOf(user)).toEqual({});
  });

  test('says the same of a number in each way of writing it, whether it is listed, was called or is pressed twice', async () => {
    const { user, url } = await newBusiness();
    await user.client.post('/api/suppressions/', { phone: '2025550144' });
    let network = 0;
    const stop = async (phone: string) => {
      network += 1;
      const { status, text } = await enter(url, phone, {
        'x-forwarded-for': `198.51.100.${String(network)}`,
      });
      expect([phone, status]).toEqual([phone, 200]);
      return text.replaceAll(/\(202\) 555-01\d\d/g, 'NUMBER');
    };
    const written = [
      '2025550143',
      '+1 202 555 0143',
      '1-202-555-0143',
      '(202) 555\u20110143',
      '２０２５５５０１４３',
    ];
    const answers = await Promise.all([...written, '2025550143', '2025550143', '2025550144'].map(stop));
    expect(new Set(answers).size).toBe(1);
    expect(await listOf(user)).toEqual({ '12025550143': 'stop page', '12025550144': 'stop page' });
  });

  test('words what is wrong with a form itself', async () => {
    const { url } = await newBusiness();
    const bodies = ['', 'phone=', 'phone=a&phone=b', 'other=1', `phone=${'1'.repeat(41)}`];
    for (const [at, body] of bodies.entries()) {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `203.0.113.${String(at)}`,
      };
      const text = await (await fetch(url, { method: 'POST', headers, body })).text();
      expect([body, /<p class="error" id="error">(.*?)<\/p>/.exec(text)?.[1]]).toEqual([
        body,
        body.length > 40 ? 'A phone number has 10 digits' : 'A phone number is required',
      ]);
    }
  });

  test('is not found for an unknown business, and refuses forms of other sites', async () => {
    const { user, url } = await newBusiness();
    expect((await enter(`${url}x`, '2025550143')).status).toBe(404);
    expect((await fetch(`${hark.baseUrl}/stop/acme`)).status).toBe(404);
    expect((await enter(url, '2025550143', { origin: 'https://other.example' })).status).toBe(403);
    expect(await listOf(user)).toEqual({});
  });
});

test('of a closed account neither the page nor the webhook is left, and requests to them store nothing', async () => {
  const user = await hark.newUser();
  const { body } = await user.client.get('/api/calling-profile/');
  const page = `${hark.baseUrl}${String(body['stop_path'])}`;
  const { url, secret } = (await trpc(user, 'optOuts.renewWebhookSecret')) as Record<string, string>;
  const stop = (network: string) =>
    fetch(page, {
      method: 'POST',
      headers: { 'x-forwarded-for': network },
      body: new URLSearchParams({ phone: '2025550143' }),
    });
  const signed = () => {
    const text = '{"phone":"2025550144"}';
    const headers = { 'Hark-Signature': signatureOf(secret ?? '', now(), Buffer.from(text)) };
    return fetch(url ?? '', { method: 'POST', headers, body: text });
  };
  expect([(await stop('192.0.2.30')).status, (await signed()).status]).toEqual([200, 200]);
  expect(await documentsOf(user.uid)).toHaveLength(4);
  const proof = { email: user.email, password: 'correct horse' };
  expect((await user.client.post('/trpc/accountDeletion.request', proof)).status).toBe(200);
  await vi.waitFor(
    async () => {
      expect((await fetch(page)).status).toBe(404);
      expect(await documentsOf(user.uid)).toEqual([]);
    },
    { timeout: 20_000, interval: 200 },
  );
  const [unknown, closed] = [await fetch(`${hark.baseUrl}/stop/none`), await fetch(page)];
  expect(await closed.text()).toBe(await unknown.text());
  expect([(await stop('192.0.2.31')).status, (await signed()).status]).toEqual([404, 401]);
  expect(await documentsOf(user.uid)).toEqual([]);
});

/** Returns the collections that hold a number, a webhook or a request of a user. */
async function documentsOf(uid: string): Promise<string[]> {
  const counts = {
    suppressions: { userId: uid },
    opt_out_webhooks: { _id: uid },
    request_keys: { _id: { $regex: `^${uid}:` } },
    calling_profiles: { _id: uid },
  };
  const found = await Promise.all(
    Object.entries(counts).map(async ([name, filter]) =>
      (await database.collection<{ _id: string }>(name).countDocuments(filter as object)) > 0 ? [name] : [],
    ),
  );
  return found.flat();
}
