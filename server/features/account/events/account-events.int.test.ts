import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { HOUR_MS } from '#shared/time-units.ts';
import type { accountEventsOutput } from '#shared/schemas/account/account-events.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { JSON_TYPE } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
type Page = z.output<typeof accountEventsOutput>;

describe('the history of an account', () => {
  let hark: TestHark;
  beforeAll(async () => {
    hark = await startHark();
  });
  afterAll(() => hark.stop());

  type User = Awaited<ReturnType<TestHark['newUser']>>;
  async function call<T = unknown>(user: User, name: string, input: object = {}): Promise<T> {
    const { status, body } = await user.client.post(`/trpc/${name}`, input);
    expect([name, status]).toEqual([name, 200]);
    return (body['result'] as { data: T }).data;
  }
  const historyOf = async (user: User) => {
    const { body } = await user.client.get('/trpc/accountEvents.list?input={}');
    return (body['result'] as { data: Page }).data.events;
  };
  const signIn = (email: string, password: string) =>
    fetch(`${hark.baseUrl}/login/`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'user-agent': FIREFOX },
      body: JSON.stringify({ email, password }),
    });

  it('shows sign-ins, failed ones and what was done with keys, password and devices', async () => {
    const [user, other] = [await hark.newUser(), await hark.newUser()];
    expect((await signIn(user.email, 'wrong password')).status).toBe(401);
    expect((await signIn(user.email, 'correct horse')).status).toBe(200);
    const { key, api_key } = await call<{ key: string; api_key: { id: string } }>(user, 'apiKeys.create', {
      name: 'Zapier',
      scope: 'read',
      expires_in_days: null,
    });
    for (let n = 0; n < 3; n++)
      await fetch(`${hark.baseUrl}/dropcowboy/credits/`, { headers: { authorization: `Bearer ${key}` } });
    await call(user, 'apiKeys.revoke', { id: api_key.id });
    await call(user, 'auth.changePassword', {
      current_password: 'correct horse',
      password: 'another good password',
    });

    const events = await historyOf(user);
    expect(events.map(({ type, detail }) => (detail === null ? type : `${type}: ${detail}`)).sort()).toEqual([
      'account_created',
      'api_key_created: Zapier',
      'api_key_first_used: Zapier',
      'api_key_revoked: Zapier',
      'calling_settings_changed: Consent of new lists',
      'password_changed',
      'sign_in_failed',
      'signed_in',
      'signed_in',
    ]);
    expect(events.find(({ browser, type }) => type === 'signed_in' && browser !== null)).toMatchObject({
      browser: 'Firefox 140',
      system: 'Linux',
      networks: ['127.0.0.1'],
      count: 1,
    });
    expect(events.every(({ networks }) => networks[0] === '127.0.0.1')).toBe(true);
    expect((await historyOf(other)).map(({ type }) => type)).toEqual([
      'calling_settings_changed',
      'signed_in',
      'account_created',
    ]);
  });
});

describe('recording', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  const clock = createTestClock(new Date('2026-11-20T09:00:00Z'));
  beforeAll(async () => {
    database = await testDatabase();
    await createIndexes(featureOn(database.connection));
  });
  afterAll(() => database.stop());

  const featureOn = (connection: (typeof database)['connection']) =>
    composeTestFeatures(connection, { clock }).accountEvents;
  const record = (...event: Parameters<ReturnType<typeof featureOn>['events']['record']>) =>
    featureOn(database.connection).events.record(...event);
  const page = (uid: string, input: { cursor?: string; limit?: number } = {}) =>
    createCallerFactory(featureOn(database.connection).router)(contextOf({ uid, streamId: 's' })).list(input);

  it('failed sign-ins of an hour are one event, however many and from wherever', async () => {
    const uid = 'attacked';
    const failures = Array.from({ length: 100 }, (_, n) => {
      const client = { network: `203.0.113.${String(n % 8)}`, userAgent: FIREFOX };
      return record({ uid, type: 'sign_in_failed', client });
    });
    await Promise.all(failures);
    clock.advance(HOUR_MS);
    await record({ uid, type: 'sign_in_failed', client: { network: '203.0.113.1', userAgent: '' } });
    const { events } = await page(uid);
    expect(events.map(({ count, browser, other_networks }) => ({ count, browser, other_networks }))).toEqual([
      { count: 1, browser: null, other_networks: false },
      { count: 100, browser: null, other_networks: true },
    ]);
    expect(new Set(events[1]?.networks)).toHaveLength(5);
  });

  it('an event with a key is recorded once', async () => {
    const uid = 'once';
    const started = { uid, type: 'plan_started', key: 'in_1', detail: { plan: 'Launch' } } as const;
    await Promise.all(Array.from({ length: 20 }, () => record(started)));
    await record({ ...started, key: 'in_2' });
    await record({ ...started, uid: 'other' });
    expect((await page(uid)).events.map(({ detail, networks }) => [detail, networks])).toEqual([
      ['Launch', []],
      ['Launch', []],
    ]);
  });

  it('pages name each event once, newest first, also of the same millisecond', async () => {
    const uid = 'paged';
    for (let n = 0; n < 25; n++) {
      if (n % 5 === 0) clock.advance(1000);
      await record({ uid, type: 'signed_in', detail: { n: String(n) } });
    }
    const seen: Page['events'] = [];
    let cursor: string | null | undefined;
    do {
      const { events, next }: Page = await page(uid, { limit: 7, ...(cursor != null && { cursor }) });
      seen.push(...events);
      cursor = next;
    } while (cursor !== null);
    expect(new Set(seen.map(({ detail }) => detail))).toHaveLength(25);
    expect(seen).toHaveLength(25);
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
  });

  it('a failure affects only actions that must be on record', async () => {
    const lost = await testDatabase();
    const { events } = featureOn(lost.connection);
    await lost.stop();
    await expect(events.record({ uid: 'u', type: 'signed_in' })).resolves.toBeUndefined();
    await expect(events.record({ uid: 'u', type: 'deletion_requested' })).rejects.toThrow();
    await expect(events.record({ uid: 'u', type: 'support_action' })).rejects.toThrow();
  });
});
