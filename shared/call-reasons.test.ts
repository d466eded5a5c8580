import { expect, test } from 'vitest';
import {
  CALL_REASON_KEYS,
  callRetry,
  callReasonKey,
  callReasonText,
  callsToName,
  isWorthARetry,
  OWN_REASONS,
  resultKeyOf,
} from './call-reasons.ts';

test.each([
  [{ code: '4006', reason: 'Busy' }, '4006', 'Busy'],
  [{ code: '4002', reason: 'Any words' }, '4002', 'Mailbox full'],
  [{ code: '', reason: 'No report' }, 'no-report', 'No report'],
  [{ code: '', reason: 'suppressed' }, 'suppressed', 'On a do-not-call list'],
  [{ code: '', reason: 'called too often' }, 'too-often', 'Called too often'],
  [{ code: '', reason: 'no calling hours' }, 'no-hours', 'No calling hours'],
  [{ code: '', reason: 'after the last day' }, 'last-day', 'After the last day of calling'],
  [{ code: '9999', reason: 'New words' }, 'other', 'Other'],
  [{ code: '9999', reason: 'No report' }, 'other', 'Other'],
  [{ code: 'suppressed', reason: '' }, 'other', 'Other'],
  [{ code: '__proto__', reason: 'constructor' }, 'other', 'Other'],
  [{}, 'other', 'Other'],
])('%j counts as %s, %s', (call, key, text) => {
  expect(callReasonKey(call)).toBe(key);
  expect(callReasonText(callReasonKey(call))).toBe(text);
});

test('only a mailbox that is not set up or full is not worth a retry, unless it is named', () => {
  expect(CALL_REASON_KEYS.filter((key) => !isWorthARetry(key))).toEqual(['4001', '4002']);
  const counts = { '4001': { retryable: 2 }, '4002': { retryable: 3 }, '4005': { retryable: 10 } };
  expect(callsToName(counts)).toBe(5);
  expect(callsToName({ '4005': { retryable: 10 } })).toBe(0);
});

test('no retry makes a call again that Hark itself refused, or whose person wants none', () => {
  const never = CALL_REASON_KEYS.filter((key) => callRetry(key) === 'never');
  expect(never).toEqual(['4016', '4017', '4019', '6005', ...OWN_REASONS]);
  expect(CALL_REASON_KEYS.filter((key) => callRetry(key) === 'if_named')).toEqual(['4001', '4002']);
});

test('a delivered call has no reason', () => {
  expect(resultKeyOf({ status: 'success', code: '4006' })).toBe('delivered');
  expect(resultKeyOf({ status: 'failed', code: '4006' })).toBe('4006');
});
