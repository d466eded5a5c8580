import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import { send } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

/** The first mail opens an SMTP connection, which may be slow on a busy machine. */
const MAIL_WAIT = { timeout: 10_000 };
const PASSWORD = 'correct horse';
const OWN_PASSWORD = 'battery staple';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark({ REQUIRE_EMAIL_VERIFICATION: 'true' });
});
afterAll(() => hark.stop());

/** Registers `email` in a new browser and returns the mailed confirmation path. */
async function registered(email: string) {
  const client = hark.newClient();
  const { body } = await client.post('/register/', { email, password: PASSWORD, display_name: 'Ann' });
  return { client, email, user_id: String(body['user_id']), link: await mailedLink(email, 1) };
}

/** Waits for `count` verification mails to `email` and returns the confirmation path of the newest. */
function mailedLink(email: string, count: number): Promise<string> {
  return vi.waitFor(async () => {
    const mails = JSON.parse((await send(hark, '/local/outbox')).text) as { to: string; links: string[] }[];
    const links = mails.filter(({ to }) => to === email).flatMap((mail) => mail.links);
    expect(links).toHaveLength(count);
    const uid = new URL(links[0] ?? '').searchParams.get('uid') ?? '';
    return `/auth/email-confirmation/?uid=${uid}`;
  }, MAIL_WAIT);
}

/** Returns when the session of a client ends; `null` without a session. */
async function sessionEnd(client: { get(path: string): Promise<{ body: Record<string, unknown> }> }) {
  const { body } = await client.get('/trpc/auth.session');
  return (body['result'] as { data: { expires_at: string | null } }).data.expires_at;
}

describe('a pending registration', () => {
  it('is completed by one sign-in and prolongs no session', async () => {
    const { client, email, user_id, link } = await registered('once@example.com');
    expect((await client.get(link)).status).toBe(200);
    const end = await sessionEnd(client);
    hark.clock.shift(HOUR_MS - MINUTE_MS);
    const again = await client.post('/complete-registration/', { user_id });
    expect(again).toMatchObject({ status: 200, body: { user_data: { uid: user_id, email } } });
    expect(await sessionEnd(client)).toBe(end);

    hark.clock.shift(HOUR_MS);
    expect((await client.post('/complete-registration/', { user_id })).status).toBe(400);
    expect(await sessionEnd(client)).toBeNull();
    hark.clock.shift(0);
  });

  it('is dropped when the browser signs in as another user', async () => {
    const other = await registered('other@example.com');
    await other.client.get(other.link);
    const { client, user_id, email, link } = await registered('mine@example.com');
    expect((await client.post('/login/', { email: other.email, password: PASSWORD })).status).toBe(200);
    expect((await client.get(link)).status).toBe(403);
    const confirmation = { uid: new URL(link, hark.baseUrl).searchParams.get('uid'), password: OWN_PASSWORD };
    expect((await hark.newClient().post('/auth/email-confirmation/', confirmation)).status).toBe(200);
    expect((await client.post('/complete-registration/', { user_id })).status).toBe(400);
    expect((await client.post('/check-email-verification/', { email })).body).toEqual({ verified: false });
  });

  it('expires after a day, even if new links are mailed later', async () => {
    const { client, email, user_id } = await registered('late@example.com');
    hark.clock.shift(24 * HOUR_MS);
    await client.post('/auth/resend-verification/', { user_id });
    const link = await mailedLink(email, 2);
    expect(await client.get(link)).toMatchObject({ status: 403, body: { code: 'PASSWORD_REQUIRED' } });
    hark.clock.shift(0);
  });
});

describe('a verification link opened in another browser', () => {
  /** Confirms the address in a new browser, with a new password. */
  async function confirmElsewhere(link: string) {
    const owner = hark.newClient();
    const uid = new URL(link, hark.baseUrl).searchParams.get('uid');
    const response = await owner.post('/auth/email-confirmation/', { uid, password: OWN_PASSWORD });
    return { owner, response };
  }

  it('confirms nothing without a new password', async () => {
    const { client, email, user_id, link } = await registered('asked@example.com');
    const owner = hark.newClient();
    expect(await owner.get(link)).toMatchObject({
      status: 403,
      body: { code: 'PASSWORD_REQUIRED', email },
    });
    expect(await sessionEnd(owner)).toBeNull();
    expect((await client.post('/login/', { email, password: PASSWORD })).status).toBe(403);
    expect((await client.post('/complete-registration/', { user_id })).status).toBe(400);
  });

  it('signs in with a new password, which replaces the first one', async () => {
    const { client, email, user_id, link } = await registered('victim@example.com');
    const { owner, response } = await confirmElsewhere(link);
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, user_data: { uid: user_id, email } },
    });
    expect(await sessionEnd(owner)).not.toBeNull();

    expect((await client.post('/login/', { email, password: PASSWORD })).status).toBe(401);
    expect((await client.post('/complete-registration/', { user_id })).status).toBe(400);
    expect((await client.post('/check-email-verification/', { email })).body).toEqual({ verified: false });
    expect((await hark.newClient().post('/login/', { email, password: OWN_PASSWORD })).status).toBe(200);
    expect((await confirmElsewhere(link)).response).toMatchObject({
      status: 400,
      body: { code: 'LINK_USED' },
    });
  });

  it('never gives the registering browser a session during a concurrent confirmation', async () => {
    const { client, user_id, link } = await registered('race@example.com');
    let confirmed = false;
    const polling = (async () => {
      const statuses = new Set<number>();
      while (!confirmed) statuses.add((await client.post('/complete-registration/', { user_id })).status);
      return statuses;
    })();
    const { response } = await confirmElsewhere(link);
    confirmed = true;
    expect(response.status).toBe(200);
    expect([...(await polling)]).toEqual([400]);
    expect(await sessionEnd(client)).toBeNull();
  });

  it('signs in without a new password in the browser that registered', async () => {
    const { client, email, link } = await registered('same@example.com');
    expect(await client.get(link)).toMatchObject({
      status: 200,
      body: { success: true, user_data: { email } },
    });
    expect(await sessionEnd(client)).not.toBeNull();
    expect((await hark.newClient().post('/login/', { email, password: PASSWORD })).status).toBe(200);
    expect(await client.get(link)).toMatchObject({ status: 400, body: { error: 'Email already verified' } });
  });

  it('requires a password of at least eight characters', async () => {
    const { link } = await registered('short@example.com');
    const uid = new URL(link, hark.baseUrl).searchParams.get('uid');
    const response = await hark.newClient().post('/auth/email-confirmation/', { uid, password: 'short' });
    expect(response).toMatchObject({
      status: 400,
      body: { fields: { password: expect.any(String) as string } },
    });
  });
});
