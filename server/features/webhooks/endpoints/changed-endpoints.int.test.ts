import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { HarkClient } from '#server/app/seed/hark-client.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { changedEndpointMail } from './changed-endpoint-mail.ts';

const ELEVEN_MINUTES_MS = 11 * MINUTE_MS;
const PASSWORD = 'correct horse';
const ENDPOINT = { url: 'https://93.184.215.14/hark?token=abc', events: ['call.delivered'] };

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterEach(() => {
  hark.clock.shift(0);
});
afterAll(() => hark.stop());

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Returns the mails about webhooks that an address was sent, the first first, once there are so many. */
async function mailsTo(email: string, count: number): Promise<Mail[]> {
  const read = async () => {
    const response = await fetch(`${hark.baseUrl}/local/outbox`, { headers: { accept: 'application/json' } });
    const mails = (await response.json()) as Mail[];
    return mails.filter(({ to, subject }) => to === email && subject.includes('webhook')).reverse();
  };
  await expect.poll(read, { timeout: 10_000 }).toHaveLength(count);
  return read();
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** The calls that change an endpoint, each by tRPC and by its documented path. */
function changesOf(client: HarkClient, id: string): [name: string, change: () => Promise<Answer>][] {
  const change = { events: ['call.failed'] };
  return [
    ['create by tRPC', () => client.post('/trpc/webhooks.create', ENDPOINT)],
    ['create', () => client.post('/api/webhooks/', ENDPOINT)],
    ['update by tRPC', () => client.post('/trpc/webhooks.update', { id, ...change })],
    ['update', () => client.put(`/api/webhooks/${id}/`, change)],
    ['switch on', () => client.put(`/api/webhooks/${id}/`, { enabled: true })],
    ['rotate by tRPC', () => client.post('/trpc/webhooks.rotateSecret', { id })],
    ['rotate', () => client.post(`/api/webhooks/${id}/rotate-secret/`, {})],
  ];
}

async function withEndpoint() {
  const user = await hark.newUser();
  const { body } = await user.client.post('/api/webhooks/', ENDPOINT);
  return { ...user, id: (body['webhook'] as { id: string }).id };
}

describe('a change of an endpoint', () => {
  it('needs a recent proof of identity from a session, and then none for ten minutes', async () => {
    const { client, id } = await withEndpoint();
    hark.clock.shift(ELEVEN_MINUTES_MS);
    for (const [name, change] of changesOf(client, id)) {
      const { status, body } = await change();
      expect([name, status, JSON.stringify(body)]).toEqual([
        ...[name, 403],
        expect.stringContaining('REAUTHENTICATION_REQUIRED'),
      ]);
    }
    expect((await client.post('/trpc/auth.reauthenticate', { password: PASSWORD })).status).toBe(200);
    for (const [name, change] of changesOf(client, id))
      expect([name, (await change()).status < 300]).toEqual([name, true]);
  });

  it('is possible with an API key, which has nobody to ask', async () => {
    const { client, id } = await withEndpoint();
    const created = await client.post('/trpc/apiKeys.create', {
      name: 'CI',
      scope: 'full',
      expires_in_days: null,
    });
    const { key } = (created.body['result'] as { data: { key: string } }).data;
    hark.clock.shift(ELEVEN_MINUTES_MS);
    const response = await fetch(`${hark.baseUrl}/api/webhooks/${id}/rotate-secret/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(200);
  });

  it('of another user is 404 before anything else', async () => {
    const { id } = await withEndpoint();
    const { client } = await hark.newUser();
    hark.clock.shift(ELEVEN_MINUTES_MS);
    expect((await client.put(`/api/webhooks/${id}/`, { enabled: false })).status).toBe(404);
  });

  it('is mailed to the owner, with the host and never the rest of the URL', async () => {
    const { client, email, id } = await withEndpoint();
    await mailsTo(email, 1);
    await client.put(`/api/webhooks/${id}/`, { url: 'https://93.184.215.15/other?token=def' });
    await mailsTo(email, 2);
    await client.put(`/api/webhooks/${id}/`, { events: ['call.failed'] });
    await mailsTo(email, 3);
    await client.post(`/api/webhooks/${id}/rotate-secret/`, {});
    const mails = await mailsTo(email, 4);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A new webhook endpoint for your Hark account',
      'A webhook endpoint of your Hark account has another URL',
      'A webhook endpoint of your Hark account was changed',
      'A webhook endpoint of your Hark account has a new secret',
    ]);
    for (const { text } of mails) {
      expect(text).not.toContain('token');
      expect(text).toContain('a new password does not end it');
    }
  });

  it('names the host only to a confirmed address', () => {
    const text = (emailConfirmed: boolean) =>
      changedEndpointMail(
        { url: 'https://example.com/x', events: ['call.failed'] },
        'moved',
        { email: 'ana@hark.example', displayName: 'Ana', emailConfirmed },
        'https://hark.example',
      ).text;
    expect(text(true)).toContain('now goes to a server at example.com.');
    expect(text(false)).not.toContain('example.com.');
  });
});
