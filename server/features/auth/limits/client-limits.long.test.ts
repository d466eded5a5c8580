import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_TYPE } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

const PASSWORD = 'correct horse';

let hark: TestHark;
afterAll(() => hark.stop());

/** Posts as a client at `from`, the address that the proxy in front of Hark reports. */
function post(path: string, body: object, from?: string): Promise<Response> {
  return fetch(`${hark.baseUrl}${path}`, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...(from !== undefined && { 'x-forwarded-for': from }) },
    body: JSON.stringify(body),
  });
}

/** Counts responses by status. */
function countsOf(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function statuses(
  times: number,
  call: (n: number) => Promise<Response>,
): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: times }, (_, n) => call(n)));
  return countsOf(responses.map(({ status }) => status));
}

const guess = (n: number | string) => ({ email: `guessed-${String(n)}@example.com`, password: 'a guess' });
const person = (n: number | string) => ({
  email: `person-${String(n)}@example.com`,
  password: PASSWORD,
  display_name: 'Ann Example',
});

describe('limits per network of the client', () => {
  beforeAll(async () => {
    hark = await startHark({ TRUST_PROXY: '1' });
    return () => hark.stop();
  });

  it('stop password guessing at many addresses, without affecting other networks', async () => {
    const from = '203.0.113.7';
    expect(await statuses(40, (n) => post('/login/', guess(n), from))).toEqual({ 401: 30, 429: 10 });
    const refused = await post('/login/', guess('more'), from);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect((await post('/login/', guess('more'), `198.51.100.1, ${from}`)).status).toBe(429);
    expect((await post('/login/', guess('more'), '203.0.113.8')).status).toBe(401);
  });

  it('count an IPv6 /64 as one client', async () => {
    const address = (n: number) => `2001:db8:1:2::${n.toString(16)}`;
    expect(await statuses(31, (n) => post('/login/', guess(n), address(n)))).toEqual({ 401: 30, 429: 1 });
    expect((await post('/login/', guess('other'), '2001:db8:1:3::1')).status).toBe(401);
  });

  it('count every call of a batch', async () => {
    const path = `/trpc/${Array(20).fill('auth.login').join(',')}?batch=1`;
    const batch = (first: number) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, n) => [n, guess(first + n)]));
    const codes: number[] = [];
    for (const first of [0, 20]) {
      const response = await post(path, batch(first), '203.0.113.20');
      const results = (await response.json()) as { error: { data: { httpStatus: number } } }[];
      codes.push(...results.map(({ error }) => error.data.httpStatus));
      if (first === 20) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(countsOf(codes)).toEqual({ 401: 30, 429: 10 });
  });

  it('do not count successful sign-ins', async () => {
    expect((await post('/register/', person('right'), '203.0.113.30')).status).toBe(201);
    const { email } = person('right');
    const signIn = () => post('/login/', { email, password: PASSWORD }, '203.0.113.31');
    expect(await statuses(35, signIn)).toEqual({ 200: 35 });
  });

  it('do not count sign-ins at an address that another client has locked', async () => {
    const { email } = person('locked');
    for (let n = 0; n < 10; n++) await post('/login/', { email, password: 'wrong' }, '203.0.113.40');
    const locked = () => post('/login/', { email, password: PASSWORD }, '203.0.113.41');
    expect(await statuses(35, locked)).toEqual({ 429: 35 });
    expect((await post('/login/', guess('fresh'), '203.0.113.41')).status).toBe(401);
  });

  it('limit registrations', async () => {
    const register = (n: number) => post('/register/', person(n), '203.0.113.50');
    expect(await statuses(24, register)).toEqual({ 201: 20, 429: 4 });
  });

  it('limit the mails of an IPv6 site across its networks', async () => {
    let asked = 0;
    const ask = (from: string) =>
      post('/password-reset/', { email: `unknown-${String(asked++)}@a.example` }, from);
    const fromSite = (n: number) => ask(`2001:db8:2:${(n >> 4).toString(16)}::${n.toString(16)}`);
    expect(await statuses(84, fromSite)).toEqual({ 200: 80, 429: 4 });
    expect((await ask('2001:db8:3::1')).status).toBe(200);
  });

  it('limit mails across all calls that send them, for known and unknown users', async () => {
    const from = '203.0.113.60';
    const calls = [
      (n: number) => post('/password-reset/', { email: `unknown-${String(n)}@example.com` }, from),
      (n: number) => post('/resend-verification-email/', { email: person(n).email }, from),
      (n: number) => post('/auth/resend-verification/', { user_id: `user-${String(n)}` }, from),
    ];
    expect(await statuses(24, (n) => calls[n % 3]?.(n) ?? expect.fail())).toEqual({ 200: 20, 429: 4 });
  });

  it('also apply to all clients together', async () => {
    const ask = (n: number) =>
      post('/password-reset/', { email: `${String(n)}@b.example` }, `198.51.${String(n >> 7)}.${String(n)}`);
    // A new one-minute window may begin during the test.
    const counts = await statuses(250, ask);
    expect(counts[429]).toBeGreaterThanOrEqual(10);
  });
});

describe('limits in local mode', () => {
  beforeAll(async () => {
    hark = await startHark({ REQUIRE_EMAIL_VERIFICATION: 'true' });
  });

  it('are higher for direct clients on this machine, but not for forwarded ones', async () => {
    let asked = 0;
    const ask = (from?: string) => () =>
      post('/password-reset/', { email: `unknown-${String(asked++)}@c.example` }, from);
    expect(await statuses(60, ask())).toEqual({ 200: 60 });
    expect(await statuses(24, ask('127.0.0.1'))).toEqual({ 200: 20, 429: 4 });
    expect(await statuses(60, ask())).toEqual({ 200: 40, 429: 20 });
  });

  it('count the mail of a registration', async () => {
    expect((await post('/register/', person('mailed'), '127.0.0.1')).status).toBe(429);
  });
});
