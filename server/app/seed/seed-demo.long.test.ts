import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { hoursOutput } from '#shared/schemas/analytics.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { createDemoAccount } from '#server/app/seed-process.ts';
import { DEMO_CAMPAIGNS, DEMO_LIST, DEMO_LOGIN, DEMO_USER } from './demo-data.ts';

let hark: TestHark;
/** Creates the demo account as a first start does. */
const seedOnce = ({ composition, startSeed }: TestHark) =>
  composition.seedOnce(() => createDemoAccount(startSeed()));
beforeAll(async () => {
  // The public URL is not reachable from this machine, and the demo account's mail is never delivered.
  hark = await startHark({ PUBLIC_URL: 'https://hark.invalid', REQUIRE_EMAIL_VERIFICATION: 'true' });
});
afterAll(() => hark.stop());

test('creates the demo account once, even if the public URL is unreachable', async () => {
  expect(await seedOnce(hark)).toEqual(DEMO_USER);
  const client = hark.newClient();
  expect((await client.post('/login/', DEMO_LOGIN)).body).toMatchObject({ user_data: { subscribed: true } });
  const { campaigns } = (await client.get('/api/campaigns/')).body as {
    campaigns: { name: string; status: string; delivered: number; failed: number; total: number }[];
  };
  const finished = campaigns.filter(({ status }) => status === 'Success');
  expect(finished).toHaveLength(3);
  for (const { delivered, failed, total } of finished) expect(delivered + failed).toBe(total);
  expect(campaigns.filter(({ status }) => status === 'Scheduled')).toHaveLength(1);
  expect(campaigns.map(({ name }) => name).sort()).toEqual(DEMO_CAMPAIGNS.map(({ name }) => name).sort());
  const { lists } = (await client.get('/api/contact-lists/')).body as { lists: { name: string }[] };
  expect(lists).toMatchObject([{ name: DEMO_LIST.name, size: DEMO_LIST.contacts }]);
  const from = new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10);
  const input = encodeURIComponent(JSON.stringify({ from }));
  const hours = (await client.get(`/trpc/analytics.hours?input=${input}`)).body as {
    result: { data: z.infer<typeof hoursOutput> };
  };
  const busiest = Math.max(...hours.result.data.hours.map(({ delivered, failed }) => delivered + failed));
  expect(busiest).toBeGreaterThanOrEqual(20);
  for (const { hour } of hours.result.data.hours) {
    expect(hour).toBeGreaterThanOrEqual(8);
    expect(hour).toBeLessThan(20);
  }
  expect((await client.get('/dropcowboy/credits/')).body['balance']).toBeGreaterThan(50_000);
  expect(await seedOnce(hark)).toBeUndefined();
}, 120_000);

test('schedules a demo list of any length once', async () => {
  const seed = await hark.startSeed();
  expect(await seed.account()).toEqual(DEMO_USER);
  expect(await seed.list(200)).toBe(true);
  expect(await seed.list(200)).toBe(false);
  await seed.close();
  const client = hark.newClient();
  await client.post('/login/', DEMO_LOGIN);
  const { body } = await client.get(`/api/campaigns/${encodeURIComponent('Demo list of 200')}/status/`);
  expect(body).toMatchObject({ status: 'Scheduled', total: 200 });
}, 60_000);

test('creates no demo account while a live provider is configured', async () => {
  const live = await startHark({ ELEVENLABS_API_KEY: 'key' });
  try {
    expect(await seedOnce(live)).toBeUndefined();
    const response = await live.newClient().post('/login/', DEMO_LOGIN);
    expect(response.status).toBe(401);
  } finally {
    await live.stop();
  }
});
