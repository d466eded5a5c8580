import { describe, expect, it } from 'vitest';
import type { DropReport } from '#server/providers/carrier/port.ts';
import { dropReport } from '#server/testing/system/drop-report.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { createCarrierWebhooks, RecentReports, type CarrierWebhookParts } from './carrier-webhooks.ts';

const report = (change: Partial<DropReport> = {}) =>
  dropReport({ callId: 'call-1', ...change, attemptId: 'campaign-1-1' });

describe('the cache of recent reports', () => {
  it('contains a duplicate report of the same call', () => {
    const recent = new RecentReports();
    expect(recent.has(report())).toBe(false);
    recent.add(report());
    expect(recent.has(dropReport({ callId: 'call-1' }))).toBe(true);
  });

  it.each([{ callId: 'call-2' }, { outcome: 'failed' as const }, { code: '4006' }, { doNotCall: true }])(
    'does not contain a report with %j',
    (change) => {
      const recent = new RecentReports();
      recent.add(report());
      expect(recent.has(report(change))).toBe(false);
    },
  );

  it('tells the attempt of a call, whatever its next report says', () => {
    const recent = new RecentReports();
    recent.add(report());
    expect(recent.attemptOf(dropReport({ callId: 'call-1', outcome: 'failed' }))).toBe('campaign-1-1');
    expect(recent.attemptOf(dropReport({ callId: 'call-2' }))).toBeUndefined();
    expect(recent.attemptOf(dropReport({}))).toBeUndefined();
  });

  it('never contains a report without a call id', () => {
    const recent = new RecentReports();
    const { callId: _callId, ...nameless } = report();
    recent.add(nameless);
    expect(recent.has(nameless)).toBe(false);
  });

  it('evicts the oldest report', () => {
    const recent = new RecentReports(2);
    for (const callId of ['a', 'b', 'c']) recent.add(report({ callId }));
    expect(['a', 'b', 'c'].map((callId) => recent.has(report({ callId })))).toEqual([false, true, true]);
  });
});

type Deps = Parameters<typeof createCarrierWebhooks>[0];

const REPORT = report();

interface Given {
  callback?: Partial<DropReport> | undefined;
  signed?: Partial<DropReport> | undefined;
  outcome?: 'recorded' | 'unknown' | Error;
  /** The open attempt to the reported number. */
  attempt?: string;
}

/** Webhooks of which `given` says what they report, and what becomes of it; returns what is recorded and logged. */
function webhooksOf(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const open = { campaignId: 'c', seq: 7, run: 1, phone: '12025550143', status: 'placed' };
  const deps = {
    carrier: {
      parseCallback: () => ('callback' in given ? given.callback : REPORT),
      parseSignedWebhook: () => ('signed' in given ? given.signed : REPORT),
    },
    results: {
      listUnsettledTo: () => Promise.resolve(given.attempt === undefined ? [] : [open]),
      listByNumber: () => Promise.resolve([]),
    },
    openCampaigns: { listReserved: () => Promise.resolve([]), listChangedWithin: () => Promise.resolve([]) },
    settlements: { listOpen: () => Promise.resolve([]) },
    erasedCalls: { among: () => Promise.resolve(new Set()) },
    clock: { now: () => new Date() },
    log: recorded('log', { info: () => undefined, warn: () => undefined, error: () => undefined }),
    metrics: recorded('metrics', { count: () => undefined }),
  } as unknown as Deps;
  const recorder = recorded('recorder', {
    record: () =>
      given.outcome instanceof Error
        ? Promise.reject(given.outcome)
        : Promise.resolve(given.outcome ?? 'recorded'),
  }) as CarrierWebhookParts['recorder'];
  const webhooks = createCarrierWebhooks(deps, {
    recorder,
    secrets: ['new', 'old'],
    renewSigningSecrets: () => Promise.resolve(),
  });
  const of = (name: string) => calls.filter(([called]) => called === name).map(([, ...args]) => args);
  return {
    callback: (secret = 'new', text = '{}') => webhooks.callback(secret, text),
    signed: () => webhooks.signed({}, Buffer.from('{}')),
    logRefusal: webhooks.logRefusal,
    of,
    given,
  };
}
const DOWN = new Error('down');
const UNSTORED = 'The report could not be stored. Please try again.';

