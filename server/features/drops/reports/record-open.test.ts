import { expect, test } from 'vitest';
import { CALL_REASON_KEYS, CALL_REASONS, callRetry } from '#shared/call-reasons.ts';
import type { DropReport } from '#server/providers/carrier/port.ts';
import { finalCallOf } from './record-open.ts';

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
