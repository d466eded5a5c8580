import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import {
  MAX_CALENDAR_CAMPAIGNS,
  type CampaignCalendar,
} from '#shared/schemas/campaigns/campaign-calendar.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

/** Far in the future, so that the worker starts none of the campaigns. */
const NOVEMBER = { from: '2090-11-01T05:00:00.000Z', until: '2090-12-01T05:00:00.000Z' };

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

interface Given {
  name: string;
  status: CampaignStatus | 'Deleted';
  drop: string;
  started?: string;
  finished?: string;
}

async function userWith(given: readonly Given[]) {
  const user = await hark.newUser();
  const campaigns = given.map(({ name, status, drop, started, finished }) => ({
    _id: newId(),
    userId: user.uid,
    streamId: `s-${user.uid}`,
    name,
    ...(status !== 'Deleted' && { liveName: name }),
    status,
    message: 'Hello',
    voiceId: 'v',
    voiceTitle: 'Ana',
    providerVoiceId: 'p',
    quiet: true,
    dropDate: new Date(drop),
    createdAt: new Date(drop),
    changedAt: new Date(drop),
    ...(started !== undefined && { startedAt: new Date(started) }),
    ...(finished !== undefined && { finishedAt: new Date(finished) }),
    run: 1,
    runEpoch: 1,
    nextSeq: 11,
    total: 10,
    delivered: 0,
    failed: 0,
    retryable: 0,
    lastSettlement: 1,
    creditCost: 500,
    held: 0,
    charged: 0,
    voidedPreparations: [],
  }));
  await connection.collection<{ _id: string }>('campaigns').insertMany(campaigns);
  return user;
}

type User = Awaited<ReturnType<typeof userWith>>;

async function calendar({ client }: User, input: object) {
  const { status, body } = await client.get(
    `/trpc/campaigns.calendar?input=${encodeURIComponent(JSON.stringify(input))}`,
  );
  return { status, data: (body as { result?: { data: CampaignCalendar } }).result?.data };
}

async function namesIn(user: User, input: object) {
  const { status, data } = await calendar(user, input);
  expect(status).toBe(200);
  return data?.campaigns.map(({ name }) => name);
}

it('has what is planned, has started and has ended in the range, the earliest start first, and nothing else', async () => {
  const user = await userWith([
    { name: 'first moment', status: 'Scheduled', drop: NOVEMBER.from },
    { name: 'moment before', status: 'Scheduled', drop: '2090-11-01T04:59:59.999Z' },
    { name: 'next month', status: 'Scheduled', drop: NOVEMBER.until },
    { name: 'paused', status: 'Paused', drop: '2090-11-03T09:00:00Z' },
    {
      name: 'paused after its start',
      status: 'Paused',
      drop: '2090-11-04T09:00:00Z',
      started: '2090-10-30T09:00:00Z',
    },
    {
      name: 'started early',
      status: 'Success',
      drop: '2091-02-01T09:00:00Z',
      started: '2090-11-05T09:00:00Z',
      finished: '2090-11-05T10:00:00Z',
    },
    {
      name: 'ended here',
      status: 'Failed',
      drop: '2090-10-20T09:00:00Z',
      started: '2090-10-20T09:00:00Z',
      finished: '2090-11-02T09:00:00Z',
    },
    {
      name: 'retried, and sending again',
      status: 'Sending',
      drop: '2090-10-20T09:00:00Z',
      started: '2090-10-20T09:00:00Z',
      finished: '2090-11-02T09:00:00Z',
    },
    { name: 'deleted', status: 'Deleted', drop: '2090-11-06T09:00:00Z', started: '2090-11-06T09:00:00Z' },
  ]);
  expect(await namesIn(user, NOVEMBER)).toEqual(['ended here', 'first moment', 'paused', 'started early']);
  const { data } = await calendar(user, NOVEMBER);
  expect(data).toMatchObject({ more: false });
  expect(data?.campaigns.at(-1)).toEqual({
    id: expect.any(String) as unknown,
    name: 'started early',
    status: 'Success',
    starts_at: '2090-11-05T09:00:00.000Z',
    finished_at: '2090-11-05T10:00:00.000Z',
    last_day: null,
    planned_end: null,
    total: 10,
  });
});

it('has what sends now in the month of the present alone', async () => {
  const began = new Date(Date.now() - 100 * DAY_MS).toISOString();
  const user = await userWith([{ name: 'long', status: 'Sending', drop: began, started: began }]);
  const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  expect(await namesIn(user, { from: daysFromNow(-5), until: daysFromNow(5) })).toEqual(['long']);
  expect(await namesIn(user, { from: daysFromNow(5), until: daysFromNow(30) })).toEqual([]);
});

it('shows nobody the campaigns of others', async () => {
  const times = { started: '2090-11-05T09:00:00Z', finished: '2090-11-05T10:00:00Z' };
  await userWith([
    { name: 'planned', status: 'Scheduled', drop: '2090-11-05T09:00:00Z' },
    { name: 'over', status: 'Success', drop: '2090-11-05T09:00:00Z', ...times },
  ]);
  const bob = await userWith([{ name: 'own', status: 'Scheduled', drop: '2090-11-06T09:00:00Z' }]);
  expect(await namesIn(bob, NOVEMBER)).toEqual(['own']);
});

it('returns a bounded number of campaigns, the earliest, and says that there are more', async () => {
  const user = await userWith(
    Array.from({ length: MAX_CALENDAR_CAMPAIGNS + 1 }, (_, n) => ({
      name: `c${String(n)}`,
      status: 'Scheduled' as const,
      drop: new Date(Date.parse('2090-11-02T00:00:00Z') + n * 60_000).toISOString(),
    })),
  );
  const { data } = await calendar(user, NOVEMBER);
  expect([data?.campaigns.length, data?.more]).toEqual([MAX_CALENDAR_CAMPAIGNS, true]);
  expect(data?.campaigns.at(-1)?.name).toBe(`c${String(MAX_CALENDAR_CAMPAIGNS - 1)}`);
});

it.each([
  [{}],
  [{ from: NOVEMBER.from }],
  [{ from: NOVEMBER.from, until: NOVEMBER.from }],
  [{ from: NOVEMBER.until, until: NOVEMBER.from }],
  [{ from: NOVEMBER.from, until: '2090-12-03T05:00:00.001Z' }],
  [{ from: '2090-11-01', until: '2090-11-02' }],
  [{ ...NOVEMBER, userId: 'other' }],
  [{ from: { $gt: '' }, until: NOVEMBER.until }],
])('refuses the range %j', async (input) => {
  expect((await calendar(await hark.newUser(), input)).status).toBe(400);
});
