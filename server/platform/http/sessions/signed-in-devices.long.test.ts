import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import type { SignedInDevice } from '#shared/schemas/account/account-security.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const PASSWORD = 'correct horse';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

/** Signs in a browser with the given user agent; returns its cookie. */
async function signIn(email: string, userAgent: string): Promise<string> {
  const response = await fetch(`${hark.baseUrl}/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(response.status).toBe(200);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function call(cookie: string, procedure: string, input?: object) {
  const response = await fetch(`${hark.baseUrl}/trpc/auth.${procedure}`, {
    headers: { cookie, 'content-type': 'application/json' },
    ...(input !== undefined && { method: 'POST', body: JSON.stringify(input) }),
  });
  const { result } = (await response.json()) as { result?: { data: unknown } };
  return { status: response.status, data: result?.data };
}

async function devicesOf(cookie: string): Promise<SignedInDevice[]> {
  return ((await call(cookie, 'devices')).data as { devices: SignedInDevice[] }).devices;
}

const isSignedIn = async (cookie: string) => (await call(cookie, 'userInfo')).status === 200;

it('the signed-in browsers are listed with system, network and times', async () => {
  const { email } = await hark.newUser();
  await signIn(email, FIREFOX);
  const phone = await signIn(email, SAFARI);
  const devices = await devicesOf(phone);
  expect(devices).toHaveLength(3);
  expect(devices.find(({ current }) => current)).toMatchObject({
    browser: 'Safari 18',
    system: 'iOS',
    network: '127.0.0.1',
  });
  expect(devices.find(({ browser }) => browser === 'Firefox 140')).toMatchObject({
    system: 'macOS',
    current: false,
  });
  // The client that registered does not name a browser.
  expect(devices.filter(({ browser }) => browser === null)).toHaveLength(1);
  expect(JSON.stringify(devices)).not.toContain(phone.slice('hark.sid='.length));
});

it('a device is last seen when it last sent a request, to the minute, until its session expires', async () => {
  const { email } = await hark.newUser();
  const [mac, phone] = [await signIn(email, FIREFOX), await signIn(email, SAFARI)];
  const lastSeen = async () => {
    const device = (await devicesOf(phone)).find(({ browser }) => browser === 'Firefox 140');
    return Date.parse(device?.last_seen_at ?? '') - Date.parse(device?.signed_in_at ?? '');
  };
  expect(await isSignedIn(mac)).toBe(true);
  expect(await lastSeen()).toBe(0);
  hark.clock.shift(10 * MINUTE_MS);
  await expect.poll(() => isSignedIn(mac).then(lastSeen)).toBeGreaterThanOrEqual(10 * MINUTE_MS);

  // The sessions of both are over by then.
  hark.clock.shift(HOUR_MS - 1_000);
  const later = await signIn(email, SAFARI);
  hark.clock.shift(HOUR_MS + 60_000);
  expect(await devicesOf(later)).toHaveLength(1);
  hark.clock.shift(0);
});

it('a device can be signed out by its user, and by no other', async () => {
  const [user, other] = [await hark.newUser(), await hark.newUser()];
  const [mac, phone] = [await signIn(user.email, FIREFOX), await signIn(user.email, SAFARI)];
  const id = (await devicesOf(phone)).find(({ browser }) => browser === 'Firefox 140')?.id ?? '';
  expect((await call(other.client.cookie(), 'signOutDevice', { id })).status).toBe(404);
  expect(await isSignedIn(mac)).toBe(true);
  expect((await call(phone, 'signOutDevice', { id })).status).toBe(200);
  expect([await isSignedIn(mac), await isSignedIn(phone)]).toEqual([false, true]);
  expect((await call(phone, 'signOutDevice', { id })).status).toBe(404);
});

it('signing out everywhere ends all sessions of the user and no other', async () => {
  const [user, other] = [await hark.newUser(), await hark.newUser()];
  const [mac, phone] = [await signIn(user.email, FIREFOX), await signIn(user.email, SAFARI)];
  expect((await call(mac, 'signOutEverywhere', {})).status).toBe(200);
  expect([await isSignedIn(mac), await isSignedIn(phone)]).toEqual([false, false]);
  expect(await isSignedIn(user.client.cookie())).toBe(false);
  expect(await isSignedIn(other.client.cookie())).toBe(true);
});

it('a change of password keeps the session of its browser and ends the others', async () => {
  const { email } = await hark.newUser();
  const [mac, phone] = [await signIn(email, FIREFOX), await signIn(email, SAFARI)];
  const change = { current_password: PASSWORD, password: 'another good password' };
  expect((await call(mac, 'changePassword', change)).status).toBe(200);
  expect([await isSignedIn(mac), await isSignedIn(phone)]).toEqual([true, false]);
});

it('a user has at most 50 sessions: a sign-in ends the oldest', async () => {
  const { email } = await hark.newUser();
  const first = await signIn(email, FIREFOX);
  let last = '';
  for (let i = 0; i < 50; i++) last = await signIn(email, SAFARI);
  expect(await isSignedIn(first)).toBe(false);
  expect(await devicesOf(last)).toHaveLength(50);
});

it('a browser is named only if it is a known one', async () => {
  const { email } = await hark.newUser();
  const cookie = await signIn(email, 'Hark support, do not sign out/1 (x');
  expect(await devicesOf(cookie)).toContainEqual(expect.objectContaining({ browser: null, current: true }));
});
