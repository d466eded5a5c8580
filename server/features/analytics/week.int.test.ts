import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type DayRange, daysBefore, lastDays } from '#shared/day-range.ts';
import type { AnalyticsTotals } from '#shared/schemas/analytics.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

let hark: TestHark;
let user: Subscriber;

beforeAll(async () => {
  hark = await startHark();
  user = await newSubscriber(hark, 'Week');
}, 60_000);
afterAll(() => hark.stop());

/** Sends a campaign to numbers with these endings, and waits until all calls are final. */
async function send(campaign_name: string, endings: readonly string[]): Promise<void> {
  const contacts = endings.map((ending, at) => {
    const phone = `120255${String(at)}${ending}`;
    const numbers = { phone_number: `+${phone}`, recommended_phone: phone };
    return { id: String(at), first_name: 'Ann', last_name: 'Lee', ...numbers };
  });
  const draft = { campaign_name, message: 'Hi {first_name}', voice_id: user.voiceId, contacts };
  expect((await user.client.post('/api/campaigns/create/', draft)).status).toBe(201);
  expect((await user.client.post(`/api/campaigns/${campaign_name}/execute/`)).status).toBe(202);
  await ended(campaign_name);
}

async function ended(campaign: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { body } = await user.client.get(`/api/campaigns/${campaign}/status/`);
      expect(body['status']).toMatch(/Success|Failed/);
    },
    { timeout: 20_000, interval: 100 },
  );
}

async function totals(range: DayRange): Promise<AnalyticsTotals> {
  const input = encodeURIComponent(JSON.stringify(range));
  const { body } = await user.client.get(`/trpc/analytics.totals?input=${input}`);
  return (body as { result: { data: AnalyticsTotals } }).result.data;
}

/** Returns the count of the week as the dashboard and as /analytics has it: calls made, and delivered. */
async function weeks() {
  const dashboard = (await user.client.get('/dropcowboy/aggregates/?timeframe=7d')).body as Record<
    string,
    { dropcowboy_total_calls: number; call_sent_rate: number }
  >;
  const { total, delivered } = await totals(lastDays(7, new Date()));
  const days = Object.values(dashboard);
  return {
    dashboard: days.reduce((sum, day) => sum + day.dropcowboy_total_calls, 0),
    analytics: total,
    delivered,
    today: days.at(-1),
  };
}

it('the dashboard and the analytics count the same week, with deleted campaigns and retried calls', async () => {
  await send('Kept', ['1001', '0006']);
  await send('Gone', ['1001', '1001', '0005']);
  const before = await weeks();
  expect(before).toEqual({
    dashboard: 5,
    analytics: 5,
    delivered: 3,
    today: { dropcowboy_total_calls: 5, call_sent_rate: 60 },
  });
  const { from, to } = lastDays(7, new Date());
  expect([await totals({ from }), await totals({ to })]).toMatchObject([
    { total: 5, pending: 1 },
    { total: 5, pending: 0 },
  ]);
  expect([await totals({ to: daysBefore(from, 1) }), await totals({})]).toMatchObject([
    { total: 0, campaigns: 0 },
    // With the scheduled campaign that the subscriber began with.
    { total: 6, campaigns: 3, pending: 1 },
  ]);
  const headers = { cookie: user.client.cookie() };
  const url = `${hark.baseUrl}/api/campaigns/Gone/delete/`;
  expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200);
  expect(await weeks()).toEqual(before);
  expect((await user.client.post('/api/campaigns/Kept/retry-voicemails/')).status).toBe(202);
  await ended('Kept');
  expect(await weeks()).toEqual(before);
}, 60_000);
