import { expect, test, vi } from 'vitest';
import { endsSession, onSessionEnd, reportSessionEnd } from './session-end.ts';

test('UNAUTHENTICATED ends the session, a wrong password does not', () => {
  expect(endsSession({ appCode: 'UNAUTHENTICATED', httpStatus: 401, path: 'campaigns.list' })).toBe(true);
  expect(endsSession({ appCode: 'INVALID_CREDENTIALS', httpStatus: 401, path: 'auth.login' })).toBe(false);
});

test('a 403 ends the session only for auth.userInfo', () => {
  expect(endsSession({ appCode: 'FORBIDDEN', httpStatus: 403, path: 'auth.userInfo' })).toBe(true);
  expect(endsSession({ appCode: 'FORBIDDEN', httpStatus: 403, path: 'billing.subscription' })).toBe(false);
});

test('a plain request ends the session with status 401 alone', () => {
  expect(endsSession({ httpStatus: 401 })).toBe(true);
  for (const httpStatus of [200, 403, 500, undefined]) expect(endsSession({ httpStatus })).toBe(false);
});

test('an end is told to each listener until it stops', () => {
  const [one, other] = [vi.fn(), vi.fn()];
  const stops = [onSessionEnd(one), onSessionEnd(other)];
  reportSessionEnd();
  stops[0]?.();
  reportSessionEnd();
  stops[1]?.();
  reportSessionEnd();
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 2]);
});
