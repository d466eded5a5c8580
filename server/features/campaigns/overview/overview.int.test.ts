import type { Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { AnalyticsRow, AnalyticsTotals } from '#shared/schemas/analytics.ts';
import type { Compared } from '#shared/schemas/analytics-compare.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

/** Far in the future, so that the worker starts none of the campaigns. */
const FIRST_DROP = Date.parse('2090-11-20T09:00:00Z');

let hark: TestHark;
let connection: Connection;
/** Has the campaigns `MIXED`; no test changes them. */
let mixed: Awaited<ReturnType<typeof userWith>>;
beforeAll(async () => {
  hark = await startHark();
  connection = await connectDatabase(hark.mongodbUri);
  mixed = await userWith(MIXED);
});
afterAll(async () => {
  await connection.close();
  await hark.stop();
});

interface Given {
  name: string;
  status: CampaignStatus;
  /** Days after the first drop. */
  day?: number;
  delivered?: number;
  failed?: number;
}

/** Creates a user with campaigns of ten calls each. */
async function userWith(given: readonly Given[]) {
  const user = await hark.newUser();
  const campaigns = given.map(({ name, status, day = 0, delivered = 0, failed = 0 }) => {
    const dropDate = new Date(FIRST_DROP + day * DAY_MS);
    return {
      _id: newId(),
      userId: user.uid,
      streamId: `s-${user.uid}`,
      name,
      liveName: name,
      status,
      message: 'Hello',
      voiceId: 'v',
      voiceTitle: 'Ana',
      providerVoiceId: 'p',
      quiet: true,
      dropDate,
      createdAt: dropDate,
      changedAt: dropDate,
      startedAt: dropDate,
      run: 1,
      runEpoch: 1,
      nextSeq: 11,
      total: 10,
      delivered,
      failed,
      retryable: 0,
      lastSettlement: 1,
      creditCost: 500,
      held: 0,
      charged: delivered * 50,
      voidedPreparations: [],
    };
  });
  await connection.collection<{ _id: string }>('campaigns').insertMany(campaigns);
  return user;
}

type Client = Awaited<ReturnType<TestHark['newUser']>>['client'];
interface Page {
  rows: AnalyticsRow[];
  next: string | null;
  previous: string | null;
}

function call(client: Client, procedure: string, input: object) {
  return client.get(`/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`);
}

async function read<Output>(client: Client, procedure: string, input: object): Promise<Output> {
  const { status, body } = await call(client, procedure, input);
  expect([status, body]).toEqual([200, body]);
  return (body as { result: { data: Output } }).result.data;
}

const page = (client: Client, input: object) => read<Page>(client, 'analytics.campaigns', input);
const namesOf = ({ rows }: Page) => rows.map(({ campaign_name }) => campaign_name);

const MIXED: readonly Given[] = [
  { name: 'apple', status: 'Success', day: 1, delivered: 8, failed: 2 },
  { name: 'Banana', status: 'Failed', day: 9, failed: 10 },
  { name: 'Éclair', status: 'Paused', day: 3, delivered: 1 },
  { name: 'cherry', status: 'Scheduled', day: 5 },
  { name: 'Date', status: 'Success', day: 7, delivered: 10 },
  { name: 'fig', status: 'Paused', day: 2, delivered: 3, failed: 1 },
];

const ORDERS: [order: object, names: string[]][] = [
  [{}, ['Banana', 'Date', 'cherry', 'Éclair', 'fig', 'apple']],
  [{ sort: 'time', direction: 'asc' }, ['apple', 'fig', 'Éclair', 'cherry', 'Date', 'Banana']],
  [{ sort: 'running' }, ['fig', 'Éclair', 'cherry', 'Banana', 'Date', 'apple']],
  [{ sort: 'recent' }, ['Éclair', 'fig', 'Banana', 'Date', 'apple', 'cherry']],
  [{ sort: 'name', direction: 'asc' }, ['apple', 'Banana', 'cherry', 'Date', 'Éclair', 'fig']],
  [{ sort: 'name', direction: 'desc' }, ['fig', 'Éclair', 'Date', 'cherry', 'Banana', 'apple']],
  [{ sort: 'status', direction: 'asc' }, ['cherry', 'Éclair', 'fig', 'Date', 'apple', 'Banana']],
  [{ sort: 'status', direction: 'desc' }, ['Banana', 'Date', 'apple', 'Éclair', 'fig', 'cherry']],
];

describe('the overview of campaigns', () => {
  it.each(ORDERS)('is sorted and paged both ways: %j', async (order, names) => {
    const { client } = mixed;
    expect(namesOf(await page(client, order))).toEqual(names);
    const forwards = [await page(client, { ...order, limit: 2 })];
    for (let last = forwards[0]; last?.next != null; last = forwards.at(-1))
      forwards.push(await page(client, { ...order, limit: 2, cursor: last.next }));
    expect(forwards.map(namesOf)).toEqual([names.slice(0, 2), names.slice(2, 4), names.slice(4)]);
    expect(forwards[0]?.previous).toBeNull();
    const middle = await page(client, { ...order, limit: 2, before: forwards[2]?.previous });
    expect(namesOf(middle)).toEqual(names.slice(2, 4));
    const first = await page(client, { ...order, limit: 2, before: middle.previous });
    expect([namesOf(first), first.previous]).toEqual([names.slice(0, 2), null]);
    expect(namesOf(await page(client, { ...order, limit: 2, cursor: first.next }))).toEqual(
      names.slice(2, 4),
    );
  });

  it.each([
    ['made', [0, 1, 4, 10, 10, 10]],
    ['failed', [0, 0, 0, 1, 2, 10]],
  ])('is sorted by the calls %s, in pages that repeat none', async (sort, counts) => {
    const { client } = mixed;
    const rows: AnalyticsRow[] = [];
    let cursor: string | null = null;
    do {
      const part: Page = await page(client, { sort, direction: 'asc', limit: 2, cursor });
      rows.push(...part.rows);
      cursor = part.next;
    } while (cursor !== null);
    const countOf = (row: AnalyticsRow) =>
      row.dropcowboy_failed_calls + (sort === 'made' ? row.dropcowboy_success_calls : 0);
    expect(rows.map(countOf)).toEqual(counts);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(6);
  });

  it('is sorted by delivery, and what has no calls comes after what has', async () => {
    const { client } = mixed;
    const best = namesOf(await page(client, { sort: 'rate' }));
    expect([best.slice(0, 2).sort(), best.slice(2)]).toEqual([
      ['Date', 'Éclair'],
      ['apple', 'fig', 'Banana', 'cherry'],
    ]);
  });

  it.each([
    ['running', ['now', 'soon', 'later']],
    ['recent', ['now', 'later', 'soon']],
  ])('puts what is sending first: %s', async (sort, names) => {
    const { client } = await userWith([
      { name: 'later', status: 'Success', day: 9 },
      { name: 'now', status: 'Sending', day: 1 },
      { name: 'soon', status: 'Scheduled', day: 2 },
    ]);
    const found = await client.get(`/api/campaigns/?sort=${sort}`);
    const { campaigns } = found.body as unknown as { campaigns: { name: string }[] };
    expect(campaigns.map(({ name }) => name)).toEqual(names);
  });

  it('is filtered by days, status and a part of the name', async () => {
    const { client } = mixed;
    const filtered = async (filter: object) => [
      namesOf(await page(client, filter)),
      (await read<AnalyticsTotals>(client, 'analytics.totals', filter)).matching,
    ];
    expect(await filtered({ from: '2090-11-22', to: '2090-11-25' })).toEqual([
      ['cherry', 'Éclair', 'fig'],
      3,
    ]);
    expect(await filtered({ status: 'Paused' })).toEqual([['Éclair', 'fig'], 2]);
    expect(await filtered({ search: 'A' })).toEqual([['Banana', 'Date', 'Éclair', 'apple'], 4]);
    expect(await filtered({ search: 'éCLAIR', status: 'Paused', from: '2090-11-20' })).toEqual([
      ['Éclair'],
      1,
    ]);
    expect(await filtered({ to: '2090-11-01' })).toEqual([[], 0]);
    expect(await read(client, 'analytics.totals', { from: '2090-11-22', status: 'Failed' })).toEqual({
      campaigns: 5,
      matching: 1,
      pending: 25,
      // No call has ended on these days yet.
      total: 0,
      delivered: 0,
      failed: 0,
    });
    expect(await read(client, 'analytics.totals', { status: 'Failed' })).toMatchObject({
      campaigns: 6,
      matching: 1,
      total: 60,
      pending: 25,
    });
  });

  const HOSTILE = [
    '50% off/now?',
    'a.b*c',
    '"quoted" \\back',
    '😀 party',
    '$where',
    '(a+)+$',
    '[x',
    'tab\there',
  ];
  it('takes every character of a search as itself', async () => {
    const { client } = await userWith(HOSTILE.map((name) => ({ name, status: 'Success' })));
    for (const name of HOSTILE) expect(namesOf(await page(client, { search: name }))).toEqual([name]);
    for (const search of ['.', '*']) expect(namesOf(await page(client, { search }))).toEqual(['a.b*c']);
    for (const search of ['\0', '.*', '^', '\ud800', '{"$gt":""}'])
      expect([search, namesOf(await page(client, { search }))]).toEqual([search, []]);
    for (const sort of ['name', 'made'])
      expect(namesOf(await page(client, { sort, search: '50%' }))).toEqual(['50% off/now?']);
  });

  it('continues by name after any name', async () => {
    const { client } = await userWith(HOSTILE.map((name) => ({ name, status: 'Success' })));
    const order = { sort: 'name', direction: 'asc' };
    const names = namesOf(await page(client, order));
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const part: Page = await page(client, { ...order, limit: 1, cursor });
      found.push(...namesOf(part));
      cursor = part.next;
    } while (cursor !== null);
    expect(found).toEqual(names);
  });

  it.each([
    [{ cursor: 'x' }],
    [{ cursor: '1.$gt' }],
    [{ cursor: '1.2.3.4' }],
    [{ cursor: '9999999999999999999.a' }],
    [{ sort: 'running', cursor: '7.1.a' }],
    // There are five statuses, numbered from 0.
    [{ sort: 'status', cursor: '5.1.a' }],
    [{ sort: 'running', cursor: '1.a' }],
    [{ sort: 'name', cursor: '.a' }],
    [{ sort: 'made', cursor: '1e3.a' }],
    [{ sort: 'made', before: 'NaN.a' }],
    [{ cursor: '1.a', before: '1.a' }],
    [{ sort: 'size' }],
    [{ direction: 'up' }],
    [{ status: 'Deleted' }],
    [{ from: 'yesterday' }],
    [{ from: '2026-11-20', to: '2026-11-19' }],
    [{ search: 'x'.repeat(121) }],
    [{ search: { $gt: '' } }],
    [{ limit: 101 }],
  ])('refuses %j in words', async (input) => {
    const { status, body } = await call(mixed.client, 'analytics.campaigns', input);
    const { message } = (body as { error: { message: string } }).error;
    expect([status, message]).toEqual([400, expect.stringMatching(/^\w+: \S/)]);
  });

  it('shows nobody the campaigns of others, whatever the cursor', async () => {
    const bob = await userWith([{ name: 'own', status: 'Success' }]);
    for (const sort of ['time', 'running', 'recent', 'name', 'made', 'rate', 'status']) {
      const { next } = await page(mixed.client, { sort, limit: 1 });
      for (const place of [{}, { cursor: next }, { before: next }]) {
        const found = namesOf(await page(bob.client, { sort, ...place }));
        expect(found.filter((name) => name !== 'own')).toEqual([]);
      }
    }
  });

  it('is exported as a CSV file in the same order and with the same filter', async () => {
    const { client } = await userWith([...MIXED, { name: '=1+1', status: 'Paused', day: 4 }]);
    const csv = async (query: string) => {
      const response = await fetch(`${hark.baseUrl}/dropcowboy/analytics/campaigns.csv${query}`, {
        headers: { cookie: client.cookie() },
      });
      return { status: response.status, lines: (await response.text()).split('\r\n').slice(1, -1) };
    };
    const { lines } = await csv('?sort=failed&direction=desc&status=Success');
    expect(lines).toEqual([
      'apple,11-21-2090 09:00 AM,10,8,2,0,80,400,Success',
      'Date,11-27-2090 09:00 AM,10,10,0,0,100,500,Success',
    ]);
    expect((await csv('?search=%3D')).lines).toEqual([`'=1+1,11-24-2090 09:00 AM,0,0,0,10,,0,Paused`]);
    expect((await csv('')).lines).toHaveLength(7);
    const finished = (await csv('?group=finished&sort=name&direction=asc')).lines;
    expect(finished.map((line) => line.split(',')[0])).toEqual(['apple', 'Banana', 'Date']);
    expect((await csv('?group=finished&status=Paused')).lines).toEqual([]);
    const idOf = async (name: string, of = client) =>
      (await read<{ campaign: { id: string } }>(of, 'campaigns.get', { id: name })).campaign.id;
    const foreign = await idOf('apple', mixed.client);
    const ids = [await idOf('apple'), await idOf('=1+1'), foreign, 'none'].join(',');
    for (const sort of ['time', 'name', 'made', 'running', 'recent', 'status']) {
      const names = (await csv(`?sort=${sort}&ids=${ids}`)).lines.map((line) => line.split(',')[0]);
      expect(names.sort()).toEqual([`'=1+1`, 'apple']);
    }
    expect((await csv(`?ids=${foreign}`)).lines).toEqual([]);
    for (const wrong of ['', 'a,,b', ',', 'a b', 'x'.repeat(65), Array(101).fill('a').join(',')])
      expect((await csv(`?ids=${encodeURIComponent(wrong)}`)).status).toBe(400);
    expect((await csv('?group=lost')).status).toBe(400);
    expect((await csv('?from=2026-02-30')).status).toBe(400);
  });
});