describe('a callback', () => {
  it.each(['new', 'old'])('at the path of the secret %j is recorded', async (secret) => {
    const { callback, of } = webhooksOf({});
    expect(await callback(secret)).toBe('recorded');
    expect(of('recorder.record')).toEqual([[REPORT]]);
  });

  it.each<[string, Given, string, object]>([
    ['at another path', {}, 'other', { code: 'NOT_FOUND', message: 'Not found' }],
    [
      'that names no attempt',
      { callback: { ...report(), attemptId: undefined } as never },
      'new',
      { code: 'INVALID_INPUT', message: 'The report names no attempt.' },
    ],
    [
      'of an unknown attempt',
      { outcome: 'unknown' },
      'new',
      { code: 'NOT_FOUND', message: 'Unknown attempt campaign-1-1' },
    ],
    [
      'that cannot be stored',
      { outcome: DOWN },
      'new',
      { code: 'UNAVAILABLE', message: UNSTORED, cause: DOWN },
    ],
  ])('%s is refused', async (_, given, secret, error) => {
    await expect(webhooksOf(given).callback(secret)).rejects.toMatchObject(error);
  });

  it('that reports no call is ignored', async () => {
    const { callback, of } = webhooksOf({ callback: undefined });
    expect([await callback(), of('recorder.record')]).toEqual(['ignored', []]);
  });
});

describe('a signed webhook', () => {
  it('of another campaign is ignored, logged and counted', async () => {
    const foreign = dropReport({ callId: 'x', foreignCampaign: 'theirs', outcome: 'failed', code: '4006' });
    const { signed, of } = webhooksOf({ signed: foreign });
    expect(await signed()).toBe('ignored');
    expect(of('log.info')).toEqual([
      [
        { foreignCampaign: 'theirs', callId: 'x', outcome: 'failed', code: '4006' },
        'a report of another campaign was ignored',
      ],
    ]);
    expect(of('metrics.count')).toEqual([['hark_drop_reports_total', { outcome: 'foreign' }]]);
    expect(of('recorder.record')).toEqual([]);
  });

  it('that repeats a callback is not stored again, and one with another result is of the same attempt', async () => {
    const { callback, signed, of, given } = webhooksOf({ signed: dropReport({ callId: 'call-1' }) });
    await callback();
    expect(await signed()).toBe('recorded');
    expect(of('recorder.record')).toHaveLength(1);
    given.signed = dropReport({ callId: 'call-1', outcome: 'failed', code: '4006' });
    expect(await signed()).toBe('recorded');
    expect(of('recorder.record')[1]).toMatchObject([{ attemptId: 'campaign-1-1', outcome: 'failed' }]);
  });

  it.each<[string, Given, string, number]>([
    ['that reports no call', { signed: undefined }, 'ignored', 0],
    ['that names its attempt', { signed: report() }, 'recorded', 1],
    ['of an attempt that is unknown', { signed: report(), outcome: 'unknown' }, 'ignored', 1],
    ['of a number without an open call', { signed: dropReport({ to: '12025550143' }) }, 'ignored', 0],
    ['of the one open call', { signed: dropReport({ to: '12025550143' }), attempt: 'c-7-1' }, 'recorded', 1],
  ])('%s: %s', async (_, given, outcome, records) => {
    const { signed, of } = webhooksOf(given);
    expect(await signed()).toBe(outcome);
    expect(of('recorder.record')).toHaveLength(records);
    if (given.attempt !== undefined)
      expect(of('recorder.record')[0]).toMatchObject([{ attemptId: given.attempt }]);
  });

  it('that cannot be stored is to be repeated', async () => {
    const { signed } = webhooksOf({ signed: report(), outcome: DOWN });
    await expect(signed()).rejects.toMatchObject({ code: 'UNAVAILABLE', message: UNSTORED, cause: DOWN });
  });
});

it('a refusal is logged with where it came from, and a fault of Hark as an error', () => {
  const { logRefusal, of } = webhooksOf({});
  logRefusal(new AppError('NOT_FOUND', 'Not found'), '192.0.2.1');
  logRefusal(new AppError('UNAVAILABLE', UNSTORED, {}, { cause: DOWN }), '192.0.2.1');
  logRefusal(new Error('Malformed'), '192.0.2.2');
  expect(of('log.warn')).toEqual([
    [{ why: 'Not found', from: '192.0.2.1' }, 'a report of the carrier was refused'],
    [{ why: 'Malformed', from: '192.0.2.2' }, 'a report of the carrier was refused'],
  ]);
  expect(of('log.error')).toEqual([[{ err: DOWN }, UNSTORED]]);
});
