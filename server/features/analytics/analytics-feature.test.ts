import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import type { Context } from '#server/platform/trpc/context.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { createRestRouter } from '#server/platform/http/rest.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { createAnalyticsFeature } from './analytics-feature.ts';
import type { Statistics } from './analytics-deps.ts';
import type { CallRecord, DayCounters, SingleCall } from '#server/features/drops/api.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import type { RecordedEvent } from '#server/features/credits/api.ts';
import type { CampaignCounters } from '#server/features/campaigns/api.ts';

const SPRING: CampaignCounters = {
  id: 'c1',
  userId: 'u1',
  name: 'Spring/open "house"',
  status: 'Sending',
  dropDate: new Date('2026-11-20T09:30:00Z'),
  total: 10,
  delivered: 5,
  failed: 2,
  pending: 3,
  progress: 'some',
  revision: '1.0.10',
  charged: 250,
  outcomes: { '4006': { calls: 1, retryable: 1 }, '4002': { calls: 1, retryable: 1 } },
};

const CALLED: CallRecord['call'] = {
  at: '2026-11-20T14:05:30.000Z',
  local_time: '2026-11-20 09:05',
  zone: 'America/New_York',
  hours: '09:00-20:00',
  rules: ['Hark default'],
  outside_hours: false,
};

const NO_DETAILS = { email: '', company: '' };

const CALLS: CallRecord[] = [
  {
    number: 1,
    reasonKey: null,
    phoneNumber: '12025550001',
    firstName: 'Łukasz',
    lastName: 'Martínez',
    email: '=HYPERLINK("http://evil")',
    company: 'Miller, Moore & "Sons"',
    status: 'success',
    changedAt: new Date('2026-11-20T14:05:00Z'),
    call: null,
  },
  {
    number: 2,
    reasonKey: '4002',
    phoneNumber: '12025550003',
    firstName: 'Ana',
    lastName: '',
    ...NO_DETAILS,
    status: 'failed',
    reason: 'Mailbox full',
    changedAt: new Date('2026-11-20T14:06:00Z'),
    call: CALLED,
  },
  {
    phoneNumber: '12025550004',
    firstName: 'Bo',
    lastName: 'Li',
    ...NO_DETAILS,
    status: 'pending',
    call: null,
    number: 3,
    reasonKey: null,
  },
];

const SINGLE: SingleCall = {
  number: 7,
  position: 5,
  phoneNumber: '12025550003',
  firstName: 'Ana',
  lastName: 'Li',
  ...NO_DETAILS,
  status: 'success',
  reasonKey: null,
  call: CALLED,
  settlement: 2,
  uncharged: false,
  attempts: [
    { run: 1, status: 'failed', call: CALLED, reason: 'Busy', reasonKey: '4006', code: '4006' },
    { run: 2, status: 'success', call: CALLED, endedAt: new Date('2026-11-20T14:06:00Z'), reasonKey: null },
  ],
};
const PRICES = [
  { calls: 3, price: 30 },
  { calls: 1, price: 25 },
];

const DAYS: DayCounters[] = [
  { day: '2026-11-14', delivered: 3, failed: 1 },
  { day: '2026-11-20', delivered: 2, failed: 1 },
  { day: '2026-11-12', delivered: 1, failed: 0 },
];