describe('a comparison', () => {
  const NAME = 'A/B 50%? 😀 "x" #1';
  it('has the counters of two campaigns or of the campaigns of two periods', async () => {
    const { client } = await userWith([...MIXED, { name: NAME, status: 'Success', delivered: 4, failed: 6 }]);
    await connection
      .collection('campaigns')
      .updateOne(
        { liveName: NAME },
        { $set: { outcomes: { '4006': { calls: 2, retryable: 0 }, '4002': { calls: 4, retryable: 4 } } } },
      );
    const campaigns = await read<Sides>(client, 'analytics.compare', {
      kind: 'campaigns',
      a: NAME,
      b: 'apple',
    });
    const reasons = [
      { key: '4002', calls: 4 },
      { key: '4006', calls: 2 },
    ];
    expect(campaigns.a).toMatchObject({ campaign: { name: NAME }, delivered: 4, charged: 200, reasons });
    expect(campaigns.b).toMatchObject({ campaign: { name: 'apple' }, delivered: 8, failed: 2, reasons: [] });
    const campaignId = campaigns.a.campaign?.id;
    // As an older version took the failed calls of a retry out of their hours.
    const taken = { day: '2090-11-20', failed: -1, hours: { '1-10': { delivered: 0, failed: -1 } } };
    await connection.collection('settlements').insertMany([
      { campaignId, n: 1, hours: { '1-10': { delivered: 3, failed: 2 } } },
      { campaignId, n: 2, takesBack: { days: [taken] } },
      {
        campaignId,
        n: 3,
        hours: { '1-10': { delivered: 1, failed: 0 }, '2-11': { delivered: 0, failed: 1 } },
      },
    ]);
    const again = await read<Sides>(client, 'analytics.compare', { kind: 'campaigns', a: NAME, b: 'apple' });
    expect(again.a.hours).toEqual([
      { weekday: 1, hour: 10, delivered: 4, failed: 1 },
      { weekday: 2, hour: 11, delivered: 0, failed: 1 },
    ]);
    const days = { from: '2090-11-20', to: '2090-11-20' };
    const periods = await read<Sides>(client, 'analytics.compare', {
      kind: 'periods',
      a: days,
      b: { from: '2090-11-21', to: '2090-11-22' },
    });
    expect(periods.a).toMatchObject({ campaign: null, campaigns: 1, delivered: 4, failed: 6, reasons });
    expect(periods.b).toMatchObject({ campaigns: 2, delivered: 11, failed: 3, pending: 6, charged: 550 });
  });

  it('names a campaign that is gone or of another user, and refuses a range that is none', async () => {
    const ana = await userWith([{ name: NAME, status: 'Success' }]);
    const bob = await userWith([{ name: 'own', status: 'Success' }]);
    const { id } = (await page(ana.client, {})).rows[0] ?? expect.fail('no campaign');
    for (const b of [NAME, id, 'gone', '../x', '%00'])
      expect(await call(bob.client, 'analytics.compare', { kind: 'campaigns', a: 'own', b })).toMatchObject({
        status: 404,
        body: { error: { message: `You have no campaign named “${b}”.` } },
      });
    const days = { from: '2026-11-01', to: '2026-11-30' };
    for (const b of [{ from: '2026-11-30', to: '2026-11-01' }, { from: 'x', to: 'y' }, 'own', null])
      expect((await call(bob.client, 'analytics.compare', { kind: 'periods', a: days, b })).status).toBe(400);
  });
});

interface Sides {
  a: Compared;
  b: Compared;
}
