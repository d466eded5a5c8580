import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { createTRPCReact, httpBatchLink } from '@trpc/react-query';
import { MAX_CALLS_IN_BATCH } from '#shared/limits.ts';
import type { ErrorCode, ErrorDetails } from '#shared/error-codes.ts';
import type { AppRouter } from '#server/app/app-router.ts';
import { fetchApi, OtherResponse } from './api-response.ts';
import { reauthenticationLink } from './session/reauthentication.ts';
import { toast } from '#client/ui/overlays/toast.tsx';
import { endsSession, reportSessionEnd } from './session/session-end.ts';

/** The API as React hooks: `trpc.credits.balance.useQuery()`. */
export const trpc = createTRPCReact<AppRouter>();

/** The helpers of `trpc.useUtils()`. */
export type ApiUtils = ReturnType<typeof trpc.useUtils>;

/** Creates the client for the API of this origin, authenticated by the session cookie. */
export function createTrpcClient() {
  return trpc.createClient({
    links: [
      reauthenticationLink(),
      httpBatchLink({
        url: '/trpc',
        maxURLLength: 2000,
        maxItems: MAX_CALLS_IN_BATCH,
        headers: ({ opList }) => requestKeyOf(opList),
        fetch: (url, init) => fetchApi(url, init as RequestInit),
      }),
    ],
  });
}

/** Returns the Idempotency-Key of a call that has one in its context, unless other calls are sent with it. */
function requestKeyOf([first, ...others]: readonly { context: Record<string, unknown> }[]) {
  const key = first?.context.requestKey;
  return typeof key === 'string' && others.length === 0 ? { 'Idempotency-Key': key } : {};
}

const MAX_RETRIES = 2;

/** Whether to retry a query: only after network errors and 5xx responses. */
export function mayRetry(failures: number, error: unknown): boolean {
  const status = errorStatus(error);
  return failures < MAX_RETRIES && (status === undefined || status >= 500);
}

/** `text` says on the sign-in page why it is shown. */
function reportIfSessionEnded(error: unknown, text?: string): void {
  if (!isApiError(error) || !error.data || !endsSession(error.data)) return;
  if (text !== undefined) toast.error(text, { onEveryPage: true });
  reportSessionEnd();
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `sessionEndText` is shown when the query finds that the session has ended. */
    queryMeta: { sessionEndText?: string };
  }
}

/** Creates the query cache. Errors that end the session are reported to it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        reportIfSessionEnded(error, meta?.sessionEndText);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        reportIfSessionEnded(error);
      },
    }),
    defaultOptions: { queries: { staleTime: 30_000, retry: mayRetry }, mutations: { retry: false } },
  });
}

/** Whether an error is an error response or a failed request. */
function isApiError(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}

/** Returns the response that a call got in place of one of the API. */
function otherResponse(error: unknown): OtherResponse | undefined {
  return isApiError(error) && error.cause instanceof OtherResponse ? error.cause : undefined;
}

/** Returns the server's error message, if there was a response that has one. */
export function serverText(error: unknown): string | undefined {
  return isApiError(error) && error.data ? error.message : otherResponse(error)?.text;
}

/** Returns the server's error message, or `fallback` if there is none. */
export function errorText(error: unknown, fallback = 'An unexpected error occurred'): string {
  return serverText(error) ?? fallback;
}

/** Returns the error code, or `undefined` if there was no response. */
export function errorCode(error: unknown): ErrorCode | undefined {
  return isApiError(error) ? error.data?.appCode : undefined;
}

/** Returns the details of an error: invalid fields or lines, amounts, ids. */
export function errorDetails(error: unknown): ErrorDetails {
  return (isApiError(error) ? error.data?.details : undefined) ?? {};
}

/** Returns the HTTP status of an error, or `undefined` if there was no response. */
export function errorStatus(error: unknown): number | undefined {
  return isApiError(error) ? (error.data?.httpStatus ?? otherResponse(error)?.status) : undefined;
}

/** Returns how an error's status is called, "Bad Gateway" say; its number over HTTP/2, which has no such text. */
export function statusText(error: unknown): string {
  return otherResponse(error)?.statusText || String(errorStatus(error) ?? '');
}