/** The statistics of user `ana`. */
const statistics: Statistics = {
  listCampaigns: (userId, { cursor, limit = 1_000 }) => {
    const all = userId !== 'ana' || cursor != null ? [] : [SPRING, { ...SPRING, id: 'c0', name: 'Winter' }];
    const next = all.length > limit ? '1.c1' : null;
    return Promise.resolve({ campaigns: all.slice(0, limit), next, previous: null });
  },
  async *streamCampaigns(userId) {
    await Promise.resolve();
    if (userId === 'ana') yield [{ ...SPRING, name: '=2+5' }];
  },
  totalsOf: (userId, { status }) =>
    Promise.resolve(
      userId === 'ana' && status !== 'Failed'
        ? { campaigns: 2, total: 20, delivered: 10, failed: 4, charged: 500 }
        : { campaigns: 0, total: 0, delivered: 0, failed: 0, charged: 0 },
    ),
  failuresOf: (userId) => Promise.resolve(userId === 'ana' ? [{ key: '4002', calls: 4 }] : []),
  findCampaign: (userId, reference) =>
    Promise.resolve(userId === 'ana' && [SPRING.id, SPRING.name].includes(reference) ? SPRING : undefined),
  listDays: (userId, from, to) =>
    Promise.resolve(userId === 'ana' ? DAYS.filter(({ day }) => day >= from && day <= to) : []),
  sumHours: (userId) =>
    Promise.resolve(
      userId === 'ana' ? { '7-21': { delivered: 0, failed: 2 }, '1-09': { delivered: 3, failed: -1 } } : {},
    ),
  campaignHours: () => Promise.resolve({ '2-10': { delivered: 2, failed: 1 } }),
  countOutcomes: () =>
    Promise.resolve({ '4006': { calls: 1, retryable: 1 }, other: { calls: 2, retryable: 0 } }),
  listCalls: (_campaign, { page, size }) =>
    Promise.resolve({
      calls: CALLS.slice((page - 1) * size, page * size),
      matching: { count: 10, exact: true },
      next: null,
    }),
  findCall: (_campaign, number) => Promise.resolve(SINGLE.number === number ? SINGLE : undefined),
  async *streamCalls(_campaign, { status } = {}) {
    await Promise.resolve();
    for (const call of CALLS) if (status === undefined || call.status === status) yield [call];
  },
};

const clock = { now: () => new Date('2026-11-20T23:59:59Z') };
const feature = createAnalyticsFeature({
  statistics,
  clock,
  messages: {
    find: () =>
      Promise.resolve({
        message: 'Hello {first_name}',
        voiceId: 'v',
        voiceTitle: 'Mine',
        providerVoiceId: 'p',
        contact: { first_name: 'Ana' } as Contact,
      }),
  },
  charges: {
    find: (streamId, key) =>
      Promise.resolve(
        streamId === 's-ana' && key === 'deduct:c1:2' ? ({ lots: PRICES } as RecordedEvent) : undefined,
      ),
  },
});

function contextFor(uid: string | null): Context {
  const context = contextOf({ uid: uid ?? '', streamId: `s-${uid ?? ''}` });
  return uid === null ? { ...context, user: null } : context;
}
const as = (uid: string | null) => createCallerFactory(feature.router)(contextFor(uid));

describe('daily aggregates', () => {
  const NO_CALLS = { dropcowboy_total_calls: 0, call_sent_rate: 0, delivered: 0 };

  it('cover seven UTC days, oldest first, with zeros for days without calls', async () => {
    const aggregates = await as('ana').aggregates({});
    expect(Object.entries(aggregates)).toEqual([
      ['2026-11-14', { dropcowboy_total_calls: 4, call_sent_rate: 75, delivered: 3 }],
      ...['15', '16', '17', '18', '19'].map((day) => [`2026-11-${day}`, NO_CALLS]),
      ['2026-11-20', { dropcowboy_total_calls: 3, call_sent_rate: 67, delivered: 2 }],
    ]);
  });

  it('cover two weeks for the longer timeframe', async () => {
    const aggregates = await as('ana').aggregates({ timeframe: '14d' });
    expect(Object.keys(aggregates)).toHaveLength(14);
    expect(aggregates['2026-11-12']).toEqual({
      dropcowboy_total_calls: 1,
      call_sent_rate: 100,
      delivered: 1,
    });
  });

  it('are zeros for a user without calls', async () => {
    expect(
      Object.values(await as('bob').aggregates({})).every((day) => day.dropcowboy_total_calls === 0),
    ).toBe(true);
  });
});

