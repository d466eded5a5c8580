import { describe, expect, it } from 'vitest';
import type { DropReport } from '#server/providers/carrier/port.ts';
import { dropReport } from '#server/testing/system/drop-report.ts';
import { RecentReports } from './carrier-webhooks.ts';

const report = (change: Partial<DropReport> = {}) => dropReport({ callId: 'call-1', ...change });

describe('the cache of recent reports', () => {
  it('contains a duplicate report of the same call', () => {
    const recent = new RecentReports();
    expect(recent.has(report())).toBe(false);
    recent.add(report({ attemptId: 'campaign-1-1' }));
    expect(recent.has(report())).toBe(true);
  });

  it.each([{ callId: 'call-2' }, { outcome: 'failed' as const }, { code: '4006' }, { doNotCall: true }])(
    'does not contain a report with %j',
    (change) => {
      const recent = new RecentReports();
      recent.add(report());
      expect(recent.has(report(change))).toBe(false);
    },
  );

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
