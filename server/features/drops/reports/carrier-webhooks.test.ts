import { describe, expect, it } from 'vitest';
import type { DropReport } from '#server/providers/carrier/port.ts';
import { dropReport } from '#server/testing/system/drop-report.ts';
import { RecentReports } from './carrier-webhooks.ts';

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