describe('the days of a chart', () => {
  it('are those of the range, with zeros for days without calls', async () => {
    expect(await as('ana').days({ from: '2026-11-12', to: '2026-11-14' })).toEqual([
      { day: '2026-11-12', delivered: 1, failed: 0 },
      { day: '2026-11-13', delivered: 0, failed: 0 },
      { day: '2026-11-14', delivered: 3, failed: 1 },
    ]);
    expect(await as('ana').days()).toHaveLength(30);
    expect((await as('ana').days({ from: '2026-11-19', to: '2026-12-24' })).at(-1)?.day).toBe('2026-12-24');
  });

  it.each([
    [{ from: '2026-11-21', to: '2026-11-30' }, 'This range is in the future'],
    [{ from: '2025-11-01', to: '2026-11-20' }, 'at most 366 days'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'must be a day'],
    [{ from: '20000-01-01', to: '20000-01-02' }, 'must be a day'],
  ])('are refused for %j', async (range, text) => {
    await expect(as('ana').days(range)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const error: unknown = await as('ana')
      .days(range)
      .catch((thrown: unknown) => thrown);
    expect((error as Error).message).toContain(text);
  });
});

describe('campaign totals', () => {
  it('have the documented fields', async () => {
    expect((await as('ana').campaigns()).rows.slice(0, 1)).toEqual([
      {
        id: 'c1',
        campaign_name: SPRING.name,
        drop_date: '2026-11-20T09:30:00.000Z',
        started_at: null,
        dropcowboy_success_calls: 5,
        dropcowboy_failed_calls: 2,
        dropcowboy_pending_calls: 3,
        dropcowboy_total_calls: 10,
        telnyx_total_messages: 0,
        telnyx_successful_messages: 0,
        telnyx_failed_messages: 0,
        telnyx_success_rate: 0,
        campaign_status: 'Sending',
      },
    ]);
  });

  it('are paged', async () => {
    const first = await as('ana').campaigns({ limit: 1 });
    expect(first.rows).toMatchObject([{ id: 'c1' }]);
    expect(await as('ana').campaigns({ limit: 1, cursor: first.next })).toMatchObject({
      rows: [],
      next: null,
    });
    expect(await as('ana').campaigns({ limit: 2 })).toMatchObject({ next: null });
  });

  it('are summed, and say how many campaigns the filter matches', async () => {
    const sums = { campaigns: 2, total: 20, delivered: 10, failed: 4, pending: 6 };
    expect(await as('ana').totals({})).toEqual({ ...sums, matching: 2 });
    expect(await as('ana').totals({ status: 'Failed' })).toEqual({ ...sums, matching: 0 });
  });

  it('are refused for a range that ends before it begins', async () => {
    const range = { from: '2026-11-20', to: '2026-11-19' };
    for (const call of [as('ana').totals(range), as('ana').campaigns(range), as('ana').days(range)])
      await expect(call).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('are returned for one campaign by name or id', async () => {
    const expected = {
      dropcowboy_total_calls_sent: 7,
      dropcowboy_success_calls: 5,
      dropcowboy_failed_calls: 2,
      dropcowboy_call_sent_rate: 71,
    };
    expect(await as('ana').campaign({ campaign_name: SPRING.name })).toMatchObject(expected);
    expect(await as('ana').campaign({ campaign_name: 'c1' })).toMatchObject(expected);
  });
});

describe('the calls of a campaign', () => {
  it('are returned as one entry with its call details', async () => {
    const [entry] = await as('ana').details({ campaign_name: 'c1' });
    expect(entry).toMatchObject({ campaign_name: SPRING.name, total: 10 });
    expect(entry?.call_details[1]).toEqual({
      number: 2,
      phone_number: '12025550003',
      first_name: 'Ana',
      last_name: '',
      email: '',
      company_name: '',
      status: 'failed',
      reason: 'Mailbox full',
      reason_code: '4002',
      date: '2026-11-20T14:06:00.000Z',
      call: CALLED,
    });
    expect(entry?.call_details[2]?.date).toBe('2026-11-20T09:30:00.000Z');
  });

  it('are paged', async () => {
    const [entry] = await as('ana').details({ campaign_name: 'c1', page: 2, page_size: 2 });
    expect(entry?.call_details.map(({ first_name }) => first_name)).toEqual(['Bo']);
  });
});

describe('one call', () => {
  it('has its attempts, what was said and what it may have cost', async () => {
    const { call } = await as('ana').singleCall({ campaign_name: 'c1', number: 7 });
    expect(call).toMatchObject({
      number: 7,
      position: 5,
      status: 'success',
      message: 'Hello Ana',
      voice_title: 'Mine',
      credits: { least: 25, most: 30 },
    });
    expect(call?.attempts).toEqual([
      {
        run: 1,
        status: 'failed',
        call: CALLED,
        ended_at: null,
        reason: 'Busy',
        reason_code: '4006',
        carrier_code: '4006',
      },
      {
        run: 2,
        status: 'success',
        call: CALLED,
        ended_at: '2026-11-20T14:06:00.000Z',
        reason: null,
        reason_code: null,
        carrier_code: null,
      },
    ]);
  });

  it('responds 404 for a number that no contact has', async () => {
    await expect(as('ana').singleCall({ campaign_name: 'c1', number: 8 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Call not found',
    });
  });
});

describe('authorization', () => {
  const calls = (uid: string | null, campaign_name: string) => [
    () => as(uid).campaign({ campaign_name }),
    () => as(uid).details({ campaign_name, page: 0 }),
    () => as(uid).singleCall({ campaign_name, number: 0 }),
  ];

  it('refuses every request without a session', async () => {
    for (const call of [...calls(null, 'c1'), () => as(null).campaigns(), () => as(null).aggregates({})]) {
      await expect(call()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
  });

  it('responds 404 to another user before the rest of the input is validated', async () => {
    for (const call of calls('bob', 'c1')) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuses an invalid page', async () => {
    await expect(as('ana').details({ campaign_name: 'c1', page: 0 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(as('ana').details({ campaign_name: 'c1', page_size: 10_001 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});

describe('the export', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  async function download(uid: string | null, reference: string, query = ''): Promise<Response> {
    const app = express();
    const createContext = () => Promise.resolve(contextFor(uid));
    app.use(createRestRouter({ appRouter: feature.router, createContext, log: createLogger('silent') }));
    const server = app.listen(0, '127.0.0.1');
    closing.push(() => server.close());
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const path = `dropcowboy/analytics/details/download/${encodeURIComponent(reference)}/${query}`;
    return fetch(`${origin}/${path}`, { headers: { connection: 'close' } });
  }

  it('is a CSV file of all calls, named after the campaign, without formulas', async () => {
    const response = await download('ana', SPRING.name);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="Spring_open \\"house\\"_analytics_details.csv"',
    );
    expect((await response.text()).split('\r\n')).toEqual([
      'Phone Number,Name,Email,Company,Voicemail Status,Date (UTC),Reason,Reason Code',
      `12025550001,Łukasz Martínez,"'=HYPERLINK(""http://evil"")","Miller, Moore & ""Sons""",success,11-20-2026 02:05 PM,,`,
      '12025550003,Ana,,,failed,11-20-2026 02:06 PM,Mailbox full,4002',
      '12025550004,Bo Li,,,pending,11-20-2026 09:30 AM,,',
      '',
    ]);
  });

  it('has only the calls that a filter matches, and refuses one that it does not know', async () => {
    const response = await download('ana', 'c1', '?status=failed');
    expect((await response.text()).split('\r\n').slice(1)).toEqual([
      '12025550003,Ana,,,failed,11-20-2026 02:06 PM,Mailbox full,4002',
      '',
    ]);
    expect((await download('ana', 'c1', '?status=lost')).status).toBe(400);
  });

  it('starts with a UTF-8 byte order mark for spreadsheets', async () => {
    const bytes = new Uint8Array(await (await download('ana', 'c1')).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('is refused without a session and to another user', async () => {
    expect((await download(null, 'c1')).status).toBe(401);
    expect((await download('bob', 'c1')).status).toBe(404);
  });
});
