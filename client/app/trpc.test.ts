import { TRPCClientError } from '@trpc/client';
import { expect, test, vi } from 'vitest';
import { onSessionEnd } from './session/session-end.ts';
import {
  createQueryClient,
  createTrpcClient,
  errorCode,
  errorDetails,
  errorStatus,
  errorText,
  mayRetry,
  serverText,
  statusText,
} from './trpc.ts';

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

test('an error that ends the session is reported, whichever call it comes from', async () => {
  const ended = vi.fn<() => void>();
  const stop = onSessionEnd(ended);
  const queryClient = createQueryClient();
  const call = (error: Error) =>
    queryClient.query({ queryKey: ['call'], queryFn: () => Promise.reject(error) });
  const refused = apiError('FORBIDDEN', 403, 'No');
  await expect(call(refused)).rejects.toBe(refused);
  expect(ended).not.toHaveBeenCalled();
  const signedOut = apiError('UNAUTHENTICATED', 401, 'Please sign in.');
  await expect(call(signedOut)).rejects.toBe(signedOut);
  expect(ended).toHaveBeenCalledTimes(1);
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => Promise.reject(signedOut) });
  await expect(mutation.execute(undefined)).rejects.toBe(signedOut);
  expect(ended).toHaveBeenCalledTimes(2);
  stop();
});

function apiError(appCode: string, httpStatus: number, message: string, details = {}) {
  const data = { appCode, httpStatus, details, path: 'campaigns.create' };
  return TRPCClientError.from({ error: { code: -32000, message, data } });
}

test('the status of an error is that of the answer, whoever gave it', async () => {
  const answers = new Response('<html>', { status: 502, statusText: 'Bad Gateway' });
  vi.stubGlobal('fetch', () => Promise.resolve(answers));
  const failed: unknown = await createTrpcClient()
    .voices.list.query()
    .catch((error: unknown) => error);
  vi.unstubAllGlobals();
  expect([errorStatus(failed), statusText(failed)]).toEqual([502, 'Bad Gateway']);
  expect([errorStatus(insufficientCredits), statusText(insufficientCredits)]).toEqual([402, '402']);
  expect([errorStatus(unreachable), statusText(unreachable), serverText(unreachable)]).toEqual([
    undefined,
    '',
    undefined,
  ]);
  expect([errorStatus(new Error('x')), serverText(new Error('x')), errorCode(null)]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});

test('a call is sent with the cookie, alone under its request key', async () => {
  const fetched = vi.fn((_url: string, _init: RequestInit) =>
    Promise.resolve(Response.json([{ result: { data: 1 } }, { result: { data: 2 } }])),
  );
  vi.stubGlobal('fetch', fetched);
  const client = createTrpcClient();
  const keyed = { context: { requestKey: 'k' } };
  await client.voices.remove.mutate({ id: 'v' }, keyed);
  await Promise.all([
    client.voices.remove.mutate({ id: 'v' }, keyed),
    client.voices.remove.mutate({ id: 'w' }, keyed),
  ]);
  vi.unstubAllGlobals();
  const sent = fetched.mock.calls.map(([url, { headers, credentials }]) => [
    url.split('?')[0],
    new Headers(headers).get('Idempotency-Key'),
    credentials,
  ]);
  expect(sent).toEqual([
    ['/trpc/voices.remove', 'k', 'include'],
    ['/trpc/voices.remove,voices.remove', null, 'include'],
  ]);
});
