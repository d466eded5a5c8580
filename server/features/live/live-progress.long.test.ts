import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { openStream, type LiveStream } from '#server/testing/http/live-stream.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

const WAIT = { timeout: 25_000, interval: 50 };

/** Two servers with one database and one data folder, each with its own connections. */
let database: TestDatabase;
let dataDir: string;
let here: TestHark;
let elsewhere: TestHark;
let ana: Subscriber;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'hark-live-'));
  const settings = { MONGODB_URI: database.uri, DATA_DIR: dataDir };
  here = await startHark(settings);
  elsewhere = await startHark(settings);
  ana = await newSubscriber(elsewhere, 'Autumn');
}, 60_000);
afterAll(async () => {
  await elsewhere.stop();
  await here.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const streams: LiveStream[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

/** Opens a stream to the first server and waits for its first event. */
async function listen(cookie: string): Promise<LiveStream> {
  const stream = await openStream(here.baseUrl, cookie);
  streams.push(stream);
  await vi.waitFor(() => {
    expect(stream.updates.length + Number(stream.error !== undefined)).toBeGreaterThan(0);
  }, WAIT);
  return stream;
}

/** Returns the last update of a campaign. */
const lastOf = (stream: LiveStream, id: string) =>
  stream.updates.flatMap(({ campaigns }) => campaigns).findLast((campaign) => campaign.id === id);
const lastCredits = (stream: LiveStream) =>
  stream.updates.findLast(({ credits }) => credits !== undefined)?.credits;

it('changes made by another process reach their owner only, together with the balance', async () => {
  const bystander = await here.newUser('Bob');
  const [mine, theirs] = await Promise.all([listen(ana.client.cookie()), listen(bystander.client.cookie())]);
  expect(lastCredits(mine)).toEqual({ balance: 19_950, held: 50 });

  await ana.client.post(`/api/campaigns/${ana.campaignId}/execute/`);
  await vi.waitFor(() => {
    expect(lastOf(mine, ana.campaignId)).toMatchObject({
      status: 'Success',
      status_message: 'Success · 1 of 1 delivered',
      delivered: 1,
      pending: 0,
      held: 0,
      completed: true,
    });
    expect(lastCredits(mine)).toEqual({ balance: 19_950, held: 0 });
  }, WAIT);
  expect(theirs.updates.flatMap(({ campaigns, gone }) => [...campaigns, ...gone])).toEqual([]);
  expect(lastCredits(theirs)).toEqual({ balance: 0, held: 0 });
});

it('a renewal of the plan is reported as well', async () => {
  const stream = await listen(ana.client.cookie());
  const { balance = 0 } = lastCredits(stream) ?? {};
  const moved = await fetch(`${elsewhere.baseUrl}/local/stripe/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ana.email, days: 32 }),
  });
  expect(moved.status).toBe(200);
  await vi.waitFor(() => {
    expect(lastCredits(stream)?.balance).toBe(balance + 20_000);
  }, WAIT);
});

it('a deleted campaign is reported as gone, also to a stream that opens a moment later', async () => {
  const stream = await listen(ana.client.cookie());
  const path = `${elsewhere.baseUrl}/api/campaigns/${ana.campaignId}/delete/`;
  const deleted = await fetch(path, { method: 'DELETE', headers: { cookie: ana.client.cookie() } });
  expect(deleted.status).toBe(200);
  const goneFrom = (from: LiveStream) => from.updates.flatMap(({ gone }) => gone);
  await vi.waitFor(() => {
    expect(goneFrom(stream)).toContain(ana.campaignId);
  }, WAIT);
  expect(goneFrom(await listen(ana.client.cookie()))).toContain(ana.campaignId);
});

it('events are sent without compression, buffering or caching', async () => {
  const { headers } = await listen(ana.client.cookie());
  expect(headers.get('content-type')).toBe('text/event-stream');
  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-cache, no-transform, no-store');
  expect(headers.get('x-accel-buffering')).toBe('no');
});

it('a stream without a session is refused', async () => {
  const stream = await listen('');
  await stream.ended;
  expect(stream.updates).toEqual([]);
  expect(stream.error?.data.appCode).toBe('UNAUTHENTICATED');
});

it('a stream ends when its session is signed out on another server', async () => {
  const leaving = await here.newUser('Cleo');
  const staying = await listen(ana.client.cookie());
  const stream = await listen(leaving.client.cookie());
  const signedOut = await fetch(`${elsewhere.baseUrl}/logout/`, {
    method: 'POST',
    headers: { cookie: leaving.client.cookie() },
  });
  expect(signedOut.status).toBe(200);
  await stream.ended;
  expect(stream.error?.data.appCode).toBe('UNAUTHENTICATED');
  expect(staying.error).toBeUndefined();
});

it('a stream ends when its session expires', async () => {
  const { client } = await here.newUser('Fay');
  const stream = await listen(client.cookie());
  here.clock.shift(61 * MINUTE_MS);
  try {
    await stream.ended;
  } finally {
    here.clock.shift(0);
  }
  expect(stream.error?.data.appCode).toBe('UNAUTHENTICATED');
});

it('a user has at most ten streams, and closing one allows another', async () => {
  const { client } = await here.newUser('Dan');
  const opened = await Promise.all(Array.from({ length: 10 }, () => listen(client.cookie())));
  expect(opened.filter(({ error }) => error !== undefined)).toEqual([]);
  expect((await listen(client.cookie())).error?.data.appCode).toBe('TOO_MANY_REQUESTS');
  opened[0]?.close();
  await vi.waitFor(async () => {
    expect((await listen(client.cookie())).error).toBeUndefined();
  }, WAIT);
});

it('a server that shuts down ends its streams and accepts no new ones', async () => {
  const stopping = await startHark();
  const { client } = await stopping.newUser('Eve');
  const stream = await openStream(stopping.baseUrl, client.cookie());
  await vi.waitFor(() => {
    expect(stream.updates).toHaveLength(1);
  }, WAIT);
  stopping.composition.closeStreams();
  const late = await openStream(stopping.baseUrl, client.cookie());
  await Promise.all([stream.ended, late.ended]);
  expect([stream.events.at(-1), late.events.at(-1)]).toEqual(['return', 'return']);
  await stopping.stop();
});
