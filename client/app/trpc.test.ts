import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { endsSession, errorCode, errorDetails, errorText, mayRetry } from './trpc.ts';

const insufficientCredits = apiError(
  'INSUFFICIENT_CREDITS',
  402,
  'Insufficient credits: 59,000 needed, 20,000 available',
  { needed: 59_000 },
);
const unreachable = new TRPCClientError('Failed to fetch');

test('the message of the server is shown, or a general one without a response', () => {
  expect(errorText(insufficientCredits)).toBe('Insufficient credits: 59,000 needed, 20,000 available');
  expect([errorCode(insufficientCredits), errorDetails(insufficientCredits)]).toEqual([
    'INSUFFICIENT_CREDITS',
    { needed: 59_000 },
  ]);
  expect(errorText(unreachable)).toBe('An unexpected error occurred');
  expect(errorText(unreachable, 'Logout failed')).toBe('Logout failed');
  expect([errorCode(unreachable), errorDetails(unreachable)]).toEqual([undefined, {}]);
});

test('client errors are not retried; network and server errors are retried twice', () => {
  expect(mayRetry(0, insufficientCredits)).toBe(false);
  for (const error of [unreachable, apiError('UNAVAILABLE', 503, 'The database is away')])
    expect([0, 1, 2].map((failures) => mayRetry(failures, error))).toEqual([true, true, false]);
});

test('UNAUTHENTICATED ends the session, a wrong password does not', () => {
  expect(endsSession(apiError('UNAUTHENTICATED', 401, 'Please sign in.'))).toBe(true);
  expect(endsSession(apiError('INVALID_CREDENTIALS', 401, 'Invalid email or password'))).toBe(false);
});

test('a 403 ends the session only for auth.userInfo', () => {
  expect(endsSession(apiError('FORBIDDEN', 403, 'No', {}, 'auth.userInfo'))).toBe(true);
  expect(endsSession(apiError('FORBIDDEN', 403, 'No', {}, 'billing.subscription'))).toBe(false);
});

function apiError(
  appCode: string,
  httpStatus: number,
  message: string,
  details = {},
  path = 'campaigns.create',
) {
  const data = { appCode, httpStatus, details, path };
  return TRPCClientError.from({ error: { code: -32000, message, data } });
}
