import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { openStream, type LiveStream } from '#server/testing/http/live-stream.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

const WAIT = { timeout: 25_000, interval: 50 };

/** Two processes' worth of Hark: one database, one data folder, connections of their own. */
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

const lines: LiveStream[] = [];
afterEach(() => {
  for (const line of lines.splice(0)) line.close();
});

/** Opens a line to the first process and waits for what it says at the beginning. */
async function listen(cookie: string): Promise<LiveStream> {
  const line = await openStream(here.baseUrl, cookie);
  lines.push(line);
  await vi.waitFor(() => {
    expect(line.updates.length + Number(line.error !== undefined)).toBeGreaterThan(0);
  }, WAIT);
  return line;
}

/** The last that was told of a campaign. */
const lastOf = (line: LiveStream, id: string) =>
  line.updates.flatMap(({ campaigns }) => campaigns).findLast((campaign) => campaign.id === id);
const lastCredits = (line: LiveStream) =>
  line.updates.findLast(({ credits }) => credits !== undefined)?.credits;

it('what another process does is told, with the balance, and to its owner alone', async () => {
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

it('credits that come by themselves are told as well', async () => {
  const line = await listen(ana.client.cookie());
  const { balance = 0 } = lastCredits(line) ?? {};
  const moved = await fetch(`${elsewhere.baseUrl}/local/stripe/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ana.email, days: 32 }),
  });
  expect(moved.status).toBe(200);
  await vi.waitFor(() => {
    expect(lastCredits(line)?.balance).toBe(balance + 20_000);
  }, WAIT);
});

it('a campaign that is deleted is gone, for those too who begin to listen a moment later', async () => {
  const line = await listen(ana.client.cookie());
  const path = `${elsewhere.baseUrl}/api/campaigns/${ana.campaignId}/delete/`;
  const deleted = await fetch(path, { method: 'DELETE', headers: { cookie: ana.client.cookie() } });
  expect(deleted.status).toBe(200);
  const goneFrom = (told: LiveStream) => told.updates.flatMap(({ gone }) => gone);
  await vi.waitFor(() => {
    expect(goneFrom(line)).toContain(ana.campaignId);
  }, WAIT);
  expect(goneFrom(await listen(ana.client.cookie()))).toContain(ana.campaignId);
});

it('reaches a browser as it is said, through no compression and no cache', async () => {
  const { headers } = await listen(ana.client.cookie());
  expect(headers.get('content-type')).toBe('text/event-stream');
  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-cache, no-transform, no-store');
  expect(headers.get('x-accel-buffering')).toBe('no');
});

it('nobody listens without a session', async () => {
  const line = await listen('');
  await line.ended;
  expect(line.updates).toEqual([]);
  expect(line.error?.data.appCode).toBe('UNAUTHENTICATED');
});

it('a line ends with its session, wherever that was ended', async () => {
  const leaving = await here.newUser('Cleo');
  const staying = await listen(ana.client.cookie());
  const line = await listen(leaving.client.cookie());
  const signedOut = await fetch(`${elsewhere.baseUrl}/logout/`, {
    method: 'POST',
    headers: { cookie: leaving.client.cookie() },
  });
  expect(signedOut.status).toBe(200);
  await line.ended;
  expect(line.error?.data.appCode).toBe('UNAUTHENTICATED');
  expect(staying.error).toBeUndefined();
});

it('a line ends with the hour of its session', async () => {
  const { client } = await here.newUser('Fay');
  const line = await listen(client.cookie());
  here.clock.shift(61 * 60_000);
  try {
    await line.ended;
  } finally {
    here.clock.shift(0);
  }
  expect(line.error?.data.appCode).toBe('UNAUTHENTICATED');
});

it('a user has ten lines at most, and a closed one makes room', async () => {
  const { client } = await here.newUser('Dan');
  const opened = await Promise.all(Array.from({ length: 10 }, () => listen(client.cookie())));
  expect(opened.filter(({ error }) => error !== undefined)).toEqual([]);
  expect((await listen(client.cookie())).error?.data.appCode).toBe('TOO_MANY_REQUESTS');
  opened[0]?.close();
  await vi.waitFor(async () => {
    expect((await listen(client.cookie())).error).toBeUndefined();
  }, WAIT);
});

it('a server that stops ends its lines, and takes no new ones meanwhile', async () => {
  const stopping = await startHark();
  const { client } = await stopping.newUser('Eve');
  const line = await openStream(stopping.baseUrl, client.cookie());
  await vi.waitFor(() => {
    expect(line.updates).toHaveLength(1);
  }, WAIT);
  stopping.composition.closeStreams();
  const late = await openStream(stopping.baseUrl, client.cookie());
  await Promise.all([line.ended, late.ended]);
  expect([line.events.at(-1), late.events.at(-1)]).toEqual(['return', 'return']);
  await stopping.stop();
});
