import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { createCallerFactory } from '#server/trpc/trpc.ts';
import type { Context } from '#server/trpc/context.ts';
import { createRestRouter } from '#server/http/rest.ts';
import { createLogger } from '#server/lib/log.ts';
import { createAnalyticsFeature } from './analytics-feature.ts';
import type { Statistics } from './analytics-router.ts';
import type { CallRecord, DayCounters } from '#server/drops/api.ts';
import type { CampaignCounters } from '#server/campaigns/api.ts';

const SPRING: CampaignCounters = {
  id: 'c1',
  name: 'Spring/open "house"',
  status: 'Sending',
  dropDate: new Date('2026-11-20T09:30:00Z'),
  total: 10,
  delivered: 5,
  failed: 2,
  pending: 3,
};

const CALLS: CallRecord[] = [
  {
    phoneNumber: '12025550001',
    firstName: 'Łukasz',
    lastName: 'Martínez',
    email: '=HYPERLINK("http://evil")',
    company: 'Miller, Moore & "Sons"',
    status: 'success',
    changedAt: new Date('2026-11-20T14:05:00Z'),
  },
  {
    phoneNumber: '12025550003',
    firstName: 'Ana',
    lastName: '',
    email: '',
    company: '',
    status: 'failed',
    reason: 'Mailbox full',
    changedAt: new Date('2026-11-20T14:06:00Z'),
  },
  { phoneNumber: '12025550004', firstName: 'Bo', lastName: 'Li', email: '', company: '', status: 'pending' },
];

const DAYS: DayCounters[] = [
  { day: '2026-11-14', delivered: 3, failed: 1 },
  { day: '2026-11-20', delivered: 2, failed: 1 },
  { day: '2026-11-12', delivered: 1, failed: 0 },
];

/** The statistics of user `ana`. */
const statistics: Statistics = {
  listCampaigns: (userId, { after, limit }) =>
    Promise.resolve(
      userId !== 'ana' || after !== undefined
        ? []
        : [SPRING, { ...SPRING, id: 'c0', name: 'Winter' }].slice(0, limit),
    ),
  findCampaign: (userId, reference) =>
    Promise.resolve(userId === 'ana' && [SPRING.id, SPRING.name].includes(reference) ? SPRING : undefined),
  listDays: (userId, from, to) =>
    Promise.resolve(userId === 'ana' ? DAYS.filter(({ day }) => day >= from && day <= to) : []),
  listCalls: (_campaign, offset, limit) => Promise.resolve(CALLS.slice(offset, offset + limit)),
  async *streamCalls() {
    await Promise.resolve();
    for (const call of CALLS) yield [call];
  },
};

const clock = { now: () => new Date('2026-11-20T23:59:59Z') };
const feature = createAnalyticsFeature({ statistics, clock });

function contextOf(uid: string | null): Context {
  return {
    user: uid === null ? null : { uid, streamId: `s-${uid}` },
    viaApiKey: false,
    stillSignedIn: () => Promise.resolve(true),
    session: {
      storedId: 'session',
      browser: { secrets: [], keep: () => undefined },
      signIn: () => Promise.reject(new Error('not here')),
      signOut: () => Promise.reject(new Error('not here')),
      rememberRegistration: () => Promise.reject(new Error('not here')),
      expiresAt: null,
      recentlyAuthenticated: false,
      registration: null,
      rememberSignIn: () => Promise.reject(new Error('not here')),
      pendingSignIn: null,
    },
    client: { network: '127.0.0.1', onThisMachine: true, userAgent: '' },
    bodyBytes: 0,
    idempotencyKey: undefined,
  };
}

const as = (uid: string | null) => createCallerFactory(feature.router)(contextOf(uid));

describe('daily aggregates', () => {
  it('cover seven UTC days, oldest first, with zeros for days without calls', async () => {
    const aggregates = await as('ana').aggregates({});
    expect(Object.entries(aggregates)).toEqual([
      ['2026-11-14', { dropcowboy_total_calls: 4, call_sent_rate: 75 }],
      ['2026-11-15', { dropcowboy_total_calls: 0, call_sent_rate: 0 }],
      ['2026-11-16', { dropcowboy_total_calls: 0, call_sent_rate: 0 }],
      ['2026-11-17', { dropcowboy_total_calls: 0, call_sent_rate: 0 }],
      ['2026-11-18', { dropcowboy_total_calls: 0, call_sent_rate: 0 }],
      ['2026-11-19', { dropcowboy_total_calls: 0, call_sent_rate: 0 }],
      ['2026-11-20', { dropcowboy_total_calls: 3, call_sent_rate: 67 }],
    ]);
  });

  it('cover two weeks for the longer timeframe', async () => {
    const aggregates = await as('ana').aggregates({ timeframe: '14d' });
    expect(Object.keys(aggregates)).toHaveLength(14);
    expect(aggregates['2026-11-12']).toEqual({ dropcowboy_total_calls: 1, call_sent_rate: 100 });
  });

  it('are zeros for a user without calls', async () => {
    expect(
      Object.values(await as('bob').aggregates({})).every((day) => day.dropcowboy_total_calls === 0),
    ).toBe(true);
  });
});

describe('campaign totals', () => {
  it('have the documented fields', async () => {
    expect((await as('ana').campaigns()).rows.slice(0, 1)).toEqual([
      {
        id: 'c1',
        campaign_name: SPRING.name,
        drop_date: '2026-11-20T09:30:00.000Z',
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
    expect(await as('ana').campaigns({ limit: 1, cursor: first.next })).toEqual({ rows: [], next: null });
    expect(await as('ana').campaigns({ limit: 2 })).toMatchObject({ next: null });
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
      phone_number: '12025550003',
      first_name: 'Ana',
      last_name: '',
      email: '',
      company: '',
      status: 'failed',
      reason: 'Mailbox full',
      date: '2026-11-20T14:06:00.000Z',
    });
    expect(entry?.call_details[2]?.date).toBe('2026-11-20T09:30:00.000Z');
  });

  it('are paged', async () => {
    const [entry] = await as('ana').details({ campaign_name: 'c1', page: 2, page_size: 2 });
    expect(entry?.call_details.map(({ first_name }) => first_name)).toEqual(['Bo']);
  });
});

describe('authorization', () => {
  const calls = (uid: string | null, campaign_name: string) => [
    () => as(uid).campaign({ campaign_name }),
    () => as(uid).details({ campaign_name, page: 0 }),
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

  async function download(uid: string | null, reference: string): Promise<Response> {
    const app = express();
    const createContext = () => Promise.resolve(contextOf(uid));
    app.use(createRestRouter({ appRouter: feature.router, createContext, log: createLogger('silent') }));
    const server = app.listen(0, '127.0.0.1');
    closing.push(() => server.close());
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    return fetch(`${origin}/dropcowboy/analytics/details/download/${encodeURIComponent(reference)}/`, {
      headers: { connection: 'close' },
    });
  }

  it('is a CSV file of all calls, named after the campaign, without formulas', async () => {
    const response = await download('ana', SPRING.name);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="Spring_open \\"house\\"_analytics_details.csv"',
    );
    expect((await response.text()).split('\r\n')).toEqual([
      'Phone Number,Name,Email,Company,Voicemail Status,Date (UTC),Reason',
      `12025550001,Łukasz Martínez,"'=HYPERLINK(""http://evil"")","Miller, Moore & ""Sons""",success,11-20-2026 02:05 PM,`,
      '12025550003,Ana,,,failed,11-20-2026 02:06 PM,Mailbox full',
      '12025550004,Bo Li,,,pending,11-20-2026 09:30 AM,',
      '',
    ]);
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
