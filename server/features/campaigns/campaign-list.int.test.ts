import type { Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

/** Far in the future, so that the worker starts none of the campaigns. */
const FIRST_DROP = Date.parse('2090-11-20T09:00:00Z');
const STATUSES = ['Scheduled', 'Paused', 'Paused', 'Success', 'Failed'] as const;

let hark: TestHark;
let connection: Connection;
beforeAll(async () => {
  hark = await startHark();
  connection = await connectDatabase(hark.mongodbUri);
});
afterAll(async () => {
  await connection.close();
  await hark.stop();
});

/** Creates a user with `count` campaigns, three per drop date, and a deleted one; returns the ids in list order. */
async function userWith(count: number) {
  const user = await hark.newUser();
  const ids = Array.from({ length: count }, () => newId());
  const dropOf = (index: number) => new Date(FIRST_DROP - Math.floor(index / 3) * MINUTE_MS);
  const campaigns = ids.map((_id, index) => ({
    _id,
    userId: user.uid,
    streamId: `s-${user.uid}`,
    name: `C ${String(index)}`,
    liveName: _id,
    message: 'Hello',
    voiceId: 'v',
    voiceTitle: 'Ana',
    providerVoiceId: 'p',
    dropDate: dropOf(index),
    createdAt: dropOf(0),
    changedAt: dropOf(0),
    startedAt: dropOf(0),
    status: STATUSES[index % 5],
    quiet: true,
    run: 1,
    runEpoch: 1,
    nextSeq: 11,
    total: 10,
    delivered: 6,
    failed: 1,
    retryable: 0,
    lastSettlement: 1,
    creditCost: 500,
    held: index % 5 < 3 ? 150 : 0,
    charged: 0,
    voidedPreparations: [],
  }));
  const [first] = campaigns;
  const gone = { ...first, _id: newId(), liveName: undefined, status: 'Deleted', deletedAt: dropOf(0) };
  await connection.collection<{ _id: string }>('campaigns').insertMany([...campaigns, gone] as never);
  const inOrder = [...campaigns].sort(
    (one, other) => other.dropDate.getTime() - one.dropDate.getTime() || (one._id < other._id ? -1 : 1),
  );
  return { ...user, ids: inOrder.map(({ _id }) => _id) };
}

describe('the list of campaigns', () => {
  it('is complete without a limit, and is paged by cursors without repeating a campaign', async () => {
    const { client, ids } = await userWith(25);
    const whole = (await client.get('/api/campaigns/')).body as unknown as Page;
    expect(whole).toMatchObject({ success: true, next: null });
    expect(whole.campaigns.map(({ id }) => id)).toEqual(ids);

    const pages: Page[] = [];
    let path: string | null = '/api/campaigns/?limit=10';
    while (path !== null) {
      const page = (await client.get(path)).body as unknown as Page;
      pages.push(page);
      path = page.next === null ? null : `/api/campaigns/?limit=10&cursor=${page.next}`;
    }
    expect(pages.map(({ campaigns }) => campaigns.length)).toEqual([10, 10, 5]);
    expect(pages.flatMap(({ campaigns }) => campaigns.map(({ id }) => id))).toEqual(ids);
  });

  it('continues at the same place after a campaign before it was deleted', async () => {
    const { client, ids } = await userWith(6);
    const { next } = (await client.get('/api/campaigns/?limit=2')).body as unknown as Page;
    await connection
      .collection<{ _id: string }>('campaigns')
      .updateOne({ _id: ids[1] ?? '' }, { $set: { status: 'Deleted' }, $unset: { liveName: 1 } });
    const rest = (await client.get(`/api/campaigns/?cursor=${String(next)}`)).body as unknown as Page;
    expect(rest.campaigns.map(({ id }) => id)).toEqual(ids.slice(2));
  });

  it('refuses an invalid cursor or limit', async () => {
    const { client } = await hark.newUser();
    for (const query of ['cursor=x', 'cursor=1.$gt', 'limit=0', 'limit=101', 'limit=ten'])
      expect([query, (await client.get(`/api/campaigns/?${query}`)).status]).toEqual([query, 400]);
  });

  it.each([
    ['/dropcowboy/analytics/', (body: unknown) => body as Page['campaigns']],
    ['/api/campaigns/', (body: unknown) => (body as Page).campaigns],
  ])('%s returns its next page in a Link header', async (list, rowsOf) => {
    const { ids, client } = await userWith(5);
    const found: string[] = [];
    let path: string | undefined = `${list}?limit=2`;
    while (path !== undefined) {
      const response: Response = await fetch(`${hark.baseUrl}${path}`, {
        headers: { cookie: client.cookie() },
      });
      found.push(...rowsOf(await response.json()).map(({ id }) => id));
      path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(found).toEqual(ids);
  });
});

it('totals cover every campaign, whatever part of the list is loaded', async () => {
  const { client } = await userWith(25);
  const { result } = (await client.get('/trpc/campaigns.summary')).body as {
    result: { data: Record<string, unknown> };
  };
  expect(result.data).toEqual({
    campaigns: 25,
    by_status: { Scheduled: 5, Sending: 0, Paused: 10, Success: 5, Failed: 5 },
    next_drop_date: new Date(FIRST_DROP - 6 * MINUTE_MS).toISOString(),
    total: 250,
    delivered: 150,
    failed: 25,
    pending: 75,
  });
  const { body } = await client.get('/users/user-info/');
  expect(body).toMatchObject({ contacts: { total: 250 } });
  expect(Object.keys(body['campaigns'] as object)).toHaveLength(25);
  const { credits } = body['billing'] as { credits: { held_campaigns: Record<string, number> } };
  expect(Object.values(credits.held_campaigns)).toEqual(Array.from({ length: 15 }, () => 150));
});

interface Page {
  success: boolean;
  campaigns: { id: string }[];
  next: string | null;
}
