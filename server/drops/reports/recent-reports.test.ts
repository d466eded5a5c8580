import { describe, expect, it } from 'vitest';
import type { DropReport } from '#server/providers/carrier/port.ts';
import { dropReport } from '#server/testing/system/drop-report.ts';
import { RecentReports } from './recent-reports.ts';

const report = (change: Partial<DropReport> = {}) => dropReport({ callId: 'call-1', ...change });

describe('reports that were told', () => {
  it('know what was said of a call, by whichever report', () => {
    const told = new RecentReports();
    expect(told.has(report())).toBe(false);
    told.add(report({ attemptId: 'campaign-1-1' }));
    expect(told.has(report())).toBe(true);
  });

  it.each([{ callId: 'call-2' }, { outcome: 'failed' as const }, { code: '4006' }, { doNotCall: true }])(
    'take %j for news',
    (change) => {
      const told = new RecentReports();
      told.add(report());
      expect(told.has(report(change))).toBe(false);
    },
  );

  it('take everything about calls without a name for news', () => {
    const told = new RecentReports();
    const { callId: _callId, ...nameless } = report();
    told.add(nameless);
    expect(told.has(nameless)).toBe(false);
  });

  it('forget the oldest', () => {
    const told = new RecentReports(2);
    for (const callId of ['a', 'b', 'c']) told.add(report({ callId }));
    expect(['a', 'b', 'c'].map((callId) => told.has(report({ callId })))).toEqual([false, true, true]);
  });
});
