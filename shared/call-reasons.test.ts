import { expect, test } from 'vitest';
import { callReasonKey, callReasonText } from './call-reasons.ts';

test.each([
  [{ code: '4006', reason: 'Busy' }, '4006', 'Busy'],
  [{ code: '4002', reason: 'Any words' }, '4002', 'Mailbox full'],
  [{ code: '', reason: 'No report' }, 'no-report', 'No report'],
  [{ code: '', reason: 'suppressed' }, 'suppressed', 'On a do-not-call list'],
  [{ code: '', reason: 'called too often' }, 'too-often', 'Called too often'],
  [{ code: '', reason: 'no calling hours' }, 'no-hours', 'No calling hours'],
  [{ code: '9999', reason: 'New words' }, 'other', 'Other'],
  [{ code: '9999', reason: 'No report' }, 'other', 'Other'],
  [{ code: 'suppressed', reason: '' }, 'other', 'Other'],
  [{ code: '__proto__', reason: 'constructor' }, 'other', 'Other'],
  [{}, 'other', 'Other'],
])('%j counts as %s, %s', (call, key, text) => {
  expect(callReasonKey(call)).toBe(key);
  expect(callReasonText(callReasonKey(call))).toBe(text);
});
