import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Connection } from 'mongoose';
import { DAY_MS } from '#shared/time-units.ts';
import type { SignedInDevice } from '#shared/schemas/account/account-security.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { hashSecret } from '#server/platform/lib/secrets/ids.ts';
import { JSON_TYPE } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { MAX_KNOWN_BROWSERS } from './known-browser-store.ts';

const PASSWORD = 'correct horse';
const NEXT = 'another good password';
const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';
const YEAR_MS = 365 * DAY_MS;
const SUBJECT = 'New sign-in to your Hark account';
/** The first mail opens an SMTP connection, which may be slow on a busy machine. */
const MAIL_WAIT = { timeout: 10_000 };

let hark: TestHark;
let connection: Connection;
beforeAll(async () => {
  hark = await startHark({ TRUST_PROXY: '1' });
  connection = await connectDatabase(hark.mongodbUri);
});
afterAll(async () => {
  await connection.close();
  await hark.stop();
});

/** A browser that keeps its cookies. */
function newBrowser(from = '203.0.113.7') {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async post(path: string, body: object = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...JSON_TYPE, cookie, 'user-agent': FIREFOX, 'x-forwarded-for': from };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${hark.baseUrl}${path}`, init);
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      return response;
    },
  };
}
type Browser = ReturnType<typeof newBrowser>;

const signIn = async (browser: Browser, email: string, password = PASSWORD) =>
  expect((await browser.post('/login/', { email, password })).status).toBe(200);

/** Waits for `count` mails about new browsers to `email`, and returns them, newest first. */
function notices(count: number, email: string): Promise<{ text: string; links: string[] }[]> {
  return vi.waitFor(async () => {
    const mails = await mailsTo(email, SUBJECT);
    expect(mails).toHaveLength(count);
    return mails;
  }, MAIL_WAIT);
}

/** Behind a proxy the pages under /local are not served. */
function mailsTo(to: string, subject: string) {
  const outbox = connection.collection<{ to: string; subject: string; text: string; links: string[] }>(
    'local_outbox',
  );
  return outbox.find({ to, subject }).sort({ _id: -1 }).toArray();
}

function knownTo(uid: string): Promise<{ _id: string }[]> {
  return connection.collection<{ _id: string; uid: string }>('known_browsers').find({ uid }).toArray();
}

describe('the cookie of a known browser', () => {
  it('is kept for a year and out of reach of scripts, gives no access, and is stored hashed', async () => {
    const { email, uid } = await hark.newUser();
    const browser = newBrowser();
    const response = await browser.post('/login/', { email, password: PASSWORD });
    const cookie = response.headers.getSetCookie().find((set) => set.startsWith('hark.browser='));
    expect(cookie).toMatch(
      /^hark\.browser=[\w-]{43}; Max-Age=31536000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const secret = browser.cookies.get('hark.browser') ?? '';
    expect(JSON.stringify(await knownTo(uid))).not.toContain(secret);
    const headers = { cookie: `hark.browser=${secret}` };
    expect((await fetch(`${hark.baseUrl}/users/user-info/`, { headers })).status).toBe(401);
  });

  it('holds a secret of its own for each of the last five accounts', async () => {
    const browser = newBrowser();
    const secrets: string[] = [];
    for (let i = 0; i < 6; i++) {
      await signIn(browser, (await hark.newUser()).email);
      secrets.unshift(browser.cookies.get('hark.browser')?.split('.')[0] ?? '');
    }
    expect(new Set(secrets).size).toBe(6);
    expect(browser.cookies.get('hark.browser')).toBe(secrets.slice(0, 5).join('.'));
  });

  it('is restricted to this host and https behind https', async () => {
    const secure = await startHark({ PUBLIC_URL: 'https://hark.example' });
    try {
      const { email } = await secure.newUser();
      const response = await fetch(`${secure.baseUrl}/login/`, {
        method: 'POST',
        headers: JSON_TYPE,
        body: JSON.stringify({ email, password: PASSWORD }),
      });
      expect(response.headers.getSetCookie()[1]).toMatch(
        /^__Host-hark\.browser=.+; HttpOnly; Secure; SameSite=Lax$/,
      );
    } finally {
      await secure.stop();
    }
  });
});

describe('a sign-in from a browser that the account does not know', () => {
  it('is mailed once, with browser, system, place, time and a link; the registration is not', async () => {
    const owner = newBrowser();
    const email = 'noticed@example.com';
    await owner.post('/register/', { email, password: PASSWORD, display_name: 'Ann' });
    await signIn(owner, email);
    const other = newBrowser('8.8.8.8');
    await signIn(other, email);
    await signIn(other, email);
    const [mail] = await notices(1, email);
    expect(mail?.text).toMatch(/Browser: Firefox 140\s+System: macOS\s+Place: United States \(8\.8\.8\.8\)/);
    expect(mail?.text).toMatch(/Time: \S.+ \(UTC\)/);
    expect(mail?.links[0]).toBe(`${hark.baseUrl}/profile/security`);
    // A later mail would show that the others were not sent.
    await signIn(newBrowser(), email);
    await notices(2, email);
  });

  it('is mailed at most five times an hour', async () => {
    const { email } = await hark.newUser();
    for (let i = 0; i < 7; i++) await signIn(newBrowser(), email);
    await notices(5, email);
  });
});

describe('a browser is no longer known', () => {
  /** Registers a user in one browser and signs in with a second; both are known. */
  async function twoBrowsers(email: string) {
    const [first, second] = [newBrowser(), newBrowser()];
    const response = await first.post('/register/', { email, password: PASSWORD, display_name: 'Ann' });
    const { user_data } = (await response.json()) as { user_data: { uid: string } };
    await signIn(second, email);
    expect(await knownTo(user_data.uid)).toHaveLength(2);
    return { first, second, uid: user_data.uid };
  }
  const call = async (browser: Browser, procedure: string, input?: object) =>
    expect((await browser.post(`/trpc/auth.${procedure}`, input)).status).toBe(200);

  it('once the user signs that device out', async () => {
    const { first, second, uid } = await twoBrowsers('device@example.com');
    const cookie = [...first.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const listed = await fetch(`${hark.baseUrl}/trpc/auth.devices`, { headers: { cookie } });
    const { result } = (await listed.json()) as { result: { data: { devices: SignedInDevice[] } } };
    const id = result.data.devices.find(({ current }) => !current)?.id;
    const before = await knownTo(uid);
    await call(first, 'signOutDevice', { id });
    expect(before).toEqual(expect.arrayContaining(await knownTo(uid)));
    expect(await knownTo(uid)).toHaveLength(1);
    await signIn(first, 'device@example.com');
    await signIn(second, 'device@example.com');
    await notices(2, 'device@example.com');
  });

  it('once the user signs out everywhere', async () => {
    const { first, uid } = await twoBrowsers('everywhere@example.com');
    await call(first, 'signOutEverywhere');
    expect(await knownTo(uid)).toEqual([]);
  });

  it('once the password is changed in another', async () => {
    const { first, uid } = await twoBrowsers('changed@example.com');
    await call(first, 'changePassword', { current_password: PASSWORD, password: NEXT });
    const own = hashSecret(first.cookies.get('hark.browser') ?? '');
    expect(await knownTo(uid)).toMatchObject([{ _id: own }]);
  });

  it('once the password is reset, but for the browser that resets it', async () => {
    const email = 'reset@example.com';
    const { uid } = await twoBrowsers(email);
    const before = await knownTo(uid);
    const owner = newBrowser();
    await owner.post('/password-reset/', { email });
    const token = await vi.waitFor(async () => {
      const [mail] = await mailsTo(email, 'Reset your Hark password');
      return new URL(mail?.links[0] ?? '').searchParams.get('token');
    }, MAIL_WAIT);
    expect((await owner.post('/password-reset/confirm/', { token, password: NEXT })).status).toBe(200);
    const after = await knownTo(uid);
    expect(after).toHaveLength(1);
    expect(before).not.toContainEqual(after[0]);
    await signIn(owner, email, NEXT);
    expect(await knownTo(uid)).toHaveLength(1);
  });

  it('once a year has passed since its last sign-in', async () => {
    const { email } = await hark.newUser();
    const browser = newBrowser();
    await signIn(browser, email);
    const cookie = browser.cookies.get('hark.browser');
    hark.clock.shift(YEAR_MS - 60_000);
    await signIn(browser, email);
    expect(browser.cookies.get('hark.browser')).toBe(cookie);
    hark.clock.shift(2 * YEAR_MS);
    await signIn(browser, email);
    expect(browser.cookies.get('hark.browser')).not.toBe(cookie);
    hark.clock.shift(0);
  });

  it(`once ${String(MAX_KNOWN_BROWSERS)} others were used later`, async () => {
    const { email, uid } = await hark.newUser();
    const [first] = await knownTo(uid);
    for (let i = 0; i < MAX_KNOWN_BROWSERS; i++) await signIn(newBrowser(), email);
    const known = await knownTo(uid);
    expect(known).toHaveLength(MAX_KNOWN_BROWSERS);
    expect(known).not.toContainEqual(first);
  });
});
