import { TRPCClientError } from '@trpc/client';
import { createTRPCReact, httpBatchLink } from '@trpc/react-query';
import { MAX_CALLS_IN_BATCH } from '#shared/call-limits.ts';
import type { ErrorCode, ErrorDetails } from '#shared/error-codes.ts';
import type { AppRouter } from '#server/trpc/app-router.ts';

/** The API as React hooks: `trpc.credits.balance.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>();

/** The connection to the API of this origin; the session travels as a cookie. */
export function createTrpcClient() {
  return trpc.createClient({
    links: [
      httpBatchLink({
        url: '/trpc',
        maxURLLength: 2000,
        maxItems: MAX_CALLS_IN_BATCH,
        fetch: (input, init) => fetch(input, { ...init, credentials: 'include' } as RequestInit),
      }),
    ],
  });
}

/** An error that the server answered or that kept us from reaching it. */
function isApiError(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}

/** The text of an error for a person: the server's own, or `fallback` where it sent none (A §8). */
export function errorText(error: unknown, fallback = 'An unexpected error occurred'): string {
  return isApiError(error) && error.data ? error.message : fallback;
}

/** The stable code of an error, or `undefined` when the server did not answer. */
export function errorCode(error: unknown): ErrorCode | undefined {
  return isApiError(error) ? error.data?.appCode : undefined;
}

/** What an error carries besides its text: fields or lines at fault, amounts, ids. */
export function errorDetails(error: unknown): ErrorDetails {
  return (isApiError(error) ? error.data?.details : undefined) ?? {};
}

/** The HTTP status of an error, or `undefined` when the server did not answer. */
export function errorStatus(error: unknown): number | undefined {
  return isApiError(error) ? error.data?.httpStatus : undefined;
}

/** Whether an error says that nobody is signed in: any 401 of a session, or a 403 on one's own profile (A §6). */
export function endsSession(error: unknown): boolean {
  if (!isApiError(error)) return false;
  const { appCode, path } = error.data ?? {};
  return appCode === 'UNAUTHENTICATED' || (appCode === 'FORBIDDEN' && path === 'auth.userInfo');
}
