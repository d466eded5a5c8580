import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { JSON_TYPE } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

const PASSWORD = 'correct horse';

let hark: TestHark;
afterAll(() => hark.stop());

/** Signs in from the network that the proxy reports; `cookie` is that of a known browser. */
async function signIn(email: string, password: string, from: string, cookie = '') {
  const headers = { ...JSON_TYPE, cookie, 'x-forwarded-for': from };
  const init = { method: 'POST', headers, body: JSON.stringify({ email, password }) };
  const response = await fetch(`${hark.baseUrl}/login/`, init);
  const { error } = (await response.json()) as { error?: string };
  const known = response.headers.getSetCookie().find((set) => set.startsWith('hark.browser='));
  const retryAfter = Number(response.headers.get('retry-after') ?? 0);
  return { status: response.status, error, retryAfter, cookie: known?.split(';')[0] ?? '' };
}

/** Registers a user and signs in; returns the cookie by which the account knows the browser. */
async function owner(from: string) {
  const { email } = await hark.newUser();
  const { cookie } = await signIn(email, PASSWORD, from);
  expect(cookie).not.toBe('');
  return { email, cookie };
}

/** Sends 50 wrong passwords at once; returns how many were checked and how many refused. */
async function fiftyGuesses(email: string, from: (n: number) => string): Promise<Record<number, number>> {
  const guesses = Array.from({ length: 50 }, (_, n) => signIn(email, `guess ${String(n)}`, from(n)));
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(guesses)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('fifty wrong passwords', () => {
  beforeAll(async () => {
    hark = await startHark({ TRUST_PROXY: '1' });
    return () => hark.stop();
  });

  it('from the network of the owner: ten are checked, and the known browser of the owner signs in', async () => {
    const home = '203.0.113.1';
    const { email, cookie } = await owner(home);
    expect(await fiftyGuesses(email, () => home)).toEqual({ 401: 10, 429: 40 });
    expect((await signIn(email, PASSWORD, home)).status).toBe(429);
    expect((await signIn(email, PASSWORD, home, cookie)).status).toBe(200);
    expect((await signIn(email, PASSWORD, '203.0.113.2', cookie)).status).toBe(200);
  });

  it('from fifty networks: ten are checked, and the known browser of the owner signs in', async () => {
    const { email, cookie } = await owner('203.0.113.3');
    expect(await fiftyGuesses(email, (n) => `198.51.100.${String(n)}`)).toEqual({ 401: 10, 429: 40 });
    expect((await signIn(email, PASSWORD, '203.0.113.3', cookie)).status).toBe(200);
  });

  it('at an address without an account are limited in the same way', async () => {
    const counts = await fiftyGuesses('nobody@example.com', (n) => `198.51.101.${String(n)}`);
    expect(counts).toEqual({ 401: 10, 429: 40 });
  });

  it('the cookie of a browser that another account knows gives no attempts', async () => {
    const { email } = await owner('203.0.113.4');
    const { cookie } = await owner('203.0.113.4');
    expect(await fiftyGuesses(email, (n) => `198.51.102.${String(n)}`)).toEqual({ 401: 10, 429: 40 });
    expect((await signIn(email, PASSWORD, '203.0.113.5', cookie)).status).toBe(429);
  });

  it('do not keep the owner out of a new browser: the wait grows to 15 minutes and is told', async () => {
    const { email } = await owner('203.0.113.6');
    await fiftyGuesses(email, (n) => `198.51.103.${String(n)}`);
    const waits: number[] = [];
    let shift = 0;
    for (let n = 0; n < 7; n++) {
      const { status, error, retryAfter } = await signIn(email, PASSWORD, '203.0.113.7');
      expect(status).toBe(429);
      const minutes = Math.ceil(retryAfter / 60);
      waits.push(minutes);
      const wait = minutes === 1 ? 'a minute' : `${String(minutes)} minutes`;
      expect(error).toBe(`Too many failed attempts. Please try again in ${wait}.`);
      shift += retryAfter * 1_000;
      hark.clock.shift(shift);
      // The attacker is there first each time, until the last.
      if (n < 6) expect((await signIn(email, 'guess', `198.51.104.${String(n)}`)).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15, 15]);
    expect((await signIn(email, PASSWORD, '203.0.113.7')).status).toBe(200);
    hark.clock.shift(0);
  });

  it('are forgotten a day after the last', async () => {
    const { email } = await owner('203.0.113.8');
    await fiftyGuesses(email, (n) => `198.51.105.${String(n)}`);
    hark.clock.shift(24 * 60 * MINUTE_MS);
    expect(await fiftyGuesses(email, (n) => `198.51.106.${String(n)}`)).toEqual({ 401: 10, 429: 40 });
    hark.clock.shift(0);
  });

  it('from a known browser: ten are checked, and other browsers are not affected', async () => {
    const { email, cookie } = await owner('203.0.113.9');
    const guesses = Array.from({ length: 11 }, () => signIn(email, 'a guess', '203.0.113.9', cookie));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await signIn(email, PASSWORD, '203.0.113.9', cookie)).status).toBe(429);
    expect((await signIn(email, PASSWORD, '203.0.113.9')).status).toBe(200);
  });
});

describe('without a trusted proxy', () => {
  beforeAll(async () => {
    hark = await startHark();
  });

  it('forged forwarding headers do not hide the network of a client', async () => {
    const guesses = Array.from({ length: 35 }, (_, n) =>
      signIn(`guessed-${String(n)}@example.com`, 'a guess', `198.51.100.${String(n)}`),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  });
});
