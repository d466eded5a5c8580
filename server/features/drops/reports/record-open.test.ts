import { expect, test } from 'vitest';
import { CALL_REASON_KEYS, CALL_REASONS, callRetry } from '#shared/call-reasons.ts';
import type { DropReport } from '#server/providers/carrier/port.ts';
import { attemptId } from '#server/features/drops/placement/attempt-id.ts';
import { finalCallOf, recordOpen, type AttemptReport } from './record-open.ts';

const AT = new Date('2026-11-29T12:00:00Z');

test.each(CALL_REASON_KEYS)(
  'a call that failed for %s is retryable unless no retry makes it again',
  (key) => {
    const code = /^\d+$/.test(key) ? key : '';
    const report = { outcome: 'failed', code, reason: CALL_REASONS[key], doNotCall: false } as DropReport;
    expect(finalCallOf(report, AT).retryable).toBe(callRetry(key) !== 'never');
    expect(finalCallOf({ ...report, doNotCall: true }, AT).retryable).toBe(false);
    expect(finalCallOf({ ...report, outcome: 'success' }, AT).retryable).toBe(false);
  },
);

const BUSY: DropReport = {
  to: '+12025550143',
  outcome: 'failed',
  code: '486',
  reason: 'Busy',
  reportedAt: AT,
  doNotCall: false,
  accountFault: false,
  carrierFault: false,
};

/** Returns a report of call `seq` of campaign `c`. */
function reportOf(seq: number, changes: Partial<AttemptReport> = {}): AttemptReport {
  return { ...BUSY, attemptId: attemptId({ campaignId: 'c', seq, run: 1 }), ...changes };
}

/** Records reports where the calls `open` are open. Returns the updates, what was counted and the stored reports. */
async function recorded(reports: AttemptReport[], open: readonly number[]) {
  const updates: { seqs: readonly number[]; status: string }[] = [];
  const counted: number[] = [];
  const stored = await recordOpen(
    {
      results: {
        report: (_campaignId, _run, seqs, { status }) => {
          updates.push({ seqs, status });
          return Promise.resolve(seqs.filter((seq) => open.includes(seq)).length);
        },
      },
      onRecorded: (_campaignId, count) => counted.push(count),
    },
    reports,
    AT,
  );
  return { updates, counted, stored: reports.map((report) => stored.has(report)) };
}

test('equal reports are one update, others one each', async () => {
  const reports = [reportOf(1), reportOf(2, { outcome: 'success' }), reportOf(3)];
  expect(await recorded(reports, [1, 2, 3])).toEqual({
    updates: [
      { seqs: [1, 3], status: 'failed' },
      { seqs: [2], status: 'success' },
    ],
    counted: [2, 1],
    stored: [true, true, true],
  });
});

test('reports are stored only if all calls of their update were open', async () => {
  const some = await recorded([reportOf(1), reportOf(2)], [1]);
  expect(some).toMatchObject({ counted: [1], stored: [false, false] });
  expect(await recorded([reportOf(1)], [])).toMatchObject({ counted: [], stored: [false] });
});

test('the repetition of a report, one without a call and one that changes more are left to be read', async () => {
  const others = [
    reportOf(1),
    reportOf(1, { outcome: 'success' }),
    reportOf(2, { attemptId: 'none' }),
    reportOf(3, { doNotCall: true }),
    reportOf(4, { accountFault: true }),
  ];
  const { updates, stored } = await recorded(others, [1, 2, 3, 4]);
  expect(updates).toEqual([{ seqs: [1], status: 'failed' }]);
  expect(stored).toEqual([true, false, false, false, false]);
});
